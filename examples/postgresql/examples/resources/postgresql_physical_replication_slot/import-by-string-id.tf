import {
  to = postgresql_physical_replication_slot.standby
  id = "standby"
}
