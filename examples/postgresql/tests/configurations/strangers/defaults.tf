# Default privileges on each type of object, for roles and for everyone.

variable "types" {
  default = {
    table    = ["SELECT", "INSERT", "UPDATE", "DELETE", "TRUNCATE", "REFERENCES", "TRIGGER"]
    sequence = ["USAGE", "SELECT", "UPDATE"]
    function = ["EXECUTE"]
    type     = ["USAGE"]
    schema   = ["USAGE", "CREATE"]
  }
}
resource "postgresql_role" "owner" { name = "{w}_owner" }
resource "postgresql_role" "r" {
  count = 2
  name  = "{w}_r${count.index}"
}
resource "postgresql_default_privileges" "p" {
  for_each    = { for pair in setproduct(keys(var.types), [0, 1]) : join("/", pair) => pair }
  database    = "postgres"
  owner       = postgresql_role.owner.name
  role        = postgresql_role.r[tonumber(each.value[1])].name
  object_type = each.value[0]
  privileges  = var.types[each.value[0]]
  with_grant_option = each.value[1] == "1"
}
resource "postgresql_default_privileges" "public" {
  for_each    = toset(["function", "type", "table", "sequence", "schema"])
  database    = "postgres"
  owner       = postgresql_role.owner.name
  role        = "public"
  object_type = each.key
  privileges  = []
}
