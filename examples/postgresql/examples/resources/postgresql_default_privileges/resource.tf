resource "postgresql_role" "readers" {
  name = "readers"
}

# Tables that the role shop creates later.
resource "postgresql_default_privileges" "tables" {
  database    = "shop"
  schema      = "sales"
  owner       = "shop"
  role        = postgresql_role.readers.name
  object_type = "table"
  privileges  = ["SELECT"]
}
