resource "postgresql_role" "report" {
  name  = "report"
  login = true
}

resource "postgresql_role_parameter" "work_mem" {
  role  = postgresql_role.report.name
  name  = "work_mem"
  value = "256MB"
}

# In one database only.
resource "postgresql_role_parameter" "search_path" {
  role     = postgresql_role.report.name
  database = "shop"
  name     = "search_path"
  value    = "sales, public"
}
