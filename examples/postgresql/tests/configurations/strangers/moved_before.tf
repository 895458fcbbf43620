# Before it is taken apart into a module.

terraform {
  required_providers {
    postgresql = { source = "cyrilgdn/postgresql" }
  }
}
resource "postgresql_role" "a" { name = "{w}_a" }
resource "postgresql_role" "b" {
  count = 2
  name  = "{w}_b${count.index}"
}
resource "postgresql_schema" "s" {
  name  = "{w}_s"
  owner = postgresql_role.a.name
}
