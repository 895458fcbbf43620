import {
  to = postgresql_grant_role.report
  id = "report/readers"
}
