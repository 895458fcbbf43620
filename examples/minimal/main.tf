# A text file in this folder.
#
#   cargo run -p terraform-provider-minimal -- -chdir=examples/minimal apply -auto-approve

terraform {
  required_providers {
    minimal = {
      source = "example.com/sdk/minimal"
    }
  }
}

resource "minimal_file" "greeting" {
  path    = "greeting.txt"
  content = "Hello from Terraform\n"
}

output "size" {
  value = minimal_file.greeting.size
}
