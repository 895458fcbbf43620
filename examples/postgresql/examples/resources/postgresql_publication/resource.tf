resource "postgresql_publication" "orders" {
  database      = "shop"
  name          = "orders"
  tables        = ["public.customers", "public.orders"]
  publish_param = ["insert", "update"]
}
