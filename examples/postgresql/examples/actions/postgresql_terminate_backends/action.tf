# Ends all connections before the owner of the database changes.
resource "postgresql_database" "shop" {
  name  = "shop"
  owner = "sales"

  lifecycle {
    action_trigger {
      events  = [before_update]
      actions = [action.postgresql_terminate_backends.shop]
    }
  }
}

action "postgresql_terminate_backends" "shop" {
  config {
    database     = "shop"
    states       = ["idle", "idle in transaction"]
    in_state_for = "5m"
  }
}
