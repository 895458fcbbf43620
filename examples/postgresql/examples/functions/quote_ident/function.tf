output "statement" {
  value = "GRANT CONNECT ON DATABASE ${provider::postgresql::quote_ident("Sales 2026")} TO PUBLIC"
}
