# A database that is replaced with everything in it.

resource "postgresql_role" "r" { name = "{w}_r" }
resource "postgresql_database" "d" {
  name       = "{w}_d"
  lc_collate = "C"
  lc_ctype   = "C"
}
resource "postgresql_schema" "s" {
  lifecycle {
    replace_triggered_by = [postgresql_database.d]
  }
  name     = "s"
  database = postgresql_database.d.name
}
resource "postgresql_extension" "e" {
  lifecycle {
    replace_triggered_by = [postgresql_database.d]
  }
  name     = "hstore"
  database = postgresql_database.d.name
  schema   = postgresql_schema.s.name
}
resource "postgresql_function" "f" {
  lifecycle {
    replace_triggered_by = [postgresql_database.d]
  }
  name     = "f"
  database = postgresql_database.d.name
  schema   = postgresql_schema.s.name
  body     = "BEGIN END;"
}
resource "postgresql_grant" "g" {
  lifecycle {
    replace_triggered_by = [postgresql_database.d]
  }
  for_each    = { schema = ["USAGE"], table = ["SELECT"], sequence = ["USAGE"], function = ["EXECUTE"] }
  database    = postgresql_database.d.name
  schema      = postgresql_schema.s.name
  role        = postgresql_role.r.name
  object_type = each.key
  privileges  = each.value
  # All functions of the schema: the extension adds some.
  depends_on  = [postgresql_function.f, postgresql_extension.e]
}
resource "postgresql_default_privileges" "p" {
  lifecycle {
    replace_triggered_by = [postgresql_database.d]
  }
  database    = postgresql_database.d.name
  schema      = postgresql_schema.s.name
  role        = postgresql_role.r.name
  owner       = "postgres"
  object_type = "table"
  privileges  = ["SELECT"]
}
