# The id is the name.
terraform import postgresql_physical_replication_slot.standby standby
