ephemeral "postgresql_role_password" "shop" {
  length = 40
}

# The server keeps the verifier; whoever logs in needs the password itself.
resource "postgresql_role" "shop" {
  name                = "shop"
  login               = true
  password_wo         = ephemeral.postgresql_role_password.shop.verifier
  password_wo_version = "1"
}
