list "acme_note" "all" {
  provider = acme

  config {
    name_prefix = "a"
  }
}
