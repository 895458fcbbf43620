resource "disk_image" "system" {
  name = "system"
}

resource "disk_snapshot" "golden" {
  name     = "golden"
  image_id = disk_image.system.id
}
