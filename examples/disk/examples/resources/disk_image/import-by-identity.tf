import {
  to = disk_image.system
  identity = {
    name = "system"
  }
}
