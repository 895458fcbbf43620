resource "acme_note" "greeting" {
  name = "greeting"
  text = "Hello from Terraform"
}
