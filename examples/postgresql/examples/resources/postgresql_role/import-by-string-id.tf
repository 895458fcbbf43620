import {
  to = postgresql_role.shop
  id = "shop"
}
