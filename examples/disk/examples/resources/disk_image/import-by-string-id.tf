import {
  to = disk_image.system
  id = "system"
}
