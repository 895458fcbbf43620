list "postgresql_role" "users" {
  provider = postgresql

  config {
    name_like = "shop%"
    login     = true
  }
}
