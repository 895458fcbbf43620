import {
  to = postgresql_database_parameter.time_zone
  id = "shop/timezone"
}
