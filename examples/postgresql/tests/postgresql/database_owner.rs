//! A database with an owner: what goes wrong while the user is a member of that role for the time of the operation.

use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use schema_provider::testing::{Step, replaces};
use tokio::runtime::Runtime;

use super::database::database;
use crate::common::cluster::{self, PASSWORD, TestDatabase};

const A: &str = "postgresql_database.a";

/// A session of the superuser, whose transaction stays open until this is dropped.
struct Session {
    runtime: Option<Runtime>,
}

impl Session {
    fn begin(db: &TestDatabase<'static>, statement: &str) -> Session {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .unwrap();
        let (told, begun) = std::sync::mpsc::channel();
        let (db, sql) = (db.clone(), format!("BEGIN; {statement}"));
        runtime.spawn(async move {
            let client = db.cluster.connect("postgres", PASSWORD, &db.name).await;
            let client = client.unwrap();
            client.batch_execute(&sql).await.unwrap();
            told.send(()).unwrap();
            std::future::pending::<()>().await;
            drop(client);
        });
        begun.recv().unwrap();
        Session {
            runtime: Some(runtime),
        }
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

/// Waits until a query has an answer, or none.
fn eventually(db: &TestDatabase<'_>, query: &str, is_there: bool) {
    let begun = Instant::now();
    while db.sql(query).is_empty() == is_there {
        assert!(begun.elapsed() < Duration::from_secs(60), "{query}");
        thread::sleep(Duration::from_millis(20));
    }
}

/// A user with these settings, an owner, a template that can be locked, and the database to be made.
struct Making {
    db: TestDatabase<'static>,
    user: String,
    owner: String,
    template: String,
    name: String,
}

impl Making {
    fn new(settings: &str) -> Option<Making> {
        let db = cluster::database()?;
        let (user, owner) = (db.named("user"), db.named("owner"));
        let (template, name) = (db.named("template"), db.named("made"));
        db.sql(&format!(
            "CREATE ROLE {user} LOGIN SUPERUSER PASSWORD '{PASSWORD}'; CREATE ROLE {owner};"
        ));
        db.sql(&format!("CREATE DATABASE {template}"));
        db.sql(&format!("ALTER ROLE {user} SET {settings}"));
        Some(Making {
            db,
            user,
            owner,
            template,
            name,
        })
    }

    fn config(&self) -> String {
        let (owner, template) = (&self.owner, &self.template);
        database(
            &self.name,
            &format!(
                "  owner = {owner:?}\n  template = {template:?}\n  timeouts {{\n    default = \"8s\"\n  }}"
            ),
        )
    }

    /// Nobody can copy the template meanwhile.
    fn lock(&self) -> Session {
        Session::begin(
            &self.db,
            &format!("COMMENT ON DATABASE {} IS 'locked'", self.template),
        )
    }

    fn waits(&self) -> String {
        format!(
            "SELECT 1 FROM pg_stat_activity WHERE usename = '{}' AND query LIKE 'CREATE DATABASE%'
                AND wait_event_type = 'Lock'",
            self.user
        )
    }
}

#[test]
fn the_lock_is_held_however_long_the_database_takes() {
    let Some(making) = Making::new("idle_in_transaction_session_timeout = '1s'") else {
        return;
    };
    let making = Arc::new(making);
    let begin = Arc::clone(&making);
    let config = making.config();
    making
        .db
        .test_as(&making.user, PASSWORD)
        .step(Step::outside(move |_| {
            let (making, session) = (Arc::clone(&begin), begin.lock());
            thread::spawn(move || {
                eventually(&making.db, &making.waits(), true);
                thread::sleep(Duration::from_millis(1500));
                drop(session);
            });
        }))
        .step(Step::apply(&config))
        .step(Step::plan(&config).plans_nothing())
        .run();
}

#[test]
fn a_database_whose_membership_cannot_be_given_back_is_in_the_state() {
    let Some(making) = Making::new("lock_timeout = '4s'") else {
        return;
    };
    let making = Arc::new(making);
    let held: Arc<Mutex<Option<Session>>> = Arc::default();
    let (begin, hold, release) = (Arc::clone(&making), Arc::clone(&held), held);
    let config = making.config().replace("8s", "60s");
    making
        .db
        .test_as(&making.user, PASSWORD)
        .step(Step::outside(move |_| {
            let (making, hold, session) = (Arc::clone(&begin), Arc::clone(&hold), begin.lock());
            thread::spawn(move || {
                eventually(&making.db, &making.waits(), true);
                let revoke = format!("REVOKE {} FROM {}", making.owner, making.user);
                *hold.lock().unwrap() = Some(Session::begin(&making.db, &revoke));
                drop(session);
            });
        }))
        .step(Step::apply(&config).fails("55P03"))
        .step(Step::outside(move |_| drop(release.lock().unwrap().take())))
        .step(Step::apply(&config).plans(replaces(A)))
        .only_in_process("the sessions of the test stand in the way once")
        .run();
}

#[test]
fn a_database_that_is_gone_with_its_owner_is_destroyed() {
    let Some(db) = cluster::database() else {
        return;
    };
    let (name, owner) = (db.named("lost"), db.named("lost_owner"));
    let (create, drop_both) = (
        format!("CREATE ROLE {owner}"),
        [
            format!("DROP DATABASE {name}"),
            format!("DROP ROLE {owner}"),
        ],
    );
    let (before, after) = (db.clone(), db.clone());
    db.test()
        .step(Step::outside(move |_| drop(before.sql(&create))))
        .step(Step::apply(database(
            &name,
            &format!("  owner = {owner:?}"),
        )))
        .step(Step::outside(move |_| {
            for statement in &drop_both {
                after.sql(statement);
            }
        }))
        .step(Step::destroy().without_refresh())
        .run();
}
