data "disk_image" "system" {
  name = "system"
}

output "root_partition" {
  value = one([for p in data.disk_image.system.partition : p.size_mb if p.label == "root"])
}
