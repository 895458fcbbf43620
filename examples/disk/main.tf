# Two disk images, a snapshot of the first, and a look at what is there.
#
#   cargo run -p terraform-provider-disk -- -chdir=examples/disk apply -auto-approve

terraform {
  required_providers {
    disk = {
      source = "example.com/sdk/disk"
    }
  }
}

provider "disk" {
  directory = "disks"
}

variable "environment" {
  type    = string
  default = "demo"
}

locals {
  labels = {
    environment = var.environment
    owner       = "storage"
  }
}

resource "disk_image" "system" {
  name    = "system-${var.environment}"
  size_mb = provider::disk::size_mb("96MiB")
  labels  = local.labels

  partition {
    label   = "boot"
    size_mb = 16
    kind    = "efi"
  }

  partition {
    label   = "root"
    size_mb = 64
  }
}

resource "disk_image" "data" {
  name        = "data-${var.environment}"
  sector_size = 4096

  partition {
    label   = "data"
    size_mb = 32
    kind    = "home"
  }
}

resource "disk_snapshot" "golden" {
  name     = "golden"
  image_id = disk_image.system.id
}

data "disk_image" "system" {
  name = disk_image.system.name
}

output "images" {
  value = {
    (disk_image.system.name) = disk_image.system.path
    (disk_image.data.name)   = disk_image.data.path
  }
}

output "snapshot" {
  value = "${disk_snapshot.golden.path} (${disk_snapshot.golden.size_mb} MiB)"
}

output "first_partition" {
  value = data.disk_image.system.partition[0].label
}
