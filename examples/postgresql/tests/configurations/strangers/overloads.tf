# Overloaded functions out of a map, with dynamic blocks, and grants by their signatures.

locals {
  overloads = {
    one = { args = [{ name = "a", type = "integer" }], returns = "integer", body = "SELECT a" }
    two = { args = [{ name = "a", type = "integer" }, { name = "b", type = "integer", default = "2" }], returns = "integer", body = "SELECT a + b" }
    three = { args = [{ name = "a", type = "text" }], returns = "text", body = "SELECT a" }
  }
}
resource "postgresql_schema" "s" {
  name = "{w}_s"
}
resource "postgresql_function" "f" {
  for_each = local.overloads
  name     = "f"
  schema   = postgresql_schema.s.name
  language = "sql"
  returns  = each.value.returns
  body     = each.value.body
  volatility = "IMMUTABLE"
  parallel = "SAFE"
  dynamic "arg" {
    for_each = each.value.args
    content {
      name    = arg.value.name
      type    = arg.value.type
      default = lookup(arg.value, "default", null)
    }
  }
}
resource "postgresql_role" "r" { name = "{w}_r" }
resource "postgresql_grant" "f" {
  for_each    = { for k, f in postgresql_function.f : k => "f(${join(", ", [for a in f.arg : a.type])})" }
  role        = postgresql_role.r.name
  database    = "postgres"
  schema      = postgresql_schema.s.name
  object_type = "function"
  objects     = [each.value]
  privileges  = ["EXECUTE"]
}
