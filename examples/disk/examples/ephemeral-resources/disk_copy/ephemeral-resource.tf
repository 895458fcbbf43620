ephemeral "disk_copy" "scratch" {
  image = "system"
}

# Whatever works with the copy, changes no image.
locals {
  scratch = ephemeral.disk_copy.scratch.path
}
