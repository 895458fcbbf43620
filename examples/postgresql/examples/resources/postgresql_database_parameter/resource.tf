resource "postgresql_database_parameter" "time_zone" {
  database = "shop"
  name     = "timezone"
  value    = "Europe/Berlin"
}
