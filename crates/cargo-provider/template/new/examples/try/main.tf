terraform {
  required_providers {
    acme = {
      source = "example.com/acme/acme"
    }
  }
}

resource "acme_note" "greeting" {
  name = "greeting"
  text = "Hello from Terraform"
}

data "acme_note" "greeting" {
  name = acme_note.greeting.name
}

output "greeting" {
  value = "${data.acme_note.greeting.text} (${acme_note.greeting.size} bytes)"
}
