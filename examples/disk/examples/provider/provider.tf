terraform {
  required_providers {
    disk = {
      source = "example.com/sdk/disk"
    }
  }
}

provider "disk" {
  directory = "/var/lib/disks"
}
