import {
  to = postgresql_database.shop
  identity = {
    name = "shop"
  }
}
