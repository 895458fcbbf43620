# The id is the role and the server, with a dot between them.
terraform import postgresql_user_mapping.report report.archive
