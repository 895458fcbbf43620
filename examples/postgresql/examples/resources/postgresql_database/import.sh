# The id of a database is its name.
terraform import postgresql_database.shop shop
