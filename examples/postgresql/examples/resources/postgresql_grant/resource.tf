resource "postgresql_role" "readers" {
  name = "readers"
}

# All tables that are in the schema now.
resource "postgresql_grant" "tables" {
  database    = "shop"
  schema      = "sales"
  role        = postgresql_role.readers.name
  object_type = "table"
  privileges  = ["SELECT"]
}

resource "postgresql_grant" "schema" {
  database    = "shop"
  schema      = "sales"
  role        = postgresql_role.readers.name
  object_type = "schema"
  privileges  = ["USAGE"]
}
