import {
  to = postgresql_role_parameter.search_path
  id = "report/shop/search_path"
}
