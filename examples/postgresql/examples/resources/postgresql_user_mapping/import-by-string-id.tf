import {
  to = postgresql_user_mapping.report
  id = "report.archive"
}
