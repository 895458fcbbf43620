//! Databases that accept no connections, or only read.

use schema_provider::testing::{Step, updates};

use super::database_with_roles::DatabaseWithRoles;

const D: &str = "postgresql_database.d";

fn config(db: &DatabaseWithRoles, open: bool, rest: &str) -> String {
    db.fill(&format!(
        r#"
resource "postgresql_database" "d" {{
  name                   = "{{w}}_d"
  allow_connections      = {open}
  alter_object_ownership = true
{rest}
}}
resource "postgresql_grant" "g" {{
  database    = postgresql_database.d.name
  role        = "{{w}}_r"
  object_type = "database"
  privileges  = ["CONNECT"]
}}
"#
    ))
}

const INSIDE: &str = r#"
resource "postgresql_schema" "s" {
  name     = "s"
  database = postgresql_database.d.name
}
resource "postgresql_grant" "s" {
  database    = postgresql_database.d.name
  role        = "{w}_r"
  schema      = postgresql_schema.s.name
  object_type = "schema"
  privileges  = ["USAGE"]
}
resource "postgresql_default_privileges" "p" {
  database    = postgresql_database.d.name
  role        = "{w}_r"
  owner       = "{w}_own"
  object_type = "table"
  privileges  = ["SELECT"]
}
resource "postgresql_extension" "e" {
  name     = "hstore"
  database = postgresql_database.d.name
}
resource "postgresql_function" "f" {
  name     = "f"
  database = postgresql_database.d.name
  language = "sql"
  returns  = "integer"
  body     = "SELECT 1"
}
"#;

const SETUP: &str = "CREATE ROLE {w}_r; CREATE ROLE {w}_own";

#[test]
fn a_closed_database_is_planned_changed_and_destroyed() {
    let Some(db) = DatabaseWithRoles::new("closed", SETUP) else {
        return;
    };
    let privileges = "SELECT string_agg(privilege_type, ' ' ORDER BY privilege_type) FROM pg_database, aclexplode(datacl)
        WHERE datname = '{w}_d' AND grantee = '{w}_r'::regrole";
    let (open, closed) = (config(&db, true, ""), config(&db, false, ""));
    let both = closed.replace("[\"CONNECT\"]", "[\"CONNECT\", \"CREATE\"]");
    db.test()
        .step(Step::apply(&*open))
        .step(Step::apply(&*closed).plans(updates(D)))
        .step(Step::plan(&*closed).plans_nothing())
        .step(Step::apply(&*both).counts(0, 1, 0))
        .step(db.finds(privileges, "CONNECT CREATE"))
        .step(Step::apply(config(&db, false, "  connection_limit = 3")).counts(0, 2, 0))
        // Open again, with what has to connect to it.
        .step(
            Step::apply(config(&db, true, "  owner = \"{w}_own\"")).fails("alter_object_ownership"),
        )
        .step(Step::apply(&*open).counts(0, 0, 0))
        .step(Step::apply(&*closed))
        .step(Step::destroy())
        .step(db.finds(
            "SELECT count(*) FROM pg_database WHERE datname = '{w}_d'",
            "0",
        ))
        .run();
}

#[test]
fn what_is_in_a_closed_database_stays_in_the_state() {
    let Some(db) = DatabaseWithRoles::new("closed_inside", SETUP) else {
        return;
    };
    let with = |open| format!("{}{}", config(&db, open, ""), db.fill(INSIDE));
    let more = |open| with(open).replace("\"USAGE\"", "\"USAGE\", \"CREATE\"");
    db.test()
        .step(Step::apply(with(true)))
        .step(Step::apply(with(false)).plans(updates(D)))
        .step(
            Step::plan(with(false))
                .plans_nothing()
                .warns("(?s)\"closed_inside_d\"\\s+accepts\\s+no\\s+connections"),
        )
        .step(
            Step::apply(more(false))
                .fails("(?s)55000.*set\\s+allow_connections\\s+=\\s+true")
                .does_not_mention("last statement"),
        )
        .step(Step::destroy().fails("(?s)55000.*set\\s+allow_connections\\s+=\\s+true"))
        .step(Step::apply(more(true)))
        .step(Step::plan(more(true)).plans_nothing())
        .step(Step::destroy())
        .run();
}

/// `default_transaction_read_only` is what sessions begin with, and no privilege that is missing.
#[test]
fn transactions_that_read_by_default_write() {
    let Some(db) = DatabaseWithRoles::new(
        "read_only",
        "CREATE ROLE {w}_r; CREATE ROLE {w}_own; ALTER DATABASE {w} SET default_transaction_read_only = on; \
         CREATE ROLE {w}_admin LOGIN SUPERUSER PASSWORD 'admin'; ALTER ROLE {w}_admin SET default_transaction_read_only = on",
    ) else {
        return;
    };
    let all = format!(
        r#"
resource "postgresql_role" "r" {{
  name = "{{w}}_made"
  lifecycle {{
    ignore_changes = [roles]
  }}
}}
resource "postgresql_grant_role" "r" {{
  role       = postgresql_role.r.name
  grant_role = "{{w}}_r"
}}
resource "postgresql_database" "d" {{
  name  = "{{w}}_d"
  owner = "{{w}}_own"
}}
{INSIDE}"#
    );
    let inside = INSIDE.replace("postgresql_database.d.name", "\"{w}\"");
    let config = db.fill(&format!(
        "provider \"postgresql\" {{\n  database = \"{{w}}\"\n}}\n{all}"
    ));
    db.test_as_admin()
        .step(Step::apply(&*config).leaves_changes())
        .step(Step::apply(config.replace("{w}_own", "{w}_r")))
        .step(Step::destroy())
        .step(Step::apply(db.fill(&inside)))
        .step(Step::destroy())
        .run();
}
