# Only roles with their own grant may connect to the database.
resource "postgresql_grant" "nobody" {
  database    = "shop"
  role        = "public"
  object_type = "database"
  privileges  = []
}
