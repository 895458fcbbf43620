# Since PostgreSQL 16: the member may switch to the role, and has its privileges only then.
resource "postgresql_grant_role" "maintenance" {
  role                = "operator"
  grant_role          = "maintenance"
  with_inherit_option = false
  with_set_option     = true
}
