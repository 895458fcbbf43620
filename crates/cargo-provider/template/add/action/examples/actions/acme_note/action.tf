action "acme_note" "example" {
  config {
    name = "greeting"
    text = "hello"
  }
}
