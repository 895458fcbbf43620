# The id is the role, the database, the schema, the owner and the type. An empty schema is all schemas.
terraform import postgresql_default_privileges.tables readers/shop/sales/shop/table
terraform import postgresql_default_privileges.everywhere readers/shop//shop/table
