# The same with a module, and `moved` blocks.

terraform {
  required_providers {
    postgresql = { source = "cyrilgdn/postgresql" }
  }
}
module "roles" { 
  source = "./roles"
  prefix = "{w}"
}
resource "postgresql_role" "b" {
  for_each = { first = 0, second = 1 }
  name     = "{w}_b${each.value}"
}
resource "postgresql_schema" "s" {
  name  = "{w}_s"
  owner = module.roles.a
}
moved {
  from = postgresql_role.a
  to   = module.roles.postgresql_role.a
}
moved {
  from = postgresql_role.b[0]
  to   = postgresql_role.b["first"]
}
moved {
  from = postgresql_role.b[1]
  to   = postgresql_role.b["second"]
}
-- roles/main.tf --
terraform {
  required_providers {
    postgresql = { source = "cyrilgdn/postgresql" }
  }
}
variable "prefix" {}
resource "postgresql_role" "a" {
  name = "${var.prefix}_a"
}
output "a" { value = postgresql_role.a.name }
