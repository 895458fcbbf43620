resource "postgresql_publication" "everything" {
  database   = "shop"
  name       = "everything"
  all_tables = true
}
