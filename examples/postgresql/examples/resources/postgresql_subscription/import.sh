# The id is the database and the name, with a dot between them.
terraform import postgresql_subscription.orders reports.orders
