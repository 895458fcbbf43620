# The id is the role and the parameter, with the database between them where it is for one database.
terraform import postgresql_role_parameter.work_mem report/work_mem
terraform import postgresql_role_parameter.search_path report/shop/search_path
