variable "publisher_password" {
  type      = string
  sensitive = true
}

resource "postgresql_subscription" "orders" {
  database     = "reports"
  name         = "orders"
  conninfo     = "host=shop.example.com dbname=shop user=replicator password=${var.publisher_password}"
  publications = ["orders"]
}
