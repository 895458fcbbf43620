# The id is the name.
terraform import postgresql_server.archive archive
