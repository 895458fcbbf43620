import {
  to = postgresql_grant.tables
  id = "readers/shop/sales/table"
}
