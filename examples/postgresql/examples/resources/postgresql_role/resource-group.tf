# A group, and a user that is a member of it.
resource "postgresql_role" "readers" {
  name = "readers"
}

resource "postgresql_role" "report" {
  name        = "report"
  login       = true
  roles       = [postgresql_role.readers.name]
  valid_until = "2030-01-01 00:00:00+00"
}
