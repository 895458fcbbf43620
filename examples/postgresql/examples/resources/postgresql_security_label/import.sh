# The id is the label provider, the type and the name of the object, with dots between them.
terraform import postgresql_security_label.service pgaadauth.role.service
