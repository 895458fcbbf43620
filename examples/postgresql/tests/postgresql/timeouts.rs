//! Resources without a timeout test of their own, waiting for somebody else's lock until the
//! timeout.

use std::sync::{Arc, Mutex};

use schema_provider::testing::Step;

use super::own_database::OwnDatabase;
use crate::common::session::{Session, eventually};

const NAMES: [&str; 6] = [
    "postgresql_schema.s",
    "postgresql_grant.g",
    "postgresql_grant_role.m",
    "postgresql_default_privileges.d",
    "postgresql_extension.e",
    "postgresql_function.f",
];

fn config(schema: &str, timeout: &str) -> String {
    let timeouts = format!("  timeouts {{\n    default = \"{timeout}\"\n  }}");
    format!(
        r#"
resource "postgresql_schema" "s" {{
  name = "{schema}"
{timeouts}
}}
resource "postgresql_grant" "g" {{
  role        = "waits_r"
  database    = "waits"
  schema      = "other"
  object_type = "table"
  privileges  = ["SELECT"]
{timeouts}
}}
resource "postgresql_grant_role" "m" {{
  role       = "waits_r"
  grant_role = "waits_g"
{timeouts}
}}
resource "postgresql_default_privileges" "d" {{
  role        = "waits_r"
  database    = "waits"
  owner       = "waits_o"
  object_type = "table"
  privileges  = ["SELECT"]
{timeouts}
}}
resource "postgresql_extension" "e" {{
  name = "citext"
{timeouts}
}}
resource "postgresql_function" "f" {{
  name = "f"
  body = "BEGIN END"
{timeouts}
}}
"#
    )
}

/// A session that holds the locks that each of them needs.
const HOLDS: &str = "ALTER SCHEMA kept RENAME TO moved; GRANT INSERT ON other.t TO waits_r; GRANT waits_g TO waits_r;
    ALTER DEFAULT PRIVILEGES FOR ROLE waits_o GRANT SELECT ON TABLES TO waits_r; CREATE EXTENSION citext;
    CREATE FUNCTION public.f() RETURNS void LANGUAGE plpgsql AS 'BEGIN END'";

#[test]
fn each_resource_waits_for_a_lock_until_its_timeout_and_names_the_holder() {
    let Some(own) = OwnDatabase::new(
        "waits",
        "DROP ROLE IF EXISTS waits_r, waits_g, waits_o; CREATE ROLE waits_r; CREATE ROLE waits_g; CREATE ROLE waits_o;
         CREATE SCHEMA other; CREATE TABLE other.t (a int); CREATE TABLE other.u (a int)",
    ) else {
        return;
    };
    let holder: Arc<Mutex<Option<Session>>> = Arc::default();
    let (held_by, release) = (Arc::clone(&holder), holder);
    let (db, ours) = (own.database.clone(), own.database.clone());
    let kept = config("kept", "2s");
    let only_schema = &kept[..kept.find("resource \"postgresql_grant\"").unwrap()];
    let mut blocked = Step::apply(config("renamed", "2s"));
    for name in NAMES {
        blocked = blocked.fails(format!(
            "(?s){name}: .{{0,200}}2s.{{0,600}}It waited for a lock held by process"
        ));
    }
    own.test()
        .step(Step::apply(only_schema))
        .step(Step::outside(move |_| {
            *held_by.lock().unwrap() = Some(Session::begin(&db, HOLDS));
        }))
        .step(blocked)
        .step(Step::outside(move |_| {
            drop(release.lock().unwrap().take());
            let sessions = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database()
                AND pid <> pg_backend_pid() AND backend_type = 'client backend'";
            eventually(&ours, sessions, false);
        }))
        // Nothing has changed, and nothing is saved.
        .step(own.finds(
            "SELECT nspname FROM pg_namespace WHERE nspname IN ('kept', 'renamed', 'moved')",
            "kept",
        ))
        .step(Step::plan(only_schema).plans_nothing())
        .step(Step::apply(config("renamed", "20m")).counts(5, 1, 0))
        .step(Step::destroy())
        .run();
}
