list "disk_image" "large" {
  provider = disk

  config {
    name_prefix = "system-"
    min_size_mb = 1024
  }
}
