import {
  to = postgresql_extension.citext
  id = "shop.citext"
}
