//! What is destroyed beside what it is in, since nothing in the configuration says which comes first.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use schema_provider::testing::Step;

use super::database_with_roles::DatabaseWithRoles;
use crate::common::cluster::{self, TestDatabase};
use crate::common::session::{Session, eventually, until};

const SETUP: &str = "CREATE ROLE {w}_own; CREATE ROLE {w}_r";

/// What is in a schema, and in a database, which the other resources make.
fn inside(database: &str, count: u32) -> String {
    format!(
        r#"
resource "postgresql_default_privileges" "d" {{
  count       = {count}
  database    = "{database}"
  role        = "{{w}}_r"
  owner       = "{{w}}_own"
  schema      = "s${{count.index}}"
  object_type = "table"
  privileges  = ["SELECT"]
}}
resource "postgresql_grant" "s" {{
  count       = {count}
  database    = "{database}"
  role        = "{{w}}_r"
  schema      = "s${{count.index}}"
  object_type = "schema"
  privileges  = ["USAGE"]
}}
resource "postgresql_grant" "t" {{
  count       = {count}
  database    = "{database}"
  role        = "{{w}}_r"
  schema      = "s${{count.index}}"
  object_type = "table"
  privileges  = ["ALL"]
}}
"#
    )
}

fn schemas(database: &str, count: u32) -> String {
    format!(
        "resource \"postgresql_schema\" \"s\" {{\n  count = {count}\n  name = \"s${{count.index}}\"\n  database = \"{database}\"\n  \
         owner = \"{{w}}_own\"\n}}\n"
    )
}

#[test]
fn privileges_beside_their_schemas() {
    let Some(db) = DatabaseWithRoles::new("beside_schemas", SETUP) else {
        return;
    };
    let made = db.fill(&schemas("{w}", 8));
    let all = format!("{made}{}", db.fill(&inside("{w}", 8)));
    let mut test = db.test();
    for _ in 0..3 {
        test = test
            .step(Step::apply(&*made))
            .step(Step::apply(&*all))
            .step(Step::destroy())
            .step(db.finds(
                "SELECT count(*) FROM pg_default_acl UNION ALL SELECT count(*) FROM pg_namespace WHERE nspname LIKE 's_'",
                "0,0",
            ));
    }
    test.run();
}

#[test]
fn privileges_and_objects_beside_their_database() {
    let Some(db) = DatabaseWithRoles::new("beside_database", SETUP) else {
        return;
    };
    let database = "resource \"postgresql_database\" \"d\" {\n  name = \"{w}_d\"\n}\n";
    let others = r#"
resource "postgresql_extension" "e" {
  name     = "hstore"
  database = "{w}_d"
}
resource "postgresql_function" "f" {
  name     = "f"
  database = "{w}_d"
  language = "sql"
  returns  = "integer"
  body     = "SELECT 1"
}
resource "postgresql_publication" "p" {
  name     = "p"
  database = "{w}_d"
}
resource "postgresql_grant" "d" {
  database    = "{w}_d"
  role        = "{w}_r"
  object_type = "database"
  privileges  = ["CONNECT"]
}
"#;
    let made = db.fill(&format!("{database}{}", schemas("{w}_d", 4)));
    let made = made.replace(
        "  count = 4",
        "  depends_on = [postgresql_database.d]\n  count = 4",
    );
    let all = format!("{made}{}{}", db.fill(&inside("{w}_d", 4)), db.fill(others));
    // Nothing says that the schemas are in the database either.
    let loose = all.replace("  depends_on = [postgresql_database.d]\n", "");
    let mut test = db.test();
    for _ in 0..4 {
        test = test
            .step(Step::apply(&*made))
            .step(Step::apply(&*all))
            .step(Step::apply(&*loose))
            .step(Step::destroy())
            .step(db.finds(
                "SELECT count(*) FROM pg_database WHERE datname = '{w}_d'",
                "0",
            ));
    }
    test.run();
}

/// The schema goes between the look whether it is there and the statement.
#[test]
fn a_schema_that_goes_while_its_privileges_are_revoked() {
    let Some(db) = DatabaseWithRoles::new("goes_meanwhile", SETUP) else {
        return;
    };
    let made = db.fill(&inside("{w}", 1));
    let waits = "SELECT 1 FROM pg_stat_activity WHERE datname = 'goes_meanwhile' AND wait_event_type = 'Lock'";
    let held: Arc<std::sync::Mutex<Option<Session>>> = Arc::default();
    let begin = Arc::clone(&held);
    db.test()
        .step(db.runs("CREATE SCHEMA s0"))
        .step(Step::apply(made))
        .step(Step::outside(move |_| {
            let here = TestDatabase {
                cluster: cluster::shared().unwrap(),
                name: "goes_meanwhile".to_owned(),
            };
            *begin.lock().unwrap() = Some(Session::begin(&here, "DROP SCHEMA s0 CASCADE"));
            let session = begin.lock().unwrap().take();
            thread::spawn(move || {
                eventually(&here, waits, true);
                if let Some(session) = session {
                    session.commit();
                }
            });
        }))
        .step(Step::destroy())
        .run();
    assert!(held.lock().unwrap().is_none());
}

/// What a role may do somewhere goes while the role is destroyed.
#[test]
fn a_role_that_still_has_privileges_waits_for_them_to_go() {
    let Some(db) = DatabaseWithRoles::new("beside_role", "") else {
        return;
    };
    let refused = db.fill("role \"{w}_made\" cannot be dropped");
    let count = move || cluster::shared().unwrap().log().matches(&refused).count();
    db.test()
        .step(Step::apply(db.fill(
            "resource \"postgresql_role\" \"r\" {\n  name = \"{w}_made\"\n}\n",
        )))
        .step(db.runs("CREATE SCHEMA s; CREATE TABLE s.t (a int); GRANT SELECT ON s.t TO {w}_made"))
        .step(Step::outside(move |_| {
            let here = TestDatabase {
                cluster: cluster::shared().unwrap(),
                name: "beside_role".to_owned(),
            };
            let session = Session::begin(&here, "DROP SCHEMA s CASCADE");
            let (before, count) = (count(), count.clone());
            thread::spawn(move || {
                until("it is refused", || count() > before);
                session.commit();
            });
        }))
        .step(Step::destroy())
        .run();
}

/// The server's load can keep a drop from its lock for longer than others look for it: the privileges whose session it has ended wait.
#[test]
fn a_drop_that_takes_long_between_its_statements() {
    let Some(db) = DatabaseWithRoles::new("slow_drop", SETUP) else {
        return;
    };
    let made = db.fill("resource \"postgresql_database\" \"d\" {\n  name = \"{w}_d\"\n}\n");
    let privileges = r#"
resource "postgresql_grant" "s" {
  database    = "{w}_d"
  role        = "{w}_r"
  schema      = "s0"
  object_type = "schema"
  privileges  = ["USAGE"]
}
"#;
    let all = format!("{made}{}", db.fill(privileges));
    let within = |name: &str| TestDatabase {
        cluster: cluster::shared().unwrap(),
        name: name.to_owned(),
    };
    db.test()
        .only_with_terraform("it alone destroys both at the same time")
        .step(Step::apply(made))
        .step(Step::outside(move |_| {
            within("slow_drop_d").sql("CREATE SCHEMA s0");
        }))
        .step(Step::apply(all))
        .step(Step::outside(move |_| {
            let (here, there) = (within("slow_drop"), within("slow_drop_d"));
            let revoking = Session::begin(&there, "DROP SCHEMA s0 CASCADE");
            let lock = "LOCK TABLE pg_catalog.pg_database IN SHARE MODE";
            let closing = Session::begin(&here, lock);
            thread::spawn(move || {
                let waits = |query: &str| {
                    format!(
                        "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND {query}"
                    )
                };
                eventually(&here, &waits("datname = 'slow_drop_d'"), true);
                eventually(
                    &here,
                    &waits("query LIKE 'ALTER DATABASE %slow_drop_d%ALLOW_CONNECTIONS%'"),
                    true,
                );
                // The next one in the queue: it has the lock as soon as the database is closed.
                let next = here.clone();
                let between = thread::spawn(move || Session::begin(&next, lock));
                eventually(&here, &waits("query LIKE 'BEGIN; LOCK TABLE%'"), true);
                closing.commit();
                let between = between.join().unwrap();
                thread::sleep(Duration::from_secs(4));
                between.commit();
                drop(revoking);
            });
        }))
        .step(Step::destroy())
        .step(db.finds(
            "SELECT count(*) FROM pg_database WHERE datname = '{w}_d'",
            "0",
        ))
        .run();
}
