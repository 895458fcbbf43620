variable "archive_password" {
  type      = string
  sensitive = true
}

resource "postgresql_user_mapping" "report" {
  user_name   = "report"
  server_name = "archive"
  options = {
    user     = "reader"
    password = var.archive_password
  }
}
