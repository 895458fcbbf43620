resource "disk_image" "large" {
  name    = "large"
  size_mb = provider::disk::size_mb("2GiB")
}
