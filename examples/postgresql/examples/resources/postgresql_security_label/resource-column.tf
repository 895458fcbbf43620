resource "postgresql_security_label" "email" {
  object_type    = "column"
  object_name    = "public.customers.email"
  label_provider = "anon"
  label          = "MASKED WITH VALUE NULL"
}
