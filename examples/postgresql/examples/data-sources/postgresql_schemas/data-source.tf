data "postgresql_schemas" "tenants" {
  database              = "shop"
  like_any_patterns     = ["tenant_%"]
  not_like_all_patterns = ["%_old"]
}

resource "postgresql_grant" "tenants" {
  for_each = data.postgresql_schemas.tenants.schemas

  database    = "shop"
  schema      = each.value
  role        = "support"
  object_type = "schema"
  privileges  = ["USAGE"]
}
