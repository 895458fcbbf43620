# A pass phrase that is in no plan and in no state. A new version sets it again.

variable "passphrase" {
  type      = string
  sensitive = true
  ephemeral = true
}

resource "disk_image" "private" {
  name                  = "private"
  passphrase_wo         = var.passphrase
  passphrase_wo_version = 1
}
