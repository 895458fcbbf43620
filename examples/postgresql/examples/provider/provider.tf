terraform {
  required_providers {
    postgresql = {
      source = "example.com/sdk/postgresql"
    }
  }
}

variable "password" {
  type      = string
  sensitive = true
  ephemeral = true
}

provider "postgresql" {
  host        = "db.example.com"
  username    = "terraform"
  password    = var.password
  sslmode     = "verify-full"
  sslrootcert = "/etc/ssl/certs/db.pem"
  superuser   = false
}
