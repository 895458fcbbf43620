resource "postgresql_role" "shop" {
  name = "shop"
}

resource "postgresql_database" "shop" {
  name             = "shop"
  owner            = postgresql_role.shop.name
  template         = "template0"
  encoding         = "UTF8"
  lc_collate       = "C"
  lc_ctype         = "C"
  connection_limit = 100
}
