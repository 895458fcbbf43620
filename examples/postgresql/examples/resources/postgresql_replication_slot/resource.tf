resource "postgresql_replication_slot" "search" {
  database = "shop"
  name     = "search"
  plugin   = "pgoutput"
}
