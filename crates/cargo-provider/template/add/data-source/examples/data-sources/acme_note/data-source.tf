data "acme_note" "greeting" {
  name = "greeting"
}
