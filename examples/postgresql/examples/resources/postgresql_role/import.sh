# The id of a role is its name.
terraform import postgresql_role.shop shop
