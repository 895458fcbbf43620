import {
  to = postgresql_server.archive
  id = "archive"
}
