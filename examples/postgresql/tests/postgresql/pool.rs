//! The pool of each database: connections are reused, carry nothing over, block nobody, and never
//! exceed the limit.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use schema_provider::testing::Step;
use terraform_provider_postgresql::server::{Connection, Server, Settings};

use super::connecting::settings;
use super::database_with_roles::DatabaseWithRoles;
use super::own_database::OwnDatabase;
use crate::common::cluster::{self, Cluster, PASSWORD, runtime};
use crate::common::proxy::{Cut, Proxy, USED_AGAIN};
use crate::common::session::{Session, until};
use crate::common::terraform::Folder;

/// A superuser whose sessions can be counted, and settings for it.
fn pooled(cluster: &Cluster, user: &str) -> Settings {
    cluster.sql(
        "postgres",
        &format!("CREATE ROLE {user} LOGIN SUPERUSER PASSWORD '{PASSWORD}'"),
    );
    Settings {
        username: user.to_owned(),
        ..settings(cluster)
    }
}

fn count(cluster: &Cluster, user: &str) -> usize {
    let query = format!("SELECT 1 FROM pg_stat_activity WHERE usename = '{user}'");
    cluster.sql("postgres", &query).len()
}

async fn pid(connection: &Connection) -> i32 {
    let query = "SELECT pg_backend_pid()";
    connection.query_one(query, &[]).await.unwrap()
}

#[test]
fn a_connection_is_reused_and_closed_soon_after() {
    let Some(cluster) = cluster::shared() else {
        return;
    };
    let server = Server::new(pooled(cluster, "pool_again"));
    runtime().block_on(async {
        let connection = server.connect("postgres").await.unwrap();
        let first = pid(&connection).await;
        connection.close().await;
        for _ in 0..5 {
            let connection = server.connect("postgres").await.unwrap();
            assert_eq!(pid(&connection).await, first);
        }
        assert_eq!(count(cluster, "pool_again"), 1);
        // A connection in use is not reused, and both stay.
        let one = server.connect("postgres").await.unwrap();
        let other = server.connect("postgres").await.unwrap();
        assert_ne!(pid(&one).await, pid(&other).await);
        drop((one, other));
        let begun = Instant::now();
        while count(cluster, "pool_again") > 0 {
            assert!(begun.elapsed() < Duration::from_secs(60));
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        assert!(begun.elapsed() > Duration::from_millis(500));
    });
}

/// What an operation may leave behind, and a query that returns true if nothing is left.
const LEFT: [(&str, &str); 11] = [
    (
        "SET search_path = nowhere",
        "SELECT current_setting('search_path') = '\"$user\", public'",
    ),
    (
        "SET statement_timeout = 1234",
        "SELECT current_setting('statement_timeout') = '0'",
    ),
    (
        "SET application_name = 'other'",
        "SELECT current_setting('application_name') = 'Terraform provider'",
    ),
    ("SET ROLE pg_monitor", "SELECT current_user = session_user"),
    (
        "SET SESSION AUTHORIZATION pg_monitor",
        "SELECT session_user = 'pool_left'",
    ),
    (
        "CREATE TEMP TABLE left_over (a int)",
        "SELECT to_regclass('pg_temp.left_over') IS NULL",
    ),
    ("SELECT pg_advisory_lock(4711)", NO_LOCK),
    ("SELECT pg_advisory_xact_lock(4711)", NO_LOCK),
    (
        "SET standard_conforming_strings = off",
        "SELECT current_setting('standard_conforming_strings') = 'on'",
    ),
    (
        "SET default_transaction_read_only = on",
        "SELECT current_setting('transaction_read_only') = 'off'",
    ),
    (
        "DECLARE left_over CURSOR WITH HOLD FOR SELECT 1",
        "SELECT NOT EXISTS (SELECT 1 FROM pg_cursors WHERE name = 'left_over')",
    ),
];

const NO_LOCK: &str =
    "SELECT NOT EXISTS (SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objid = 4711)";

#[test]
fn a_reused_connection_carries_nothing_over() {
    let Some(cluster) = cluster::shared() else {
        return;
    };
    let mut settings = pooled(cluster, "pool_left");
    settings.application_name = Some("Terraform provider".to_owned());
    let server = Server::new(settings);
    runtime().block_on(async {
        for (leave, is_gone) in LEFT {
            let connection = server.connect("postgres").await.unwrap();
            let first = pid(&connection).await;
            connection.execute(leave).await.unwrap();
            connection.close().await;
            let connection = server.connect("postgres").await.unwrap();
            assert_eq!(pid(&connection).await, first, "{leave}");
            let gone: bool = connection.query_one(is_gone, &[]).await.unwrap();
            assert!(gone, "{leave}");
            connection.close().await;
            // The same in a transaction that was abandoned or not ended.
            let connection = server.connect("postgres").await.unwrap();
            let transaction = connection.transaction().await.unwrap();
            transaction.execute(leave).await.unwrap();
            drop(transaction);
            server.finish().await;
            let connection = server.connect("postgres").await.unwrap();
            assert_eq!(pid(&connection).await, first, "{leave}");
            let gone: bool = connection.query_one(is_gone, &[]).await.unwrap();
            assert!(gone, "{leave} in a transaction");
        }
    });
}

/// A table, role or database that others wait for must not stay locked until the connection is used
/// again.
#[test]
fn a_transaction_is_rolled_back_before_its_connection_is_reused() {
    let Some(db) = cluster::database() else {
        return;
    };
    db.sql("CREATE TABLE t (a int)");
    let server = Server::new(settings(db.cluster));
    runtime().block_on(async {
        let connection = server.connect(&db.name).await.unwrap();
        let transaction = connection.transaction().await.unwrap();
        transaction.execute("LOCK TABLE t").await.unwrap();
        transaction
            .execute("INSERT INTO t VALUES (1)")
            .await
            .unwrap();
        drop(transaction);
        server.finish().await;
        let rows = db.sql("SET lock_timeout = '20ms'; SELECT count(*)::text FROM t");
        assert_eq!(rows.last().unwrap()[0].as_deref(), Some("0"));
        // One that failed is reusable, too.
        let connection = server.connect(&db.name).await.unwrap();
        let transaction = connection.transaction().await.unwrap();
        transaction.execute("SELECT 1 / 0").await.unwrap_err();
        drop(transaction);
        server.finish().await;
        let connection = server.connect(&db.name).await.unwrap();
        connection
            .execute("INSERT INTO t VALUES (2)")
            .await
            .unwrap();
        connection.close().await;
        assert_eq!(
            db.value("SELECT count(*)::text FROM t").as_deref(),
            Some("1")
        );
    });
}

#[test]
fn a_connection_lost_while_idle_is_replaced() {
    let Some(cluster) = Cluster::start() else {
        return;
    };
    let proxy = Proxy::new(cluster.port, |_| {});
    let mut settings = pooled(&cluster, "pool_lost");
    settings.port = proxy.port;
    let server = Server::new(settings);
    let ways: [&dyn Fn(); 4] = [
        &|| {
            let end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'pool_lost'";
            cluster.sql("postgres", end);
        },
        &|| cluster.run("restart"),
        &|| proxy.cut(Cut::Before(USED_AGAIN)),
        &|| proxy.cut(Cut::After(USED_AGAIN)),
    ];
    runtime().block_on(async {
        for (way, lose) in ways.iter().enumerate() {
            // Two of them, so that the second one is not lost for good.
            let (one, other) = server.connect_twice("postgres").await.unwrap();
            let before = [pid(&one).await, pid(&other).await];
            drop((one, other));
            lose();
            let connection = server
                .connect("postgres")
                .await
                .expect("another connection");
            let now = pid(&connection).await;
            // One of the two was cut.
            assert_eq!(before.contains(&now), way >= 2, "{way}");
            connection.execute("SELECT 1").await.unwrap();
        }
    });
}

#[test]
fn the_number_of_connections_never_exceeds_the_limit() {
    let Some(cluster) = cluster::shared() else {
        return;
    };
    let mut settings = pooled(cluster, "pool_most");
    settings.max_connections = Some(2);
    let server = Server::new(settings);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .unwrap();
    let most = runtime.block_on(async {
        let work: Vec<_> = (0..40)
            .map(|number| {
                let server = server.clone();
                tokio::spawn(async move {
                    let connection = server.connect("postgres").await.unwrap();
                    let query = "SELECT count(*) FROM pg_stat_activity WHERE usename = 'pool_most'";
                    let mut count: i64 = connection.query_one(query, &[]).await.unwrap();
                    // The server takes a moment to end a closed one.
                    for _ in 0..100 {
                        if count > 2 {
                            tokio::time::sleep(Duration::from_millis(20)).await;
                            let now: i64 = connection.query_one(query, &[]).await.unwrap();
                            count = count.min(now);
                        }
                    }
                    // Some give it back with a transaction, some during a statement, and some as
                    // they should.
                    match number % 3 {
                        0 => drop(connection.transaction().await.unwrap()),
                        1 => {
                            let sleeping = connection.execute("SELECT pg_sleep(0.2)");
                            let _ = tokio::time::timeout(Duration::from_millis(5), sleeping).await;
                        }
                        _ => connection.close().await,
                    }
                    count
                })
            })
            .collect();
        let mut most = 0;
        for one in work {
            most = most.max(one.await.unwrap());
        }
        most
    });
    assert_eq!(most, 2);
}

/// An operation that waits for a place waits no longer than its call, and releases no other's
/// place.
#[test]
fn waiting_for_a_connection_ends_at_the_timeout() {
    let Some(own) = OwnDatabase::new(
        "pool_waits",
        "CREATE TABLE t (a int); CREATE SCHEMA other; CREATE TABLE other.t (a int)",
    ) else {
        return;
    };
    let grant = |name: &str, schema: &str, timeout: &str| {
        format!(
            "resource \"postgresql_grant\" \"{name}\" {{\n  role = \"pg_monitor\"\n  database = \"pool_waits\"\n  \
             schema = \"{schema}\"\n  object_type = \"table\"\n  objects = [\"t\"]\n  privileges = [\"SELECT\"]\n  \
             timeouts {{\n    default = \"{timeout}\"\n  }}\n}}\n"
        )
    };
    let one = "provider \"postgresql\" {\n  max_connections = 1\n}\n";
    // One of them has the only place, and waits for the table.
    let config = |timeout| {
        format!(
            "{one}{}{}",
            grant("a", "public", timeout),
            grant("b", "other", timeout)
        )
    };
    let holder: Arc<Mutex<Option<Session>>> = Arc::default();
    let (held_by, release, db) = (Arc::clone(&holder), holder, own.database.clone());
    own.test()
        .step(Step::outside(move |_| {
            let holds = "GRANT INSERT ON t, other.t TO pg_monitor";
            *held_by.lock().unwrap() = Some(Session::begin(&db, holds));
        }))
        .step(
            Step::apply(config("2s"))
                .fails("(?s)postgresql_grant.a.{0,300}2s")
                .fails("(?s)postgresql_grant.b.{0,300}2s"),
        )
        .step(Step::outside(move |_| drop(release.lock().unwrap().take())))
        .step(Step::apply(config("20m")).counts(2, 0, 0))
        .step(Step::destroy())
        .run();
}

/// An idle connection to another database may be the one too many.
#[test]
fn idle_connections_make_room_for_new_ones() {
    let Some(db) = cluster::database() else {
        return;
    };
    let settings = pooled(db.cluster, "pool_room");
    // The limit does not apply to superusers.
    db.sql("ALTER ROLE pool_room NOSUPERUSER CONNECTION LIMIT 1");
    let server = Server::new(settings);
    runtime().block_on(async {
        for database in ["postgres", &db.name, "postgres"] {
            let connection = server.connect(database).await.expect("a connection");
            let first = pid(&connection).await;
            connection.close().await;
            // A user who is not a superuser can reuse it, too.
            let connection = server.connect(database).await.expect("a connection");
            assert_eq!(pid(&connection).await, first);
        }
        // A connection in use makes no room.
        let connection = server.connect("postgres").await.unwrap();
        let error = server.connect(&db.name).await.unwrap_err();
        assert!(
            error.to_string().contains("too many connections"),
            "{error}"
        );
        drop(connection);
        // Those of another provider are closed after a second.
        let other = Server::new(Settings {
            username: "pool_room".to_owned(),
            ..super::connecting::settings(db.cluster)
        });
        let connection = other.connect(&db.name).await.expect("a connection");
        connection.execute("SELECT 1").await.unwrap();
    });
}

/// A session has its user's and its database's settings from when it began.
#[test]
fn a_parameter_applies_to_later_operations() {
    let setup =
        "CREATE ROLE {w}_admin LOGIN SUPERUSER PASSWORD 'adm1n-pw'; CREATE ROLE {w}_o SUPERUSER";
    let Some(db) = DatabaseWithRoles::new("pool_set", setup) else {
        return;
    };
    let config = |database: &str| {
        db.fill(&format!(
            r#"
provider "postgresql" {{
  database = "{{w}}"
}}
resource "postgresql_schema" "before" {{
  name = "before"
}}
resource "postgresql_role_parameter" "p" {{
  role       = "{{w}}_admin"
  name       = "role"
  value      = "{{w}}_o"
{database}
  depends_on = [postgresql_schema.before]
}}
resource "postgresql_schema" "after" {{
  name       = "after"
  depends_on = [postgresql_role_parameter.p]
}}
"#
        ))
    };
    for database in ["", "  database   = \"{w}\""] {
        db.test_as_admin()
            .step(Step::apply(config(database)).counts(3, 0, 0))
            .step(db.finds(
                "SELECT nspname || ' ' || nspowner::regrole FROM pg_namespace WHERE nspname IN ('before', 'after') ORDER BY 1 DESC",
                "before {w}_admin,after {w}_o",
            ))
            .step(Step::destroy())
            .run();
    }
}

/// Databases that are copied, renamed, closed and dropped right after being used. The server would
/// wait for the end of idle connections: a second each time.
#[test]
fn idle_connections_do_not_block_changes_of_their_database() {
    let Some(db) = DatabaseWithRoles::new("pool_way", "") else {
        return;
    };
    const COUNT: usize = 5;
    let chain = |name: &str, used: bool| {
        let mut config = String::new();
        for number in 0..COUNT {
            let template = match number.checked_sub(1) {
                None => String::new(),
                Some(last) if used => format!("  template = postgresql_schema.s{last}.database\n"),
                Some(last) => format!("  template = postgresql_database.d{last}.name\n"),
            };
            config.push_str(&format!(
                "resource \"postgresql_database\" \"d{number}\" {{\n  name = \"{{w}}_{name}{number}\"\n{template}}}\n"
            ));
            if used {
                config.push_str(&format!(
                    "resource \"postgresql_schema\" \"s{number}\" {{\n  name = \"s{number}\"\n  \
                     database = postgresql_database.d{number}.name\n}}\n"
                ));
            }
        }
        db.fill(&config)
    };
    let times: Arc<Mutex<Vec<Instant>>> = Arc::default();
    let now = || {
        let times = Arc::clone(&times);
        Step::outside(move |_| times.lock().unwrap().push(Instant::now()))
    };
    let steps = |test: schema_provider::testing::ProviderTest, name: &str, used: bool| {
        let created = test.step(now()).step(Step::apply(chain(name, used)));
        let renamed = created.step(Step::apply(chain(&format!("{name}_r"), used)));
        renamed.step(Step::destroy()).step(now())
    };
    // Under Terraform as well, if requested. A busy machine proves nothing.
    let is_in_the_way = || {
        times.lock().unwrap().clear();
        let test = steps(db.test(), "unused", false);
        steps(test, "used", true).run();
        times.lock().unwrap().chunks(4).any(|times| {
            let (unused, used) = (times[1] - times[0], times[3] - times[2]);
            let waits = Duration::from_millis(700) * (COUNT as u32 - 1);
            eprintln!("{used:?} against {unused:?}");
            used >= unused * 3 + waits / 2
        })
    };
    assert!((0..3).any(|_| !is_in_the_way()));
}

#[test]
fn nothing_is_left_when_the_provider_ends() {
    let Some(db) = cluster::database() else {
        return;
    };
    let Some(folder) = Folder::new(&db) else {
        return;
    };
    folder.write(
        "main.tf",
        "resource \"postgresql_schema\" \"s\" {\n  count = 12\n  name = \"s${count.index}\"\n}\n",
    );
    let own = "SELECT 1 FROM pg_stat_activity WHERE application_name = 'Terraform provider' AND datname = current_database()";
    for line in ["apply", "destroy"] {
        folder.terraform(&[line, "-auto-approve"]).succeeded();
        until(line, || db.sql(own).is_empty());
    }
}
