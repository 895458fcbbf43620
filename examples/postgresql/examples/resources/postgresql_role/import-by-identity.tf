import {
  to = postgresql_role.shop
  identity = {
    name = "shop"
  }
}
