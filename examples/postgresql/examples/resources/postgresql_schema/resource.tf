resource "postgresql_role" "shop" {
  name = "shop"
}

resource "postgresql_schema" "sales" {
  database = "shop"
  name     = "sales"
  owner    = postgresql_role.shop.name
}
