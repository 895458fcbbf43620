# Sorted as in German, independent of the operating system. Needs PostgreSQL 15.
resource "postgresql_database" "catalogue" {
  name            = "catalogue"
  locale_provider = "icu"
  icu_locale      = "de-DE"
}
