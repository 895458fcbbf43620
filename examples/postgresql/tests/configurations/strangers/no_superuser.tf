# A role that may make roles and databases builds an application, as on a managed server.

resource "postgresql_role" "admin" {
  name            = "{w}_admin"
  login           = true
  password        = "adm"
  create_role     = true
  create_database = true
  lifecycle { ignore_changes = [roles] }
}
provider "postgresql" {
  alias     = "admin"
  username  = postgresql_role.admin.name
  password  = postgresql_role.admin.password
  superuser = false
}
resource "postgresql_role" "o" {
  provider = postgresql.admin
  for_each = toset(["owner", "other", "writer", "reader"])
  name     = "{w}_${each.key}"
}
resource "postgresql_database" "d" {
  provider = postgresql.admin
  name     = "{w}_d"
  owner    = postgresql_role.o["owner"].name
}
resource "postgresql_schema" "s" {
  provider = postgresql.admin
  name     = "app"
  database = postgresql_database.d.name
  owner    = postgresql_role.o["owner"].name
  drop_cascade = true
}
resource "postgresql_grant" "usage" {
  provider    = postgresql.admin
  for_each    = toset(["writer", "reader"])
  database    = postgresql_database.d.name
  schema      = postgresql_schema.s.name
  role        = postgresql_role.o[each.key].name
  object_type = "schema"
  privileges  = ["USAGE"]
}
resource "postgresql_grant" "tables" {
  provider    = postgresql.admin
  for_each    = { writer = ["SELECT", "INSERT", "UPDATE", "DELETE"], reader = ["SELECT"] }
  database    = postgresql_database.d.name
  schema      = postgresql_schema.s.name
  role        = postgresql_role.o[each.key].name
  object_type = "table"
  privileges  = each.value
}
resource "postgresql_default_privileges" "tables" {
  provider    = postgresql.admin
  for_each    = { writer = ["SELECT", "INSERT", "UPDATE", "DELETE"], reader = ["SELECT"] }
  database    = postgresql_database.d.name
  schema      = postgresql_schema.s.name
  owner       = postgresql_role.o["owner"].name
  role        = postgresql_role.o[each.key].name
  object_type = "table"
  privileges  = each.value
}
