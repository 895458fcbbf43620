# Aliases of the provider for two databases that the same apply makes, one of them given to a module; sensitive settings.

terraform {
  required_providers {
    postgresql = { source = "cyrilgdn/postgresql" }
  }
}
variable "admin" {
  type      = object({ user = string, password = string })
  sensitive = true
  default   = { user = "postgres", password = "not-a-secret-5432" }
}
provider "postgresql" {
  username = var.admin.user
  password = var.admin.password
}
provider "postgresql" {
  alias    = "a"
  username = var.admin.user
  password = var.admin.password
  database = postgresql_database.a.name
}
provider "postgresql" {
  alias           = "b"
  username        = var.admin.user
  password        = var.admin.password
  database        = postgresql_database.b.name
  max_connections = 2
}
resource "postgresql_database" "a" { name = "{w}_a" }
resource "postgresql_database" "b" { name = "{w}_b" }
resource "postgresql_role" "r" { name = "{w}_r" }
resource "postgresql_schema" "a" {
  provider = postgresql.a
  name     = "app"
  owner    = postgresql_role.r.name
}
resource "postgresql_schema" "b" {
  provider     = postgresql.b
  name         = "app"
  drop_cascade = true
}
resource "postgresql_extension" "b" {
  provider = postgresql.b
  name     = "hstore"
  schema   = postgresql_schema.b.name
}
resource "postgresql_function" "a" {
  provider = postgresql.a
  name     = "f"
  schema   = postgresql_schema.a.name
  body     = "BEGIN END;"
}
module "m" {
  source    = "./m"
  providers = { postgresql = postgresql.b }
  role      = postgresql_role.r.name
  schema    = postgresql_schema.b.name
  database  = postgresql_database.b.name
}
-- m/main.tf --
terraform {
  required_providers {
    postgresql = { source = "cyrilgdn/postgresql" }
  }
}
variable "role" {}
variable "schema" {}
variable "database" {}
resource "postgresql_grant" "g" {
  database    = var.database
  role        = var.role
  schema      = var.schema
  object_type = "schema"
  privileges  = ["USAGE"]
}
resource "postgresql_function" "f" {
  name     = "g"
  schema   = var.schema
  language = "sql"
  returns  = "integer"
  body     = "SELECT 1"
}
