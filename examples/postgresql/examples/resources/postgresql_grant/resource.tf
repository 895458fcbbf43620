resource "postgresql_role" "readers" {
  name = "readers"
}

# All tables in the schema at present.
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
