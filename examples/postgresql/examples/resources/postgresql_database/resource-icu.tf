# Sorted as in German, whatever the operating system knows. Needs PostgreSQL 15.
resource "postgresql_database" "catalogue" {
  name            = "catalogue"
  locale_provider = "icu"
  icu_locale      = "de-DE"
}
