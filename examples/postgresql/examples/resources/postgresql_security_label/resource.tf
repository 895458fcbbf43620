resource "postgresql_role" "service" {
  name  = "service"
  login = true
}

resource "postgresql_security_label" "service" {
  object_type    = "role"
  object_name    = postgresql_role.service.name
  label_provider = "pgaadauth"
  label          = "aadauth,oid=00000000-0000-0000-0000-000000000000,type=service"
}
