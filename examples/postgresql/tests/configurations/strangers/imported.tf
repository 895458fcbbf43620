# `import` blocks for what somebody made by hand, with `for_each` too.

resource "postgresql_role" "keep" { name = "{w}_keep" }

import {
  to = postgresql_role.old
  id = "{w}_old"
}
resource "postgresql_role" "old" {
  name  = "{w}_old"
  login = true
}
import {
  to = postgresql_database.old
  id = "{w}_olddb"
}
resource "postgresql_database" "old" {
  name = "{w}_olddb"
}
import {
  for_each = toset(["one", "two"])
  to       = postgresql_schema.old[each.key]
  id       = "{w}_olddb.${each.key}"
}
resource "postgresql_schema" "old" {
  for_each = toset(["one", "two"])
  name     = each.key
  database = postgresql_database.old.name
}
import {
  to = postgresql_extension.old
  id = "{w}_olddb.citext"
}
resource "postgresql_extension" "old" {
  name     = "citext"
  database = "{w}_olddb"
}
import {
  to = postgresql_function.old
  id = "{w}_olddb.one.add(integer,integer)"
}
resource "postgresql_function" "old" {
  name     = "add"
  schema   = "one"
  database = "{w}_olddb"
  language = "sql"
  returns  = "integer"
  arg {
    name = "a"
    type = "integer"
  }
  arg {
    name = "b"
    type = "integer"
  }
  body = "SELECT a + b"
  depends_on = [postgresql_schema.old]
}
