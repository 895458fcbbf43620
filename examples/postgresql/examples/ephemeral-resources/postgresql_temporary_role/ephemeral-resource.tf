ephemeral "postgresql_temporary_role" "migration" {
  name_prefix = "migration-"
  roles       = ["shop"]
  valid_for   = "30m"
}

# Another instance of the provider that logs in as this role.
provider "postgresql" {
  alias    = "migration"
  username = ephemeral.postgresql_temporary_role.migration.name
  password = ephemeral.postgresql_temporary_role.migration.password
}
