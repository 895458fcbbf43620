resource "postgresql_role" "readers" {
  name = "readers"
}

resource "postgresql_role" "report" {
  name  = "report"
  login = true
}

resource "postgresql_grant_role" "report" {
  role       = postgresql_role.report.name
  grant_role = postgresql_role.readers.name
}
