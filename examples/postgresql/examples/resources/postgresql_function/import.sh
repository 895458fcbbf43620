# The id is the database, the schema and the function with the types of its
# arguments, with dots between them. Without the database it is in the one of the
# provider's settings.
terraform import postgresql_function.with_vat 'shop.sales.with_vat(numeric,integer)'
