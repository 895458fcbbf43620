terraform {
  state_store "disk_states" {
    provider "disk" {
      directory = "/var/lib/disks"
    }

    directory = "/var/lib/disks/states"
  }
}
