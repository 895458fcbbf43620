output "result" {
  value = provider::acme::note("hello")
}
