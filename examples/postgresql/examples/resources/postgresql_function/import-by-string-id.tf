import {
  to = postgresql_function.with_vat
  id = "shop.sales.with_vat(numeric,integer)"
}
