ephemeral "acme_note" "example" {
  text = "hello"
}
