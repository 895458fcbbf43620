# Configurations for the provider in Go, as its users write them: all of it is applied, the plan after it is empty, and it is
# destroyed. Written for this test, beside shapes.tf, of which none is a copy.

terraform {
  required_providers {
    postgresql = {
      source = "cyrilgdn/postgresql"
    }
  }
}

# The beginning of all names.
variable "w" {
  type = string
}

# Maps of users, nulls from variables.
variable "maps_ro" { default = null }
locals { maps_users = { alice = { login = true, limit = 3, roles = [] }, bob = { login = false, limit = null, roles = ["${var.w}_maps_alice"] } } }
resource "postgresql_role" "maps_u" {
  for_each         = { for k, v in local.maps_users : k => v if k == "alice" }
  name             = "${var.w}_maps_${each.key}"
  login            = each.value.login
  connection_limit = each.value.limit
  roles            = each.value.roles
  valid_until      = var.maps_ro
  search_path      = null
  inherit          = var.maps_ro == null ? null : false
}
resource "postgresql_role" "maps_v" {
  for_each         = { for k, v in local.maps_users : k => v if k != "alice" }
  name             = "${var.w}_maps_${each.key}"
  login            = each.value.login
  connection_limit = each.value.limit
  roles            = each.value.roles
  depends_on       = [postgresql_role.maps_u]
}

# Passwords that are hashes, and an end of their validity.
resource "postgresql_role" "hashes_m" {
  name     = "${var.w}_hashes_md5"
  login    = true
  password = "md5${md5("hello w0rld${var.w}_hashes_md5")}"
}
resource "postgresql_role" "hashes_s" {
  name     = "${var.w}_hashes_scram"
  login    = true
  password = "SCRAM-SHA-256$4096:W22ZaJ0SNY7soEsUEjb6gQ==$WG5d8oPm3OtcPnkdi4Uo7BkeZkBFzpcXkuLmtbsT4qY=:wfPLwcE6nTWhTAmQ7tl2KeoiWGPlZqQxSrmfPwDl2dU="
}
resource "postgresql_role" "hashes_never" {
  name        = "${var.w}_hashes_until"
  valid_until = "2031-01-01 00:00:00+00"
}

# Keywords of CREATE DATABASE, whose answers are ignored.
resource "postgresql_database" "keywords_d" {
  name            = "${var.w}_keywords"
  template        = "template0"
  encoding        = "DEFAULT"
  lc_collate      = "DEFAULT"
  lc_ctype        = "default"
  tablespace_name = "DEFAULT"
  lifecycle {
    ignore_changes = [encoding, lc_collate, lc_ctype, tablespace_name]
  }
}

# Copies of a template.
resource "postgresql_database" "copies_t" {
  name        = "${var.w}_copies_t"
  is_template = true
}
resource "postgresql_schema" "copies_s" {
  name     = "in_template"
  database = postgresql_database.copies_t.name
}
resource "postgresql_database" "copies_copy" {
  count      = 2
  name       = "${var.w}_copies_copy${count.index}"
  template   = postgresql_database.copies_t.name
  depends_on = [postgresql_schema.copies_s]
}
data "postgresql_schemas" "copies_c" {
  database = postgresql_database.copies_copy[1].name
}
output "copies_o" { value = data.postgresql_schemas.copies_c.schemas }

# The deprecated blocks of policies, out of other resources.
resource "postgresql_role" "policies_app" {
  for_each = toset(["app_releng", "app_simple", "app_www"])
  name     = "${var.w}_policies_${each.key}"
}
resource "postgresql_schema" "policies_my_schema" {
  name  = "${var.w}_policies_my_schema"
  owner = "postgres"
  dynamic "policy" {
    for_each = postgresql_role.policies_app
    content {
      usage  = policy.key != "app_www"
      create = policy.key == "app_www"
      role   = policy.value.name
    }
  }
}

# A schema that is there, and one twice.
resource "postgresql_schema" "adopted_public" {
  database     = "${var.w}_adopted"
  name         = "public"
  owner        = "postgres"
  drop_cascade = true
}
resource "postgresql_grant" "adopted_revoke" {
  database    = "${var.w}_adopted"
  role        = "public"
  schema      = postgresql_schema.adopted_public.name
  object_type = "schema"
  privileges  = []
}
resource "postgresql_schema" "adopted_twice" {
  database      = "${var.w}_adopted"
  name          = "twice"
  if_not_exists = false
  depends_on    = [postgresql_schema.adopted_public]
}

# Names that need quotes.
resource "postgresql_schema" "quoted_q" {
  for_each = toset(["My Schema", "with\"quote", "ünï", "select", "a.b", "UPPER"])
  name     = each.value
}
resource "postgresql_role" "quoted_q" {
  for_each = toset(["${var.w}_quoted My Role", "${var.w}_quoted\"q", "${var.w}_quotedünï", "${var.w}_quoted.b@example.com", "${var.w}_quotedUPPER"])
  name     = each.value
}
resource "postgresql_grant" "quoted_q" {
  for_each    = { for p in setproduct(keys(postgresql_schema.quoted_q), keys(postgresql_role.quoted_q)) : "${p[0]}/${p[1]}" => p }
  database    = var.w
  schema      = postgresql_schema.quoted_q[each.value[0]].name
  role        = postgresql_role.quoted_q[each.value[1]].name
  object_type = "schema"
  privileges  = ["USAGE", "CREATE"]
}

# ALL, of each type, and objects by name.
resource "postgresql_role" "types_r" {
  name = "${var.w}_types"
}
locals {
  types_grants = {
    database             = { privileges = ["ALL"] }
    schema               = { schema = "s", privileges = ["ALL"] }
    table                = { schema = "s", privileges = ["ALL"] }
    sequence             = { schema = "s", privileges = ["ALL"] }
    foreign_data_wrapper = { objects = ["postgres_fdw"], privileges = ["ALL"] }
    foreign_server       = { objects = ["srv"], privileges = ["ALL"] }
  }
}
resource "postgresql_grant" "types_all" {
  for_each    = local.types_grants
  database    = "${var.w}_types"
  role        = postgresql_role.types_r.name
  schema      = lookup(each.value, "schema", null)
  objects     = lookup(each.value, "objects", null)
  object_type = each.key
  privileges  = each.value.privileges
}
resource "postgresql_role" "types_r2" {
  name = "${var.w}_typesb"
}
resource "postgresql_grant" "types_f" {
  database    = "${var.w}_types"
  role        = postgresql_role.types_r2.name
  schema      = "s"
  object_type = "function"
  objects     = ["f(integer)", "f(text, char)"]
  privileges  = ["EXECUTE"]
}
resource "postgresql_grant" "types_p" {
  database          = "${var.w}_types"
  role              = postgresql_role.types_r2.name
  schema            = "s"
  object_type       = "procedure"
  objects           = ["p"]
  privileges        = ["ALL"]
  with_grant_option = true
}
resource "postgresql_grant" "types_t" {
  database    = "${var.w}_types"
  role        = postgresql_role.types_r2.name
  schema      = "s"
  object_type = "table"
  objects     = ["t1", "t2"]
  privileges  = ["SELECT", "INSERT", "UPDATE", "DELETE", "TRUNCATE", "REFERENCES", "TRIGGER"]
}
resource "postgresql_grant" "types_c" {
  database    = "${var.w}_types"
  role        = postgresql_role.types_r.name
  schema      = "s"
  object_type = "column"
  objects     = ["t1"]
  columns     = ["a", "b"]
  privileges  = ["SELECT"]
  depends_on  = [postgresql_grant.types_all]
}

# A privilege on a column each.
resource "postgresql_role" "columns_r" {
  name = "${var.w}_columns"
}
resource "postgresql_grant" "columns_c" {
  for_each    = toset(["SELECT", "INSERT", "UPDATE", "REFERENCES"])
  database    = "${var.w}_columns"
  role        = postgresql_role.columns_r.name
  schema      = "public"
  object_type = "column"
  objects     = ["t1"]
  columns     = ["a"]
  privileges  = [each.value]
}

# All that there is in a schema.
resource "postgresql_role" "everything_r" {
  name = "${var.w}_everything"
}
resource "postgresql_grant" "everything_t" {
  database    = "${var.w}_everything"
  role        = postgresql_role.everything_r.name
  schema      = "public"
  object_type = "table"
  privileges  = ["ALL"]
}

# What everyone may not do.
resource "postgresql_grant" "everyone_revoke_public" {
  database    = "${var.w}_everyone"
  role        = "public"
  schema      = "public"
  object_type = "function"
  privileges  = []
}
resource "postgresql_grant" "everyone_db" {
  database    = "${var.w}_everyone"
  role        = "public"
  object_type = "database"
  privileges  = ["CONNECT"]
}
resource "postgresql_default_privileges" "everyone_d" {
  database    = "${var.w}_everyone"
  role        = "public"
  owner       = "postgres"
  object_type = "function"
  privileges  = []
}

# Default privileges of each type.
resource "postgresql_role" "defaults_owner" {
  name = "${var.w}_defaults_owner"
}
resource "postgresql_role" "defaults_ro" {
  name = "${var.w}_defaults_ro"
}
locals {
  defaults_d = {
    table    = ["SELECT", "INSERT", "UPDATE", "DELETE"]
    sequence = ["USAGE", "SELECT"]
    function = ["EXECUTE"]
    type     = ["USAGE"]
    schema   = ["USAGE"]
  }
}
resource "postgresql_default_privileges" "defaults_any" {
  for_each    = local.defaults_d
  role        = postgresql_role.defaults_ro.name
  database    = "${var.w}_defaults"
  owner       = postgresql_role.defaults_owner.name
  object_type = each.key
  privileges  = each.value
}
resource "postgresql_default_privileges" "defaults_in_schema" {
  for_each    = { for k, v in local.defaults_d : k => v if k != "schema" && k != "function" }
  role        = postgresql_role.defaults_ro.name
  database    = "${var.w}_defaults"
  schema      = "public"
  owner       = postgresql_role.defaults_owner.name
  object_type = each.key
  privileges  = ["ALL"]
}

# Extensions in a schema of their own.
resource "postgresql_schema" "extensions_ext" {
  database = "${var.w}_extensions"
  name     = "extensions"
}
resource "postgresql_extension" "extensions_e" {
  for_each = toset(["uuid-ossp", "pg_trgm", "hstore", "btree_gist", "unaccent", "pg_stat_statements", "ltree"])
  name     = each.value
  database = "${var.w}_extensions"
  schema   = postgresql_schema.extensions_ext.name
}
resource "postgresql_extension" "extensions_earth" {
  name           = "earthdistance"
  database       = "${var.w}_extensions"
  create_cascade = true
  drop_cascade   = true
}
resource "postgresql_extension" "extensions_v" {
  name     = "citext"
  database = "${var.w}_extensions"
  version  = "1.5"
}

# Bodies as the pages of that provider show them.
resource "postgresql_function" "bodies_increment" {
  name     = "increment"
  database = "${var.w}_bodies"
  arg {
    name = "i"
    type = "integer"
  }
  returns  = "integer"
  language = "plpgsql"
  body     = <<-EOF
        BEGIN
            RETURN i + 1;
        END;
    EOF
}
resource "postgresql_function" "bodies_as_body" {
  name     = "as_body"
  database = "${var.w}_bodies"
  body     = <<-EOF
        AS $$
        BEGIN
            PERFORM 1;
        END;
        $$
    EOF
}
resource "postgresql_function" "bodies_tagged" {
  name     = "tagged"
  database = "${var.w}_bodies"
  returns  = "text"
  language = "plpgsql"
  body     = <<EOF
AS $function$
DECLARE x text := $q$a $ b$q$;
BEGIN
  EXECUTE format($f$SELECT %L$f$, x) INTO x;
  RETURN x;
END
$function$;
EOF
}

# Types of arguments and results.
locals {
  arguments_fs = {
    ts      = { args = [["d", "timestamp with time zone"]], returns = "timestamp with time zone", body = "SELECT d" }
    ts2     = { args = [["d", "timestamptz"]], returns = "timestamptz", body = "SELECT d" }
    arr     = { args = [["x", "integer[]"], ["y", "text[]"]], returns = "integer[]", body = "SELECT x" }
    vc      = { args = [["x", "character varying"]], returns = "character varying", body = "SELECT x" }
    vc2     = { args = [["x", "varchar(20)"]], returns = "varchar", body = "SELECT x" }
    en      = { args = [["m", "mood"]], returns = "mood", body = "SELECT m" }
    ci      = { args = [["m", "citext"]], returns = "public.citext", body = "SELECT m" }
    row     = { args = [["m", "tab"]], returns = "SETOF tab", body = "SELECT * FROM tab" }
    js      = { args = [["m", "jsonb"]], returns = "jsonb", body = "SELECT m || jsonb_build_object('a', '$$')" }
    nm      = { args = [["m", "numeric"]], returns = "numeric", body = "SELECT m" }
    dbl     = { args = [["m", "double precision"]], returns = "double precision", body = "SELECT m" }
    bl      = { args = [["m", "bool"]], returns = "boolean", body = "SELECT m" }
    nothing = { args = [], returns = "void", body = "SELECT 1" }
    pr      = { args = [["m", "app.pair"]], returns = "app.pair", body = "SELECT m" }
    tbl     = { args = [], returns = "TABLE(id integer, name text, at timestamp with time zone)", body = "SELECT 1, 'a'::text, now()" }
    setof   = { args = [["n", "bigint"]], returns = "SETOF bigint", body = "SELECT generate_series(1, n)" }
  }
}
resource "postgresql_function" "arguments_f" {
  for_each = local.arguments_fs
  name     = "f_${each.key}"
  database = "${var.w}_arguments"
  schema   = "app"
  language = "sql"
  returns  = each.value.returns
  body     = each.value.body
  dynamic "arg" {
    for_each = each.value.args
    content {
      name = arg.value[0]
      type = arg.value[1]
    }
  }
}
resource "postgresql_grant" "arguments_x" {
  database    = "${var.w}_arguments"
  role        = "public"
  schema      = "app"
  object_type = "function"
  objects     = [for f in postgresql_function.arguments_f : f.name]
  privileges  = []
}

# Modes and defaults of arguments.
resource "postgresql_function" "modes_inout" {
  name     = "inout_f"
  database = "${var.w}_modes"
  arg {
    name = "a"
    type = "integer"
    mode = "INOUT"
  }
  arg {
    name = "b"
    type = "text"
    mode = "OUT"
  }
  returns = "record"
  body    = "BEGIN b := a::text; END;"
}
resource "postgresql_function" "modes_variadic" {
  name     = "var_f"
  database = "${var.w}_modes"
  arg {
    name    = "sep"
    type    = "text"
    default = "','::text"
  }
  arg {
    name    = "l"
    type    = "text[]"
    mode    = "VARIADIC"
    default = "'{}'::text[]"
  }
  returns  = "text"
  language = "sql"
  body     = "SELECT array_to_string(l, sep)"
}
resource "postgresql_function" "modes_outs" {
  name     = "outs"
  database = "${var.w}_modes"
  arg {
    name = "x"
    type = "integer"
    mode = "OUT"
  }
  body = "BEGIN x := 1; END;"
}

# A trigger with everything in its body.
resource "postgresql_function" "trigger_touch" {
  name             = "touch"
  database         = "${var.w}_trigger"
  returns          = "trigger"
  security_definer = true
  language         = "plpgsql"
  drop_cascade     = true
  body             = <<-EOT
    begin
      new.updated := now();
      -- a comment with 'quotes' and "more" and \ backslash
      raise notice 'x %', E'\n';
      return new;
    end
  EOT
}

# Data sources feed grants.
data "postgresql_schemas" "found_all" {
  database = "${var.w}_found"
}
data "postgresql_schemas" "found_sys" {
  database               = "${var.w}_found"
  include_system_schemas = true
  not_like_all_patterns  = ["pg_temp%", "pg_toast%"]
}
data "postgresql_schemas" "found_app" {
  database          = "${var.w}_found"
  like_any_patterns = ["app\\_%"]
  like_all_patterns = ["%o%"]
  regex_pattern     = "one$"
}
data "postgresql_tables" "found_t" {
  for_each = toset([for s in data.postgresql_schemas.found_all.schemas : s if startswith(s, "app")])
  database = "${var.w}_found"
  schemas  = [each.key]
}
data "postgresql_sequences" "found_s" {
  database = "${var.w}_found"
  schemas  = ["app_one", "app_two"]
}
resource "postgresql_role" "found_r" {
  name = "${var.w}_found"
}
resource "postgresql_grant" "found_g" {
  for_each    = data.postgresql_tables.found_t
  database    = "${var.w}_found"
  role        = postgresql_role.found_r.name
  schema      = each.key
  object_type = "table"
  objects     = [for t in each.value.tables : t.object_name if t.table_type == "BASE TABLE"]
  privileges  = ["SELECT"]
}
output "found_o" { value = {
  all   = data.postgresql_schemas.found_all.schemas
  sys   = data.postgresql_schemas.found_sys.schemas
  app   = data.postgresql_schemas.found_app.schemas
  types = { for s in data.postgresql_sequences.found_s.sequences : s.object_name => s.data_type }
  ids   = [data.postgresql_schemas.found_app.id, data.postgresql_sequences.found_s.id]
} }

# Memberships beside roles that ignore theirs.
resource "postgresql_role" "members_a" {
  name = "${var.w}_members_a"
}
resource "postgresql_role" "members_b" {
  name = "${var.w}_members_b"
  lifecycle {
    ignore_changes = [roles]
  }
}
resource "postgresql_grant_role" "members_g" {
  role       = postgresql_role.members_b.name
  grant_role = postgresql_role.members_a.name
}
resource "postgresql_grant_role" "members_rds" {
  for_each          = toset(["pg_read_all_data", "pg_monitor"])
  role              = postgresql_role.members_b.name
  grant_role        = each.value
  with_admin_option = each.value == "pg_monitor"
}

# Out of JSON.
locals {
  json_cfg = jsondecode(jsonencode({ roles = [{ name = "${var.w}_json_x", login = true, grants = ["CONNECT", "TEMPORARY"] }, { name = "${var.w}_json_y", login = false, grants = [] }] }))
}
resource "postgresql_role" "json_r" {
  for_each = { for r in local.json_cfg.roles : r.name => r }
  name     = each.key
  login    = each.value.login
}
resource "postgresql_grant" "json_g" {
  for_each    = { for r in local.json_cfg.roles : r.name => r }
  database    = var.w
  role        = postgresql_role.json_r[each.key].name
  object_type = "database"
  privileges  = each.value.grants
}

# Views and partitioned tables.
resource "postgresql_role" "views_r" {
  name = "${var.w}_views"
}
resource "postgresql_grant" "views_all" {
  database    = "${var.w}_views"
  role        = postgresql_role.views_r.name
  schema      = "public"
  object_type = "table"
  privileges  = ["SELECT"]
}
resource "postgresql_role" "views_r2" {
  name = "${var.w}_views_2"
}
resource "postgresql_grant" "views_named" {
  database    = "${var.w}_views"
  role        = postgresql_role.views_r2.name
  schema      = "public"
  object_type = "table"
  objects     = ["v", "part", "mv"]
  privileges  = ["SELECT"]
}

# Objects in the order of ids.
resource "postgresql_role" "ids_r" {
  name = "${var.w}_ids_r"
}
resource "postgresql_grant" "ids_g" {
  database    = "${var.w}_ids"
  role        = postgresql_role.ids_r.name
  schema      = "public"
  object_type = "table"
  objects     = ["o1", "o2", "users"]
  privileges  = ["SELECT"]
}
output "ids_id" { value = postgresql_grant.ids_g.id }

# Ends of validity.
resource "postgresql_role" "ends_r" {
  for_each    = { a = "infinity", b = "2030-05-05 00:00:00+00", c = "" }
  name        = "${var.w}_ends_${each.key}"
  valid_until = each.value
}

# Kinds of objects by number.
resource "postgresql_role" "kinds_r" {
  count = 6
  name  = "${var.w}_kinds_${count.index}"
}
resource "postgresql_schema" "kinds_s" {
  name     = "s"
  database = "${var.w}_kinds"
  owner    = postgresql_role.kinds_r[0].name
}
resource "postgresql_grant" "kinds_g" {
  count       = 6
  role        = postgresql_role.kinds_r[count.index].name
  database    = "${var.w}_kinds"
  schema      = postgresql_schema.kinds_s.name
  object_type = element(["table", "sequence", "function", "routine", "procedure", "schema"], count.index)
  privileges  = element([["SELECT"], ["USAGE"], ["EXECUTE"], ["EXECUTE"], ["EXECUTE"], ["USAGE"]], count.index)
}
