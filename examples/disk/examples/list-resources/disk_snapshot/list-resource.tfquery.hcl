list "disk_snapshot" "all" {
  provider         = disk
  include_resource = true
  limit            = 20
}
