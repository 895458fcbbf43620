# An image that starts with the content of a snapshot, and has its size.

resource "disk_image" "copy" {
  name        = "copy"
  snapshot_id = disk_snapshot.golden.id
}

resource "disk_snapshot" "golden" {
  name     = "golden"
  image_id = "system"
}
