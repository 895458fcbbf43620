resource "disk_image" "system" {
  name = "system"

  lifecycle {
    action_trigger {
      events  = [after_create, after_update]
      actions = [action.disk_verify.system]
    }
  }
}

action "disk_verify" "system" {
  config {
    image_id = "system"
    sha256   = "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae"
  }
}
