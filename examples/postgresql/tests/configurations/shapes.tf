# Configurations for the provider in Go as the world writes them, many shapes in one: what is looked at is that all of it is
# applied, that the plan after it is empty, and that it is destroyed. Written for this test.

terraform {
  required_version = ">= 1.0"
  required_providers {
    postgresql = {
      source  = "cyrilgdn/postgresql"
      version = "~> 1.22"
    }
  }
}

# The beginning of all names.
variable "w" {
  type = string
}

variable "server" {
  type = object({
    host     = string
    port     = number
    username = string
    password = string
  })
  sensitive = true
}

provider "postgresql" {
  scheme           = "postgres"
  host             = var.server.host
  port             = var.server.port
  database         = var.w
  username         = var.server.username
  password         = var.server.password
  sslmode          = "disable"
  connect_timeout  = 15
  max_connections  = 4
  superuser        = true
  expected_version = "15.2"
}

# Who logs in is known only after the apply.
provider "postgresql" {
  alias               = "late"
  host                = var.server.host
  port                = tostring(var.server.port)
  database            = var.w
  username            = postgresql_role.deployer.id
  password            = "deployer"
  ssl_mode            = "disable"
  superuser           = false
  connect_timeout     = 60000
  aws_rds_iam_profile = ""
  azure_tenant_id     = ""
}

# As on a managed server: the user that there is may make databases and roles, and is no superuser.
provider "postgresql" {
  alias     = "managed"
  host      = var.server.host
  port      = var.server.port
  username  = postgresql_role.master.id
  password  = "master"
  database  = var.w
  sslmode   = "disable"
  superuser = false
}

resource "postgresql_role" "deployer" {
  name      = "${var.w}_deployer"
  login     = true
  superuser = true
  password  = "deployer"
}

resource "postgresql_role" "master" {
  name            = "${var.w}_master"
  login           = true
  create_database = true
  create_role     = true
  password        = "master"
  lifecycle {
    ignore_changes = [roles]
  }
}

locals {
  services = {
    billing = { schemas = ["public", "ledger"], extensions = ["pgcrypto", "citext"], readers = ["ana", "bo"] }
    search  = { schemas = ["public"], extensions = ["uuid-ossp", "pg_trgm"], readers = [] }
  }
  schemas = merge([
    for name, service in local.services : {
      for schema in service.schemas : "${name}.${schema}" => { database = name, schema = schema } if schema != "public"
    }
  ]...)
  all_schemas = flatten([
    for name, service in local.services : [for schema in service.schemas : { database = name, schema = schema }]
  ])
  extensions = {
    for pair in flatten([for name, service in local.services : [
      for extension in service.extensions : { database = name, extension = extension }
    ]]) : "${pair.database}-${pair.extension}" => pair
  }
  readers = toset(flatten([for name, service in local.services : service.readers]))
  default_privileges = {
    table    = ["SELECT", "INSERT", "UPDATE", "DELETE"]
    sequence = ["USAGE", "SELECT", "UPDATE"]
    function = ["EXECUTE"]
    type     = ["USAGE"]
  }
}

resource "postgresql_role" "owner" {
  for_each = local.services
  name     = "${var.w}_${each.key}_owner"
}

resource "postgresql_role" "app" {
  for_each                            = local.services
  name                                = "${var.w}_${each.key}-app"
  login                               = true
  password                            = "p4ss'w\"ord\\ % ${each.key}"
  encrypted_password                  = true
  connection_limit                    = 10
  inherit                             = true
  superuser                           = false
  create_database                     = false
  create_role                         = false
  replication                         = false
  bypass_row_level_security           = false
  roles                               = [postgresql_role.owner[each.key].name]
  search_path                         = [for schema in [each.key, "$user", "", "public"] : schema if schema != ""]
  statement_timeout                   = 60000
  idle_in_transaction_session_timeout = 0
  valid_until                         = "2035-12-31 00:00:00+00"
  skip_reassign_owned                 = true
}

resource "postgresql_role" "group" {
  name  = "${var.w}_readers"
  login = false
  lifecycle {
    ignore_changes = [roles]
  }
}

resource "postgresql_role" "reader" {
  provider    = postgresql.late
  for_each    = local.readers
  name        = "${var.w}_${each.value}"
  login       = true
  password    = "abc-${each.value}"
  roles       = [postgresql_role.group.name, "pg_monitor"]
  assume_role = postgresql_role.group.name
  search_path = []
  lifecycle {
    ignore_changes = [password]
  }
}

resource "postgresql_role" "nulls" {
  name                = "${var.w}_nulls"
  login               = null
  password            = null
  roles               = null
  search_path         = null
  valid_until         = null
  connection_limit    = null
  skip_drop_role      = null
  skip_reassign_owned = null
  assume_role         = null
  statement_timeout   = null
}

resource "postgresql_role" "wo" {
  name                = "${var.w}_wo"
  login               = "true"
  password_wo         = "hidden"
  password_wo_version = 1
  lifecycle {
    ignore_changes = [roles]
  }
}

resource "postgresql_database" "this" {
  for_each               = local.services
  name                   = "${var.w}_${each.key}"
  owner                  = postgresql_role.owner[each.key].name
  template               = "template0"
  encoding               = "UTF8"
  lc_collate             = "C"
  lc_ctype               = "C"
  tablespace_name        = "pg_default"
  connection_limit       = -1
  allow_connections      = true
  is_template            = false
  alter_object_ownership = true
}

resource "postgresql_database" "defaults" {
  name            = "${var.w}_defaults"
  owner           = "postgres"
  template        = "template1"
  encoding        = "DEFAULT"
  lc_collate      = "DEFAULT"
  lc_ctype        = "DEFAULT"
  tablespace_name = "DEFAULT"
  lifecycle {
    ignore_changes  = [template, encoding, lc_collate, lc_ctype, tablespace_name]
    prevent_destroy = false
  }
}

resource "postgresql_database" "bare" {
  count = 2
  name  = "${var.w}_bare_${count.index}"
}

resource "postgresql_schema" "this" {
  for_each      = local.schemas
  name          = each.value.schema
  database      = postgresql_database.this[each.value.database].name
  owner         = postgresql_role.owner[each.value.database].name
  if_not_exists = true
  drop_cascade  = true

  policy {
    usage = true
    role  = postgresql_role.group.name
  }

  dynamic "policy" {
    for_each = ["billing-app"]
    content {
      create            = true
      usage             = true
      create_with_grant = false
      role              = postgresql_role.app[split("-", policy.value)[0]].name
    }
  }

  policy {
    create_with_grant = true
    usage_with_grant  = true
    role              = postgresql_role.owner["billing"].name
  }
}

resource "postgresql_schema" "public" {
  name         = "public"
  database     = postgresql_database.this["search"].name
  owner        = postgresql_role.owner["search"].name
  drop_cascade = true
}

resource "postgresql_schema" "everyone" {
  name = "everyone"
  policy {
    usage = true
  }
}

resource "postgresql_extension" "this" {
  for_each = local.extensions
  name     = each.value.extension
  database = postgresql_database.this[each.value.database].name
}

resource "postgresql_extension" "pinned" {
  name           = "hstore"
  schema         = postgresql_schema.this["billing.ledger"].name
  database       = postgresql_database.this["billing"].name
  version        = "1.8"
  drop_cascade   = true
  create_cascade = true
}

resource "postgresql_extension" "preinstalled" {
  name     = "plpgsql"
  database = postgresql_database.bare[0].name
}

resource "postgresql_extension" "stat" {
  name   = "pg_stat_statements"
  schema = "public"
}

resource "postgresql_grant" "revoke_public_schema" {
  for_each    = toset(keys(local.services))
  database    = postgresql_database.this[each.value].name
  role        = "public"
  schema      = "public"
  object_type = "schema"
  privileges  = []
  depends_on  = [postgresql_schema.public]
}

resource "postgresql_grant" "revoke_public_database" {
  database    = postgresql_database.this["billing"].name
  role        = "public"
  object_type = "database"
  privileges  = []
}

resource "postgresql_grant" "revoke_public_functions" {
  database    = postgresql_database.this["search"].name
  role        = "public"
  schema      = "public"
  object_type = "function"
  objects     = []
  privileges  = []
  depends_on  = [postgresql_extension.this]
}

# A schema where none counts.
resource "postgresql_grant" "connect" {
  for_each    = local.services
  database    = postgresql_database.this[each.key].name
  role        = postgresql_role.app[each.key].name
  schema      = "public"
  object_type = "database"
  privileges  = ["CONNECT", "TEMPORARY", "CREATE"]
}

resource "postgresql_grant" "all_of_database" {
  database          = "${var.w}_bare_1"
  role              = postgresql_role.group.name
  object_type       = "database"
  privileges        = ["ALL"]
  with_grant_option = false
  depends_on        = [postgresql_database.bare]
}

resource "postgresql_grant" "tables" {
  for_each    = { for pair in local.all_schemas : "${pair.database}.${pair.schema}" => pair }
  database    = "${var.w}_${each.value.database}"
  role        = postgresql_role.app[each.value.database].name
  schema      = each.value.schema
  object_type = "table"
  objects     = []
  privileges  = ["SELECT", "INSERT", "UPDATE", "DELETE"]
  depends_on  = [postgresql_database.this, postgresql_schema.this, postgresql_schema.public, postgresql_extension.pinned]
}

resource "postgresql_grant" "schema" {
  for_each          = { for pair in local.all_schemas : "${pair.database}.${pair.schema}" => pair }
  database          = "${var.w}_${each.value.database}"
  role              = postgresql_role.app[each.value.database].name
  schema            = each.value.schema
  object_type       = "schema"
  privileges        = ["USAGE", "CREATE"]
  with_grant_option = true
  depends_on        = [postgresql_schema.this, postgresql_schema.public]
}

resource "postgresql_grant" "function" {
  database    = "${var.w}_billing"
  role        = postgresql_role.group.name
  schema      = "public"
  object_type = "function"
  objects     = ["${postgresql_function.plain.name}", "many(text, integer)"]
  privileges  = ["EXECUTE"]
  depends_on  = [postgresql_function.many]
}

resource "postgresql_grant" "routine" {
  database    = "${var.w}_billing"
  role        = postgresql_role.nulls.name
  schema      = "public"
  object_type = "routine"
  privileges  = ["ALL"]
  depends_on  = [postgresql_function.many, postgresql_function.plain, postgresql_extension.this, postgresql_extension.pinned, postgresql_function.trigger, postgresql_function.explain, postgresql_function.heredoc, postgresql_function.table]
}

resource "postgresql_grant" "fdw" {
  database    = var.w
  role        = postgresql_role.group.name
  object_type = "foreign_data_wrapper"
  objects     = ["postgres_fdw"]
  privileges  = ["USAGE"]
  depends_on  = [postgresql_extension.fdw]
}

resource "postgresql_extension" "fdw" {
  name = "postgres_fdw"
}

resource "postgresql_grant" "columns" {
  database    = var.w
  role        = postgresql_role.group.name
  schema      = "existing"
  object_type = "column"
  objects     = ["people"]
  columns     = ["name", "id"]
  privileges  = ["UPDATE"]
}

data "postgresql_tables" "existing" {
  database              = var.w
  schemas               = ["existing"]
  table_types           = ["BASE TABLE"]
  not_like_all_patterns = ["%secret%"]
}

data "postgresql_sequences" "existing" {
  database          = var.w
  schemas           = ["existing"]
  like_any_patterns = ["people%"]
}

data "postgresql_schemas" "mine" {
  database               = postgresql_database.this["billing"].name
  like_any_patterns      = ["led%", "pub%"]
  regex_pattern          = "^[a-z]+$"
  include_system_schemas = false
  depends_on             = [postgresql_schema.this]
}

resource "postgresql_grant" "found_tables" {
  database    = var.w
  role        = postgresql_role.nulls.name
  schema      = "existing"
  object_type = "table"
  objects     = [for table in data.postgresql_tables.existing.tables : table.object_name]
  privileges  = ["SELECT"]
}

resource "postgresql_grant" "found_sequences" {
  database    = var.w
  role        = postgresql_role.nulls.name
  schema      = "existing"
  object_type = "sequence"
  objects     = data.postgresql_sequences.existing.sequences[*].object_name
  privileges  = ["USAGE", "SELECT", "UPDATE"]
}

resource "postgresql_grant_role" "reader" {
  for_each          = local.readers
  role              = postgresql_role.wo.name
  grant_role        = postgresql_role.reader[each.key].name
  with_admin_option = true
  # The role's own list would take it away again.
}

resource "postgresql_grant_role" "monitor" {
  role       = postgresql_role.group.name
  grant_role = "pg_read_all_stats"
}

resource "postgresql_default_privileges" "app" {
  for_each    = local.default_privileges
  database    = postgresql_database.this["billing"].name
  role        = postgresql_role.app["billing"].name
  schema      = postgresql_schema.this["billing.ledger"].name
  owner       = postgresql_role.owner["billing"].name
  object_type = each.key
  privileges  = each.value
}

resource "postgresql_default_privileges" "own" {
  database    = postgresql_database.this["billing"].name
  role        = postgresql_role.owner["billing"].name
  schema      = "public"
  owner       = postgresql_role.owner["billing"].name
  object_type = "table"
  privileges  = ["ALL"]
}

resource "postgresql_default_privileges" "database_owner" {
  database    = postgresql_database.this["billing"].name
  role        = postgresql_role.group.name
  schema      = "public"
  owner       = "pg_database_owner"
  object_type = "table"
  privileges  = ["SELECT"]
}

resource "postgresql_default_privileges" "schemas" {
  database          = "${var.w}_search"
  role              = postgresql_role.group.name
  owner             = postgresql_role.owner["search"].name
  object_type       = "schema"
  privileges        = ["USAGE", "CREATE"]
  with_grant_option = true
  depends_on        = [postgresql_database.this]
}

resource "postgresql_default_privileges" "no_public_functions" {
  database    = "${var.w}_search"
  role        = "public"
  owner       = postgresql_role.owner["search"].name
  object_type = "function"
  privileges  = []
  depends_on  = [postgresql_database.this]
}

resource "postgresql_default_privileges" "no_public_functions_in_schema" {
  database    = "${var.w}_search"
  role        = "public"
  schema      = "public"
  owner       = postgresql_role.owner["search"].name
  object_type = "function"
  privileges  = []
  depends_on  = [postgresql_database.this, postgresql_schema.public]
}

resource "postgresql_function" "plain" {
  name     = "plain"
  database = postgresql_database.this["billing"].name
  returns  = "integer"
  language = "plpgsql"
  body     = <<-EOF
        BEGIN
            RETURN 1;
        END;
    EOF
}

resource "postgresql_function" "many" {
  name     = "many"
  schema   = "public"
  database = postgresql_database.this["billing"].name
  arg {
    name = "i"
    type = "text"
  }
  arg {
    name    = "n"
    type    = "integer"
    default = "0"
  }
  arg {
    name = "result"
    type = "text"
    mode = "OUT"
  }
  body             = "AS $$\nBEGIN\n  result := i || n;\nEND;\n$$\n"
  returns          = "text"
  language         = "plpgsql"
  parallel         = "SAFE"
  security_definer = true
  strict           = true
  volatility       = "STABLE"
  drop_cascade     = true
}

resource "postgresql_function" "explain" {
  name     = "explain_statement"
  database = postgresql_database.this["billing"].name
  schema   = postgresql_schema.this["billing.ledger"].name
  arg {
    mode = "IN"
    name = "l_query"
    type = "text"
  }
  arg {
    name = "explain"
    type = "json"
    mode = "OUT"
  }
  returns          = "SETOF json"
  language         = "plpgsql"
  security_definer = true
  body             = <<-EOF
    DECLARE
      curs REFCURSOR;
      plan JSON;
    BEGIN
      OPEN curs FOR EXECUTE pg_catalog.concat('EXPLAIN (FORMAT JSON) ', l_query);
      FETCH curs INTO plan;
      CLOSE curs;
      RETURN QUERY SELECT plan;
    END;
  EOF
}

resource "postgresql_function" "trigger" {
  name     = "touch"
  database = postgresql_database.this["billing"].name
  returns  = "trigger"
  body     = <<EOF
AS $BODY$
BEGIN
  NEW.updated_at = now(); -- '%'
  RETURN NEW;
END;
$BODY$
EOF
}

resource "postgresql_function" "heredoc" {
  name     = "total"
  database = postgresql_database.this["billing"].name
  arg {
    name = "a"
    type = "float"
  }
  arg {
    type = "int"
  }
  arg {
    name = "rest"
    type = "text[]"
    mode = "VARIADIC"
  }
  returns    = "float"
  language   = "sql"
  volatility = "IMMUTABLE"
  body       = "SELECT a * 2"
}

resource "postgresql_function" "table" {
  name     = "report"
  database = postgresql_database.this["billing"].name
  language = "sql"
  returns  = "TABLE(id integer, name text)"
  body     = <<-EOT
    SELECT 1, 'a'::text;
  EOT
}

output "schemas" {
  value = data.postgresql_schemas.mine.schemas
}
output "ids" {
  value = {
    grants    = [for grant in postgresql_grant.tables : grant.id]
    functions = postgresql_function.many.id
    database  = postgresql_database.bare[*].id
    defaults  = { for key, one in postgresql_default_privileges.app : key => one.id }
    sequence  = data.postgresql_sequences.existing.id
  }
}

locals {
  apps = toset([for number in range(3) : "app${number}"])
}
resource "postgresql_role" "managed_owner" {
  provider = postgresql.managed
  for_each = local.apps
  name     = "${var.w}_${each.key}_owner"
}
resource "postgresql_role" "managed_user" {
  provider = postgresql.managed
  for_each = local.apps
  name     = "${var.w}_${each.key}"
  login    = true
  password = "secret-${each.key}"
  roles    = [postgresql_role.managed_owner[each.key].name]
}
resource "postgresql_role" "managed_shared" {
  provider = postgresql.managed
  name     = "${var.w}_shared_owner"
}
resource "postgresql_database" "managed_this" {
  provider               = postgresql.managed
  for_each               = local.apps
  name                   = "${var.w}_${each.key}-db"
  owner                  = postgresql_role.managed_owner[each.key].name
  alter_object_ownership = true
}
# All of one owner, at the same time.
resource "postgresql_database" "managed_shared" {
  provider = postgresql.managed
  count    = 2
  name     = "${var.w}_shared${count.index}"
  owner    = postgresql_role.managed_shared.name
}
resource "postgresql_schema" "managed_shared" {
  provider = postgresql.managed
  count    = 3
  name     = "s${count.index}"
  database = postgresql_database.managed_this["app0"].name
  owner    = postgresql_role.managed_shared.name
  policy {
    usage = true
    role  = postgresql_role.managed_user["app0"].name
  }
}
resource "postgresql_schema" "managed_this" {
  provider     = postgresql.managed
  for_each     = local.apps
  name         = each.key
  database     = postgresql_database.managed_this[each.key].name
  owner        = postgresql_role.managed_owner[each.key].name
  drop_cascade = true
}
resource "postgresql_grant" "managed_public" {
  provider    = postgresql.managed
  for_each    = local.apps
  database    = postgresql_database.managed_this[each.key].name
  role        = "public"
  schema      = "public"
  object_type = "schema"
  privileges  = []
}
resource "postgresql_grant" "managed_connect" {
  provider    = postgresql.managed
  for_each    = local.apps
  database    = postgresql_database.managed_this[each.key].name
  role        = postgresql_role.managed_user[each.key].name
  object_type = "database"
  privileges  = ["CONNECT", "CREATE"]
  depends_on  = [postgresql_grant_role.managed_master]
}
resource "postgresql_grant" "managed_usage" {
  provider    = postgresql.managed
  for_each    = local.apps
  database    = postgresql_database.managed_this[each.key].name
  role        = postgresql_role.managed_user[each.key].name
  schema      = postgresql_schema.managed_this[each.key].name
  object_type = "schema"
  privileges  = ["USAGE"]
}
resource "postgresql_grant" "managed_tables" {
  provider    = postgresql.managed
  for_each    = local.apps
  database    = postgresql_database.managed_this[each.key].name
  role        = postgresql_role.managed_user[each.key].name
  schema      = postgresql_schema.managed_this[each.key].name
  object_type = "table"
  privileges  = ["ALL"]
}
resource "postgresql_grant" "managed_sequences" {
  provider    = postgresql.managed
  for_each    = local.apps
  database    = postgresql_database.managed_this[each.key].name
  role        = postgresql_role.managed_user[each.key].name
  schema      = "public"
  object_type = "sequence"
  privileges  = ["USAGE", "SELECT"]
}
resource "postgresql_default_privileges" "managed_tables" {
  provider    = postgresql.managed
  for_each    = local.apps
  database    = postgresql_database.managed_this[each.key].name
  role        = postgresql_role.managed_user[each.key].name
  schema      = postgresql_schema.managed_this[each.key].name
  owner       = postgresql_role.managed_owner[each.key].name
  object_type = "table"
  privileges  = ["SELECT", "INSERT"]
}
resource "postgresql_extension" "managed_trusted" {
  provider   = postgresql.managed
  for_each   = local.apps
  name       = "pgcrypto"
  database   = postgresql_database.managed_this[each.key].name
  schema     = postgresql_schema.managed_this[each.key].name
  depends_on = [postgresql_grant_role.managed_master]
}
resource "postgresql_function" "managed_f" {
  provider   = postgresql.managed
  name       = "f"
  database   = postgresql_database.managed_this["app0"].name
  schema     = postgresql_schema.managed_this["app0"].name
  returns    = "void"
  body       = "BEGIN END;"
  depends_on = [postgresql_grant_role.managed_master]
}
# The user becomes a member of the owners for good, while databases and schemas are made on their behalf.
resource "postgresql_grant_role" "managed_master" {
  provider   = postgresql.managed
  for_each   = postgresql_role.managed_owner
  role       = postgresql_role.master.name
  grant_role = each.value.name
}
