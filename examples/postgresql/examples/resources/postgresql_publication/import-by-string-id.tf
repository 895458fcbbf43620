import {
  to = postgresql_publication.orders
  id = "shop.orders"
}
