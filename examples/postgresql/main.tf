# A role with a password that is saved nowhere, its database with a schema, an extension and a function, privileges of others, and
# a data source.
#
# With a throw-away cluster:
#
#   examples/postgresql/try.sh
#
# With the server of PGHOST, PGUSER, PGPASSWORD and similar:
#
#   cargo run -p terraform-provider-postgresql -- -chdir=examples/postgresql apply -auto-approve

terraform {
  required_providers {
    postgresql = {
      source = "example.com/sdk/postgresql"
    }
  }
}

provider "postgresql" {}

variable "name" {
  type    = string
  default = "shop"
}

# Each run generates a new one. It takes effect when password_wo_version changes.
ephemeral "postgresql_role_password" "owner" {
  length = 40
}

resource "postgresql_role" "owner" {
  name                = "${var.name}_owner"
  login               = true
  password_wo         = ephemeral.postgresql_role_password.owner.verifier
  password_wo_version = "1"
}

resource "postgresql_database" "shop" {
  name  = var.name
  owner = postgresql_role.owner.name
}

resource "postgresql_schema" "sales" {
  database = postgresql_database.shop.name
  name     = "sales"
  owner    = postgresql_role.owner.name
}

resource "postgresql_role" "reader" {
  name = "${var.name}_reader"
}

resource "postgresql_grant" "reader" {
  database    = postgresql_database.shop.name
  schema      = postgresql_schema.sales.name
  role        = postgresql_role.reader.name
  object_type = "schema"
  privileges  = ["USAGE"]
}

resource "postgresql_default_privileges" "reader" {
  database    = postgresql_database.shop.name
  schema      = postgresql_schema.sales.name
  owner       = postgresql_role.owner.name
  role        = postgresql_role.reader.name
  object_type = "table"
  privileges  = ["SELECT"]
}

resource "postgresql_extension" "citext" {
  database = postgresql_database.shop.name
  name     = "citext"
}

resource "postgresql_function" "with_vat" {
  database   = postgresql_database.shop.name
  name       = "with_vat"
  returns    = "numeric"
  volatility = "IMMUTABLE"
  strict     = true

  arg {
    name = "net"
    type = "numeric"
  }

  arg {
    name    = "percent"
    type    = "int"
    default = "19"
  }

  body = <<-EOF
    AS $$
    BEGIN
      RETURN round(net * (100 + percent) / 100, 2);
    END;
    $$
  EOF
}

data "postgresql_schemas" "shop" {
  database = postgresql_schema.sales.database
}

output "function" {
  value = postgresql_function.with_vat.id
}

output "extension" {
  value = "${postgresql_extension.citext.name} ${postgresql_extension.citext.version}"
}

output "schemas" {
  value = data.postgresql_schemas.shop.schemas
}

output "grant_by_hand" {
  value = "GRANT CONNECT ON DATABASE ${provider::postgresql::quote_ident(var.name)} TO PUBLIC"
}
