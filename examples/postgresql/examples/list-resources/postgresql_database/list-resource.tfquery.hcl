list "postgresql_database" "shops" {
  provider         = postgresql
  include_resource = true
  limit            = 50

  config {
    owner = "shop"
  }
}
