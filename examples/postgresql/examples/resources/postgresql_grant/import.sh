# The id is the role, the database, the schema, the type and the objects, with slashes between them.
terraform import postgresql_grant.tables readers/shop/sales/table
