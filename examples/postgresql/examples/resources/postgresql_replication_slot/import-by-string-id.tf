import {
  to = postgresql_replication_slot.search
  id = "shop.search"
}
