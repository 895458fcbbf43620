//! A server that restarts between a plan and its apply: the plan is applied all the same.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use schema_provider::testing::{Step, replaces, updates};

use super::database::database;
use super::role::role;
use crate::common::cluster::{Cluster, TestDatabase};
use crate::common::proxy::Proxy;
use crate::common::terraform::Folder;

/// Restarts a server before a certain use of a connection.
struct Restarts {
    cluster: Arc<Cluster>,
    proxy: Proxy,
    at: Arc<Mutex<Option<usize>>>,
    /// The number of uses before the last plan.
    before: Arc<Mutex<usize>>,
    done: Arc<Mutex<usize>>,
}

impl Restarts {
    fn begin() -> Option<Restarts> {
        let cluster = Arc::new(Cluster::start()?);
        let (at, done) = <(Arc<Mutex<Option<usize>>>, Arc<Mutex<usize>>)>::default();
        let (wanted, server, count) = (Arc::clone(&at), Arc::clone(&cluster), Arc::clone(&done));
        let proxy = Proxy::new(cluster.port, move |number| {
            let mut wanted = wanted.lock().unwrap();
            if *wanted == Some(number) {
                *wanted = None;
                server.run("restart");
                *count.lock().unwrap() += 1;
            }
        });
        Some(Restarts {
            cluster,
            proxy,
            at,
            before: Arc::default(),
            done,
        })
    }

    /// Steps that count a plan's uses of connections: the next equal plan has as many, and the
    /// server restarts before the first use of its apply.
    fn between(&self, plan: Step) -> [Step; 3] {
        let (proxy, before) = (self.proxy.clone(), Arc::clone(&self.before));
        let begin = Step::outside(move |_| *before.lock().unwrap() = proxy.count());
        let (proxy, before, at) = (
            self.proxy.clone(),
            Arc::clone(&self.before),
            Arc::clone(&self.at),
        );
        let end = Step::outside(move |_| {
            let now = proxy.count();
            *at.lock().unwrap() = Some(now + (now - *before.lock().unwrap()));
        });
        [begin, plan, end]
    }
}

/// A resource of one kind: its configurations for create and update.
fn kinds(db: &TestDatabase<'_>) -> Vec<(&'static str, String, String)> {
    let extension = |schema: &str| {
        format!(
            "resource \"postgresql_extension\" \"a\" {{\n  name   = \"citext\"\n  schema = \"{schema}\"\n}}\n"
        )
    };
    let member = |rest: &str| {
        format!(
            "resource \"postgresql_grant_role\" \"a\" {{\n  role       = \"pg_monitor\"\n  \
             grant_role = \"pg_signal_backend\"\n{rest}}}\n"
        )
    };
    let defaults = |privileges: &str| {
        format!(
            "resource \"postgresql_default_privileges\" \"a\" {{\n  role        = \"pg_monitor\"\n  database    = \"{}\"\n  \
             owner       = \"postgres\"\n  object_type = \"table\"\n  privileges  = [{privileges}]\n}}\n",
            db.name
        )
    };
    let schema =
        |name: &str| format!("resource \"postgresql_schema\" \"a\" {{\n  name = \"{name}\"\n}}\n");
    let grant = |privileges: &str| {
        format!(
            "resource \"postgresql_grant\" \"a\" {{\n  role        = \"pg_monitor\"\n  database    = \"{}\"\n  \
             schema      = \"public\"\n  object_type = \"table\"\n  objects     = [\"t\"]\n  privileges  = [{privileges}]\n}}\n",
            db.name
        )
    };
    let function = |body: &str| {
        format!(
            "resource \"postgresql_function\" \"a\" {{\n  name     = \"f\"\n  language = \"sql\"\n  returns  = \"integer\"\n  \
             body     = \"{body}\"\n}}\n"
        )
    };
    vec![
        (
            "postgresql_role.a",
            role("restarted", ""),
            role("restarted", "  connection_limit = 4"),
        ),
        (
            "postgresql_database.a",
            database("restarted_d", ""),
            database("restarted_e", "  connection_limit = 4"),
        ),
        (
            "postgresql_grant.a",
            grant("\"SELECT\""),
            grant("\"INSERT\", \"UPDATE\""),
        ),
        (
            "postgresql_function.a",
            function("SELECT 1"),
            function("SELECT 2"),
        ),
        (
            "postgresql_extension.a",
            extension("public"),
            extension("x"),
        ),
        (
            "postgresql_grant_role.a",
            member(""),
            member("  with_admin_option = true\n"),
        ),
        (
            "postgresql_default_privileges.a",
            defaults("\"SELECT\""),
            defaults("\"INSERT\", \"UPDATE\""),
        ),
        (
            "postgresql_schema.a",
            schema("restarted_s"),
            schema("restarted_t"),
        ),
    ]
}

/// The objects that exist.
const THERE: &str = "SELECT concat_ws(' ',
    (SELECT rolconnlimit FROM pg_roles WHERE rolname = 'restarted'),
    (SELECT datname || ':' || datconnlimit FROM pg_database WHERE datname LIKE 'restarted%'),
    (SELECT string_agg(privilege_type, ',' ORDER BY 1) FROM pg_class, aclexplode(relacl)
        WHERE relname = 't' AND grantee = 'pg_monitor'::regrole),
    (SELECT prosrc FROM pg_proc WHERE proname = 'f'),
    (SELECT extnamespace::regnamespace FROM pg_extension WHERE extname = 'citext'),
    (SELECT admin_option FROM pg_auth_members WHERE member = 'pg_monitor'::regrole AND roleid = 'pg_signal_backend'::regrole),
    (SELECT string_agg(privilege_type, ',' ORDER BY 1) FROM pg_default_acl, aclexplode(defaclacl)
        WHERE grantee = 'pg_monitor'::regrole),
    (SELECT nspname FROM pg_namespace WHERE nspname LIKE 'restarted%'))";

#[test]
fn each_kind_is_created_changed_and_destroyed_after_a_restart() {
    let Some(restarts) = Restarts::begin() else {
        return;
    };
    let db = restarts.cluster.database();
    let finds = |expected: &'static str| {
        let (cluster, name) = (Arc::clone(&restarts.cluster), db.name.clone());
        Step::outside(move |_| {
            assert_eq!(cluster.value(&name, THERE).as_deref(), Some(expected));
        })
    };
    db.sql("CREATE TABLE t (a int); CREATE SCHEMA x");
    let mut test = db
        .test()
        .deadline(Duration::from_secs(600))
        .env("PGPORT", restarts.proxy.port.to_string());
    let is_there = [
        ["-1", "4"],
        ["restarted_d:-1", "restarted_e:4"],
        ["SELECT", "INSERT,UPDATE"],
        ["SELECT 1", "SELECT 2"],
        ["public", "x"],
        ["f", "t"],
        ["SELECT", "INSERT,UPDATE"],
        ["restarted_s", "restarted_t"],
    ];
    // How often the server restarts in one way of the test.
    let restarts_of_a_run = 3 * is_there.len();
    let mut expected = 0;
    for ((address, first, changed), [made, then]) in kinds(&db).into_iter().zip(is_there) {
        // In each way of the test.
        expected += 3;
        test = restarts
            .between(Step::plan(&*first))
            .into_iter()
            .fold(test, |test, step| test.step(step))
            .step(Step::apply(&*first).counts(1, 0, 0).named(address))
            .step(finds(made));
        let is_changed = match address {
            "postgresql_grant_role.a" => replaces(address),
            _ => updates(address),
        };
        test = restarts
            .between(Step::plan(&*changed).plans(is_changed.clone()))
            .into_iter()
            .fold(test, |test, step| test.step(step))
            .step(Step::apply(&*changed).plans(is_changed))
            .step(finds(then));
        test = restarts
            .between(Step::plan("").counts(0, 0, 1))
            .into_iter()
            .fold(test, |test, step| test.step(step))
            .step(Step::apply("").counts(0, 0, 1))
            .step(finds(""));
        let (done, count) = (Arc::clone(&restarts.done), expected);
        test = test.step(Step::outside(move |_| {
            let done = *done.lock().unwrap() % restarts_of_a_run;
            assert_eq!(done, count % restarts_of_a_run, "{address}");
        }));
    }
    test.run();
}

/// Everything at once: the server is patched while a saved plan waits for its approval.
#[test]
fn a_saved_plan_is_applied_after_a_restart() {
    let Some(cluster) = Cluster::start() else {
        return;
    };
    let db = cluster.database();
    let Some(folder) = Folder::new(&db) else {
        return;
    };
    db.sql("CREATE TABLE t (a int)");
    let config = |limit: u32, privileges: &str, body: &str| {
        format!(
            r#"
resource "postgresql_role" "r" {{
  name             = "saved"
  connection_limit = {limit}
}}
resource "postgresql_database" "d" {{
  name             = "saved_d"
  owner            = postgresql_role.r.name
  connection_limit = {limit}
}}
resource "postgresql_schema" "s" {{
  name     = "s"
  database = postgresql_database.d.name
  owner    = postgresql_role.r.name
}}
resource "postgresql_grant" "g" {{
  role        = postgresql_role.r.name
  database    = "{name}"
  schema      = "public"
  object_type = "table"
  privileges  = [{privileges}]
}}
resource "postgresql_function" "f" {{
  name     = "f"
  database = postgresql_database.d.name
  schema   = postgresql_schema.s.name
  language = "sql"
  returns  = "integer"
  body     = "{body}"
}}
"#,
            name = db.name
        )
    };
    let planned = |arguments: &[&str]| {
        let line = [&["plan", "-out=saved.plan"], arguments].concat();
        folder.terraform(&line).succeeded();
        cluster.run("restart");
        folder.terraform(&["apply", "saved.plan"]).succeeded()
    };
    folder.write("main.tf", &config(3, "\"SELECT\"", "SELECT 1"));
    planned(&[]).says("5 added, 0 changed, 0 destroyed");
    folder.nothing_to_do();
    folder.write("main.tf", &config(4, "\"INSERT\"", "SELECT 2"));
    planned(&[]).says("0 added, 4 changed, 0 destroyed");
    folder.nothing_to_do();
    assert_eq!(
        cluster.value("saved_d", "SELECT s.f()").as_deref(),
        Some("2")
    );
    planned(&["-destroy"]).says("0 added, 0 changed, 5 destroyed");
    let left = "SELECT count(*) FROM (SELECT rolname FROM pg_roles UNION SELECT datname FROM pg_database) n WHERE rolname LIKE 'saved%'";
    assert_eq!(cluster.value("postgres", left).as_deref(), Some("0"));
}
