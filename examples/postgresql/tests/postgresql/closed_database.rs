//! Databases that accept no connections, or are read-only.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use schema_provider::testing::{Step, updates};

use super::database_with_roles::DatabaseWithRoles;
use crate::common::cluster;

const D: &str = "postgresql_database.d";
const G: &str = "postgresql_grant.g";

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
resource "postgresql_publication" "u" {
  name     = "u"
  database = postgresql_database.d.name
}
"#;

const SETUP: &str = "CREATE ROLE {w}_r; CREATE ROLE {w}_own";

#[test]
fn a_closed_database_is_planned_changed_and_destroyed() {
    let Some(db) = DatabaseWithRoles::new("closed_db", SETUP) else {
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
        .step(Step::import(G).id(db.fill("{w}_r/{w}_d//database")))
        .step(Step::forget(G))
        .step(
            Step::apply(format!(
                "import {{\n  to = {G}\n  id = {:?}\n}}\n{closed}",
                db.fill("{w}_r/{w}_d//database")
            ))
            .counts(0, 0, 0),
        )
        .step(Step::apply(&*both).counts(0, 1, 0))
        .step(db.finds(privileges, "CONNECT CREATE"))
        .step(Step::apply(config(&db, false, "  connection_limit = 3")).counts(0, 2, 0))
        // Reopened, together with what has to connect to it.
        .step(
            Step::apply(config(&db, true, "  owner = \"{w}_own\"")).fails("alter_object_ownership"),
        )
        .step(Step::apply(&*open).counts(0, 0, 0))
        .step(Step::apply(&*closed))
        .step(Step::destroy())
        .step(db.finds_no_database())
        .run();
}

/// Its content stays in the state. Only a superuser could change it.
#[test]
fn the_content_of_a_closed_database_is_unchanged_until_it_opens() {
    let setup = "CREATE ROLE {w}_r; CREATE ROLE {w}_own; CREATE ROLE {w}_admin LOGIN CREATEDB CREATEROLE PASSWORD 'adm1n-pw'";
    let Some(db) = DatabaseWithRoles::new("closed_inside", setup) else {
        return;
    };
    // Who may install extensions depends on the version.
    let inside = db.fill(&INSIDE[..INSIDE.find("resource \"postgresql_extension\"").unwrap()]);
    let with = |open| format!("{}{inside}", config(&db, open, ""));
    let more = |open| with(open).replace("\"USAGE\"", "\"USAGE\", \"CREATE\"");
    db.test_as_admin()
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

/// The state of the database, which nobody else can connect to.
const CLOSED: &str =
    "SELECT concat_ws(' ', datallowconn, datconnlimit) FROM pg_database WHERE datname = '{w}_d'";

#[test]
fn a_superuser_changes_the_content_of_a_closed_database() {
    let setup = "CREATE ROLE {w}_r; CREATE ROLE {w}_own; CREATE ROLE {w}_app LOGIN PASSWORD 'app'";
    let Some(db) = DatabaseWithRoles::new("closed_changes", setup) else {
        return;
    };
    let with = |open, inside: &str| {
        format!(
            "{}{}",
            config(&db, open, "  connection_limit = 7"),
            db.fill(inside)
        )
    };
    let more = INSIDE
        .replace("\"USAGE\"", "\"USAGE\", \"CREATE\"")
        .replace("\"SELECT\"", "\"INSERT\"")
        .replace("SELECT 1", "SELECT 2");
    // Somebody who tries to connect all the time.
    let ended = Arc::new(AtomicBool::new(false));
    let others = {
        let (cluster, ended) = (cluster::shared().unwrap(), Arc::clone(&ended));
        let (user, database) = (db.fill("{w}_app"), db.fill("{w}_d"));
        std::thread::spawn(move || {
            let mut refused = BTreeSet::new();
            while !ended.load(Ordering::Relaxed) {
                match cluster.try_sql(&user, "app", &database, "SELECT 1") {
                    Ok(_) => panic!("the database is open to {user}"),
                    Err(why) => refused.insert(why),
                };
            }
            refused
        })
    };
    db.test()
        // Closed from the beginning.
        .step(Step::apply(with(false, "")))
        .step(Step::apply(with(false, INSIDE)).counts(6, 0, 0))
        .step(db.finds(CLOSED, "f 7"))
        .step(Step::plan(with(false, INSIDE)).plans_nothing())
        .step(Step::apply(with(false, &more)).counts(0, 3, 0))
        .step(db.finds(CLOSED, "f 7"))
        .step(Step::apply(with(false, "")).counts(0, 0, 6))
        .step(db.finds(CLOSED, "f 7"))
        .step(Step::apply(with(false, INSIDE)).counts(6, 0, 0))
        .step(Step::destroy())
        .step(db.finds(CLOSED, ""))
        .run();
    ended.store(true, Ordering::Relaxed);
    let refused = others.join().expect("nobody got in");
    assert!(!refused.is_empty());
}

/// A database that is closed and dropped at the same time as its content.
#[test]
fn a_closed_database_is_destroyed_together_with_its_content() {
    let Some(db) = DatabaseWithRoles::new("closed_beside", SETUP) else {
        return;
    };
    let with = |open| {
        let name = db.fill("\"{w}_d\"");
        let inside = db.fill(INSIDE).replace("postgresql_database.d.name", &name);
        format!("{}{inside}", config(&db, open, ""))
    };
    db.test()
        .step(Step::apply(config(&db, true, "")))
        .step(Step::apply(with(true)))
        .step(Step::apply(with(false)))
        .step(Step::destroy())
        .step(db.finds(CLOSED, ""))
        .run();
}

#[test]
fn template0_stays_closed() {
    let Some(db) = DatabaseWithRoles::new("closed_template", "") else {
        return;
    };
    let schema =
        "resource \"postgresql_schema\" \"s\" {\n  name = \"s\"\n  database = \"template0\"\n}\n";
    db.test()
        .step(Step::apply(schema).fails("(?s)55000.*allow_connections"))
        .step(db.finds(
            "SELECT datallowconn FROM pg_database WHERE datname = 'template0'",
            "f",
        ))
        .run();
}

/// `default_transaction_read_only` is a default of sessions, not a missing privilege.
#[test]
fn transactions_write_where_read_only_is_the_default() {
    let Some(db) = DatabaseWithRoles::new(
        "read_only",
        "CREATE ROLE {w}_r; CREATE ROLE {w}_own; ALTER DATABASE {w} SET default_transaction_read_only = on; \
         CREATE ROLE {w}_admin LOGIN SUPERUSER PASSWORD 'adm1n-pw'; ALTER ROLE {w}_admin SET default_transaction_read_only = on",
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

/// A provider that is killed while it has opened a database for a login leaves it open: the next
/// apply closes it again.
#[test]
fn a_database_that_was_left_open_is_closed_again() {
    let Some(db) = DatabaseWithRoles::new("left_open", "CREATE ROLE {w}_own; CREATE ROLE {w}_r")
    else {
        return;
    };
    let closed = config(&db, false, "");
    let left = "ALTER DATABASE {w}_d ALLOW_CONNECTIONS true CONNECTION LIMIT 0";
    db.test()
        .step(Step::apply(&*closed))
        .step(db.runs(left))
        .step(Step::plan(&*closed).plans(updates(D)))
        .step(Step::apply(&*closed))
        .step(db.finds(
            "SELECT datallowconn, datconnlimit FROM pg_database WHERE datname = '{w}_d'",
            "f|-1",
        ))
        .step(db.runs(left))
        .step(Step::destroy())
        .run();
}
