resource "disk_image" "system" {
  name    = "system"
  size_mb = 96

  labels = {
    environment = "production"
  }

  partition {
    label   = "boot"
    size_mb = 16
    kind    = "efi"
  }

  partition {
    label   = "root"
    size_mb = 64
  }

  timeouts {
    create = "30m"
  }
}
