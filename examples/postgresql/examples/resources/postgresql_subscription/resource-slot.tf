# The slot belongs to another resource, and stays when the subscription is destroyed.
provider "postgresql" {
  alias = "publisher"
  host  = "shop.example.com"
}

resource "postgresql_replication_slot" "reports" {
  provider = postgresql.publisher
  database = "shop"
  name     = "reports"
  plugin   = "pgoutput"
}

resource "postgresql_subscription" "reports" {
  database     = "reports"
  name         = "reports"
  conninfo     = "host=shop.example.com dbname=shop user=replicator"
  publications = ["orders"]
  create_slot  = false
  slot_name    = postgresql_replication_slot.reports.name
}
