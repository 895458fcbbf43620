terraform {
  required_providers {
    acme = {
      source = "example.com/acme/acme"
    }
  }
}

provider "acme" {
  directory = "acme"
}
