import {
  to = postgresql_schema.sales
  id = "shop.sales"
}
