resource "postgresql_extension" "postgres_fdw" {
  name = "postgres_fdw"
}

resource "postgresql_server" "archive" {
  server_name = "archive"
  fdw_name    = postgresql_extension.postgres_fdw.name
  options = {
    host   = "archive.example.com"
    dbname = "archive"
  }
}
