import {
  to = postgresql_database.shop
  id = "shop"
}
