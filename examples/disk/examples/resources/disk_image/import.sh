# The id of an image is its name.
terraform import disk_image.system system
