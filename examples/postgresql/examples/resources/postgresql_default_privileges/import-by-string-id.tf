import {
  to = postgresql_default_privileges.tables
  id = "readers/shop/sales/shop/table"
}
