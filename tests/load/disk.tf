# For terraform-plan.sh: nothing but the provider and one resource.

provider "disk" {
  directory = "disks"
}

resource "disk_image" "root" {
  name    = "root"
  size_mb = 64

  partition {
    label   = "root"
    size_mb = 32
  }
}
