resource "postgresql_function" "with_vat" {
  database   = "shop"
  schema     = "sales"
  name       = "with_vat"
  returns    = "numeric"
  language   = "plpgsql"
  volatility = "IMMUTABLE"
  parallel   = "SAFE"
  strict     = true

  arg {
    name = "net"
    type = "numeric"
  }

  arg {
    name    = "percent"
    type    = "integer"
    default = "19"
  }

  body = <<-EOF
    BEGIN
      RETURN round(net * (100 + percent) / 100, 2);
    END;
  EOF
}
