# A user with a password that is in no plan and no state. Another version sets a new one.
ephemeral "postgresql_role_password" "shop" {}

resource "postgresql_role" "shop" {
  name                = "shop"
  login               = true
  connection_limit    = 20
  search_path         = ["sales", "public"]
  password_wo         = ephemeral.postgresql_role_password.shop.verifier
  password_wo_version = "1"
}
