//! Objects destroyed at the same time as their container, since nothing in the configuration says
//! which comes first.

use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, mpsc};
use std::thread;
use std::time::Duration;

use schema_provider::testing::Step;

use super::database_with_roles::DatabaseWithRoles;
use super::own_database::OwnDatabase;
use crate::common::cluster::{self, Cluster, TestDatabase};
use crate::common::session::{Session, eventually, until};

const SETUP: &str = "CREATE ROLE {w}_own; CREATE ROLE {w}_r";

/// The content of a schema and of a database, which the other resources create.
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
fn privileges_are_destroyed_together_with_their_schemas() {
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
fn privileges_and_objects_are_destroyed_together_with_their_database() {
    let Some(db) = DatabaseWithRoles::new("beside_database", SETUP) else {
        return;
    };
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
    let made = db.fill(&format!("{DATABASE}{}", schemas("{w}_d", 4)));
    let made = made.replace(
        "  count = 4",
        "  depends_on = [postgresql_database.d]\n  count = 4",
    );
    let all = format!("{made}{}{}", db.fill(&inside("{w}_d", 4)), db.fill(others));
    // Nothing relates the schemas to the database either.
    let loose = all.replace("  depends_on = [postgresql_database.d]\n", "");
    let mut test = db.test();
    for _ in 0..4 {
        test = test
            .step(Step::apply(&*made))
            .step(Step::apply(&*all))
            .step(Step::apply(&*loose))
            .step(Step::destroy())
            .step(db.finds_no_database());
    }
    test.run();
}

/// The schema is dropped between the check for it and the statement.
#[test]
fn a_schema_is_dropped_while_its_privileges_are_revoked() {
    let Some(db) = DatabaseWithRoles::new("goes_meanwhile", SETUP) else {
        return;
    };
    let made = db.fill(&inside("{w}", 1));
    let waits = "SELECT 1 FROM pg_stat_activity WHERE datname = 'goes_meanwhile' AND wait_event_type = 'Lock'";
    let held: Arc<Mutex<Option<Session>>> = Arc::default();
    let begin = Arc::clone(&held);
    db.test()
        .step(db.runs("CREATE SCHEMA s0"))
        .step(Step::apply(made))
        .step(Step::outside(move |_| {
            let here = database("goes_meanwhile");
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

/// The privileges of a role are revoked while the role is destroyed.
#[test]
fn a_role_with_privileges_waits_until_they_are_revoked() {
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
            let here = database("beside_role");
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

/// The role is dropped between the check for the parameter and the statement.
#[test]
fn a_role_is_dropped_while_its_parameter_is_reset() {
    let Some(db) = DatabaseWithRoles::new("goes_with_parameter", "CREATE ROLE {w}_r") else {
        return;
    };
    let config = "resource \"postgresql_role_parameter\" \"p\" {\n  role = \"{w}_r\"\n  name = \"work_mem\"\n  value = \"8MB\"\n}\n";
    let reset = "wait_event_type = 'Lock' AND query LIKE 'ALTER ROLE%goes_with_parameter_r%RESET%'";
    db.test()
        .step(Step::apply(db.fill(config)))
        .step(Step::outside(move |_| {
            let here = database("goes_with_parameter");
            let session = Session::begin(&here, "DROP ROLE goes_with_parameter_r");
            thread::spawn(move || {
                eventually(
                    &here,
                    &format!("SELECT 1 FROM pg_stat_activity WHERE {reset}"),
                    true,
                );
                session.commit();
            });
        }))
        .step(Step::destroy())
        .run();
}

/// The server waits for its mapping for as long as that takes.
#[test]
fn a_server_waits_for_a_slow_destroy_of_its_mapping() {
    let Some(cluster) = locked() else {
        return;
    };
    let own = OwnDatabase::of(cluster, "slow_mapping", "CREATE FOREIGN DATA WRAPPER w");
    let server =
        "resource \"postgresql_server\" \"s\" {\n  server_name = \"srv\"\n  fdw_name = \"w\"\n}\n";
    let mapping = "resource \"postgresql_user_mapping\" \"m\" {\n  user_name = \"public\"\n  server_name = \"srv\"\n}\n";
    let drops = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'DROP USER MAPPING%'";
    let here = own.database.clone();
    own.test()
        .only_with_terraform("it alone destroys both at the same time")
        .step(Step::apply(server))
        .step(Step::apply(format!("{server}{mapping}")))
        .step(Step::outside(move |_| {
            let here = here.clone();
            let session =
                Session::begin(&here, "LOCK TABLE pg_catalog.pg_user_mapping IN SHARE MODE");
            thread::spawn(move || {
                eventually(&here, drops, true);
                thread::sleep(Duration::from_secs(4));
                session.commit();
            });
        }))
        .step(Step::destroy())
        .step(own.finds("SELECT count(*) FROM pg_foreign_server", "0"))
        .run();
}

/// Dropping a database ends its sessions. If the drop failed and the database is open before it is
/// checked, nothing shows that any more.
#[test]
fn a_destroy_retries_after_a_failed_drop_ended_its_session() {
    for (name, dropped) in [
        ("ended_elsewhere", "ended_elsewhere_d"),
        ("ended_here", "ended_here"),
    ] {
        let Some(db) = DatabaseWithRoles::new(name, "CREATE ROLE {w}_r; CREATE SCHEMA s0") else {
            return;
        };
        let config = db.fill(PRIVILEGES).replace(&db.fill("{w}_d"), dropped);
        let mut test = db.test();
        if dropped == name {
            test = test.env("PGDATABASE", name);
        } else {
            test = test
                .step(Step::apply(db.fill(DATABASE)))
                .step(Step::outside(move |_| {
                    database(dropped).sql("CREATE SCHEMA s0");
                }));
        }
        let all = match dropped == name {
            true => config,
            false => format!("{}{config}", db.fill(DATABASE)),
        };
        test.step(Step::apply(&*all))
            .step(Step::outside(move |_| {
                let (here, there) = (database("postgres"), database(dropped));
                let session = Session::begin(&there, "DROP SCHEMA s0 CASCADE");
                thread::spawn(move || {
                    let waits = format!("FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = '{dropped}'");
                    eventually(&here, &format!("SELECT 1 {waits}"), true);
                    here.sql(&format!("SELECT pg_terminate_backend(pid) {waits}"));
                    drop(session);
                });
            }))
            .step(Step::apply(match dropped == name {
                true => String::new(),
                false => db.fill(DATABASE),
            }))
            .step(Step::outside(move |_| {
                let granted = "SELECT 1 FROM pg_namespace, aclexplode(nspacl) WHERE nspname = 's0' AND grantee::regrole::text LIKE '%_r'";
                assert!(database(dropped).sql(granted).is_empty());
            }))
            .step(Step::destroy())
            .run();
    }
}

/// An interrupted drop leaves the database as open as it was.
#[test]
fn a_drop_that_times_out_leaves_the_database_open() {
    let Some(cluster) = locked() else {
        return;
    };
    let _alone = alone();
    let db = DatabaseWithRoles::of(cluster, "drop_timeout", "");
    let config = db.fill(DATABASE).replace(
        "\"\n}",
        "\"\n  is_template = true\n  timeouts {\n    default = \"4s\"\n  }\n}",
    );
    let held: Arc<Mutex<Option<Session>>> = Arc::default();
    let (begin, end) = (Arc::clone(&held), Arc::clone(&held));
    db.test()
        .step(Step::apply(config))
        .step(Step::outside(move |_| {
            let comment = "COMMENT ON DATABASE drop_timeout_d IS 'held'";
            *begin.lock().unwrap() = Some(Session::begin(&in_locked("drop_timeout"), comment));
        }))
        .step(Step::destroy().fails("4s"))
        .step(Step::outside(move |_| {
            let open = "SELECT 1 FROM pg_database WHERE datname = 'drop_timeout_d' AND datallowconn AND datistemplate";
            eventually(&in_locked("drop_timeout"), open, true);
            drop(end.lock().unwrap().take());
        }))
        .step(Step::destroy())
        .step(db.finds_no_database())
        .run();
}

/// A busy server can delay a drop's lock for longer than others check for it: the privileges whose
/// session it has ended wait.
#[test]
fn a_destroy_waits_for_a_drop_that_is_slow_between_its_statements() {
    let Some(cluster) = locked() else {
        return;
    };
    let _alone = alone();
    let db = DatabaseWithRoles::of(cluster, "slow_drop", SETUP);
    let made = db.fill(DATABASE);
    let all = format!("{made}{}", db.fill(PRIVILEGES));
    db.test()
        .only_with_terraform("it alone destroys both at the same time")
        .step(Step::apply(made))
        .step(Step::outside(|_| {
            in_locked("slow_drop_d").sql("CREATE SCHEMA s0");
        }))
        .step(Step::apply(all))
        .step(Step::outside(|_| slow_down("slow_drop", "slow_drop_d")))
        .step(Step::destroy())
        .step(db.finds_no_database())
        .run();
}

/// As with an alias: one provider drops the database, another one revokes the privileges.
#[test]
fn a_destroy_waits_for_a_drop_by_another_provider() {
    dropped_by_another("other_drop", "other_drop");
}

/// A provider connected only to that database has nowhere else to check.
#[test]
fn a_destroy_waits_for_another_provider_to_drop_its_own_database() {
    dropped_by_another("own_drop", "own_drop_d");
}

fn dropped_by_another(name: &'static str, of_grant: &'static str) {
    let Some(cluster) = locked() else {
        return;
    };
    let _alone = alone();
    let db = DatabaseWithRoles::of(cluster, name, SETUP);
    let dropped: &str = Box::leak(db.fill("{w}_d").into_boxed_str());
    let privileges = db.fill(PRIVILEGES);
    let revoked: Arc<Mutex<Option<thread::JoinHandle<()>>>> = Arc::default();
    let revoking = Arc::clone(&revoked);
    db.test()
        .only_in_process("what is between two providers is the same there")
        .step(Step::apply(db.fill(DATABASE)))
        .step(Step::outside(move |_| {
            in_locked(dropped).sql("CREATE SCHEMA s0");
            let (granted, begins) = mpsc::channel();
            let other = in_locked(of_grant)
                .test()
                .only_in_process("the other one is")
                .step(Step::apply(privileges.clone()))
                .step(Step::outside(move |_| {
                    slow_down(name, dropped);
                    granted.send(()).unwrap();
                }))
                .step(Step::destroy());
            *revoking.lock().unwrap() = Some(thread::spawn(move || other.run()));
            begins.recv().unwrap();
        }))
        .step(Step::destroy())
        .step(db.finds_no_database())
        .run();
    let revoked = revoked.lock().unwrap().take();
    if let Some(revoked) = revoked {
        revoked.join().unwrap();
    }
}

const DATABASE: &str = "resource \"postgresql_database\" \"d\" {\n  name = \"{w}_d\"\n}\n";

const PRIVILEGES: &str = r#"
resource "postgresql_grant" "s" {
  database    = "{w}_d"
  role        = "{w}_r"
  schema      = "s0"
  object_type = "schema"
  privileges  = ["USAGE"]
}
"#;

fn database(name: &str) -> TestDatabase<'static> {
    TestDatabase {
        cluster: cluster::shared().unwrap(),
        name: name.to_owned(),
    }
}

/// A cluster for tests that lock shared catalogs, which would block other tests.
fn locked() -> Option<&'static Cluster> {
    static LOCKED: OnceLock<Option<Cluster>> = OnceLock::new();
    LOCKED.get_or_init(Cluster::start).as_ref()
}

fn in_locked(name: &str) -> TestDatabase<'static> {
    TestDatabase {
        cluster: locked().unwrap(),
        name: name.to_owned(),
    }
}

/// Two of these tests would wait for each other's locks.
fn alone() -> MutexGuard<'static, ()> {
    static ONE: Mutex<()> = Mutex::new(());
    ONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Blocks revocations in the schema `s0` until the database is dropped, and that drop between its
/// statements for four seconds.
fn slow_down(here: &'static str, there: &'static str) {
    let (here, there) = (in_locked(here), in_locked(there));
    let revoking = Session::begin(&there, "DROP SCHEMA s0 CASCADE");
    let lock = "LOCK TABLE pg_catalog.pg_database IN SHARE MODE";
    let closing = Session::begin(&here, lock);
    thread::spawn(move || {
        let waits = |query: &str| {
            let query = query.replace("{d}", &there.name);
            format!("SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND {query}")
        };
        eventually(&here, &waits("datname = '{d}'"), true);
        let closes = waits("query LIKE 'ALTER DATABASE %{d}%ALLOW_CONNECTIONS%'");
        eventually(&here, &closes, true);
        // The next one in the queue: it has the lock as soon as the database is closed.
        let next = here.clone();
        let between = thread::spawn(move || Session::begin(&next, lock));
        let waits_next = format!(
            "datname = '{}' AND query LIKE 'BEGIN; LOCK TABLE%'",
            here.name
        );
        eventually(&here, &waits(&waits_next), true);
        closing.commit();
        let between = between.join().unwrap();
        thread::sleep(Duration::from_secs(4));
        between.commit();
        drop(revoking);
    });
}
