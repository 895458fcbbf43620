# The id is the member and the role that it is a member of, with a slash between them.
terraform import postgresql_grant_role.report report/readers
