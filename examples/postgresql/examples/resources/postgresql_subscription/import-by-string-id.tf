import {
  to = postgresql_subscription.orders
  id = "reports.orders"
}
