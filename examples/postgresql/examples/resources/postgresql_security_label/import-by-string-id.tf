import {
  to = postgresql_security_label.service
  id = "pgaadauth.role.service"
}
