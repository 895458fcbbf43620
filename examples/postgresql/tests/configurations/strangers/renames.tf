# One local value renames roles to which everything refers.

locals { suffix = "one" }
resource "postgresql_role" "g" {
  name = "{w}_group_${local.suffix}"
  roles = ["pg_monitor"]
}
resource "postgresql_role" "u" {
  name        = "{w}_user_${local.suffix}"
  login       = true
  password    = "x"
  roles       = [postgresql_role.g.name]
  assume_role = postgresql_role.g.name
}
resource "postgresql_database" "d" {
  name  = "{w}_d"
  owner = postgresql_role.g.name
}
resource "postgresql_grant" "g" {
  database    = postgresql_database.d.name
  role        = postgresql_role.u.name
  object_type = "database"
  privileges  = ["CONNECT", "CREATE"]
}
resource "postgresql_default_privileges" "p" {
  database    = postgresql_database.d.name
  role        = postgresql_role.u.name
  owner       = postgresql_role.g.name
  object_type = "table"
  privileges  = ["SELECT"]
}
