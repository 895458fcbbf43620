data "postgresql_tables" "sales" {
  database    = "shop"
  schemas     = ["sales"]
  table_types = ["BASE TABLE"]
}

output "tables" {
  value = [for table in data.postgresql_tables.sales.tables : table.object_name]
}
