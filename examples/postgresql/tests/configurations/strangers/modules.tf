# A module a database, called for each; `{w}` is the beginning of all names, a line with two dashes at both ends begins another file.

module "db" {
  source   = "./modules/db"
  for_each = { shop = { readers = ["ann", "bob"] }, mail = { readers = [], limit = 20, extensions = ["citext", "pgcrypto"] } }
  prefix   = "{w}"
  name     = each.key
  settings = each.value
}
output "owners" { value = { for k, m in module.db : k => m.owner } }
-- modules/db/main.tf --
terraform {
  required_version = ">= 1.3"
  required_providers {
    postgresql = {
      source  = "cyrilgdn/postgresql"
      version = ">= 1.18.0"
    }
  }
}
variable "prefix" { type = string }
variable "name" { type = string }
variable "settings" {
  type = object({
    readers    = list(string)
    limit      = optional(number, -1)
    extensions = optional(set(string), [])
  })
}
resource "postgresql_role" "owner" {
  name = "${var.prefix}_${var.name}_owner"
}
resource "postgresql_database" "this" {
  name             = "${var.prefix}_${var.name}"
  owner            = postgresql_role.owner.name
  connection_limit = var.settings.limit
  lifecycle {
    precondition {
      condition     = length(var.name) < 30
      error_message = "too long"
    }
  }
}
resource "postgresql_extension" "this" {
  for_each = var.settings.extensions
  name     = each.value
  database = postgresql_database.this.name
}
resource "postgresql_role" "reader" {
  count = length(var.settings.readers)
  name  = "${var.prefix}_${var.name}_${element(var.settings.readers, count.index)}"
  login = true
}
resource "postgresql_grant" "reader" {
  count       = length(var.settings.readers)
  database    = postgresql_database.this.name
  role        = postgresql_role.reader[count.index].name
  object_type = "database"
  privileges  = ["CONNECT", "TEMPORARY"]
}
output "owner" { value = postgresql_role.owner.id }
