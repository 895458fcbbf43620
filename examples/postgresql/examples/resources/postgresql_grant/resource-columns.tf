# Two columns of a table.
resource "postgresql_grant" "columns" {
  database    = "shop"
  schema      = "sales"
  role        = "support"
  object_type = "column"
  objects     = ["customers"]
  columns     = ["id", "name"]
  privileges  = ["SELECT"]
}
