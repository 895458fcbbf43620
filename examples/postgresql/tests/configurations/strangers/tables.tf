# Users and privileges out of YAML and CSV.

locals {
  config = yamldecode(file("${path.module}/users.yaml"))
  grants = { for g in csvdecode(file("${path.module}/grants.csv")) : "${g.role}.${g.schema}.${g.type}" => g }
}
resource "postgresql_role" "u" {
  for_each         = { for u in local.config.users : u.name => u }
  name             = "{w}_${each.key}"
  login            = lookup(each.value, "login", true)
  connection_limit = lookup(each.value, "limit", -1)
  search_path      = lookup(each.value, "path", [])
  roles            = [for g in lookup(each.value, "groups", []) : "{w}_${g}"]
  statement_timeout = try(each.value.timeout * 1000, null)
  depends_on = [postgresql_role.group]
}
resource "postgresql_role" "group" {
  for_each = toset(local.config.groups)
  name     = "{w}_${each.value}"
}
resource "postgresql_schema" "s" {
  for_each = toset([for g in local.grants : g.schema])
  name     = "{w}_${each.key}"
}
resource "postgresql_grant" "g" {
  for_each    = local.grants
  database    = "postgres"
  role        = postgresql_role.group[each.value.role].name
  schema      = postgresql_schema.s[each.value.schema].name
  object_type = each.value.type
  privileges  = compact(split("|", each.value.privileges))
}
-- users.yaml --
groups: [ops, dev]
users:
  - name: ann
    groups: [ops, dev]
    path: ['$user', public, "My Schema"]
    timeout: 30
  - name: bob
    limit: 5
    groups: []
  - name: service-account
    login: false
-- grants.csv --
role,schema,type,privileges
ops,app,schema,USAGE|CREATE
ops,app,table,ALL
dev,app,schema,USAGE
dev,app,table,SELECT|INSERT
dev,log,sequence,
