resource "postgresql_function" "archive" {
  database  = "shop"
  schema    = "sales"
  name      = "archive"
  procedure = true
  language  = "sql"
  arg {
    name = "before"
    type = "date"
  }
  body = "DELETE FROM sales.orders WHERE ordered < before"
}
