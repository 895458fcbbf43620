# The id is the database and the parameter, with a slash between them.
terraform import postgresql_database_parameter.time_zone shop/timezone
