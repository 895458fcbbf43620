# Nobody may connect to the database who was not allowed to by name.
resource "postgresql_grant" "nobody" {
  database    = "shop"
  role        = "public"
  object_type = "database"
  privileges  = []
}
