resource "postgresql_extension" "citext" {
  database = "shop"
  name     = "citext"
  schema   = "public"
}
