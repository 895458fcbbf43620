//! Faults of connections and servers: each ends in a correct state, or in a diagnostic that says
//! what happened, and the next plan is correct.

use std::sync::{Arc, Mutex};

use schema_provider::testing::{ProviderTest, Step, creates, object, replaces, updates};
use terraform_provider_postgresql::sql::ident;

use super::database::database;
use super::role::role;
use crate::common::cluster::{self, TestDatabase};
use crate::common::proxy::{Cut, Proxy};
use crate::common::session::{Session, eventually};

const ROLE: &str = "postgresql_role.a";
const DATABASE: &str = "postgresql_database.a";

/// A test whose connections go through a proxy.
fn through(db: &TestDatabase<'_>, proxy: &Proxy) -> ProviderTest {
    db.test().env("PGPORT", proxy.port.to_string())
}

fn cutting(db: &TestDatabase<'_>) -> (Proxy, impl Fn(Cut) -> Step) {
    let proxy = Proxy::new(db.cluster.port, |_| {});
    let cutter = proxy.clone();
    (proxy, move |cut| {
        let cutter = cutter.clone();
        Step::outside(move |_| cutter.cut(cut))
    })
}

#[test]
fn a_connection_cut_before_the_commit_leaves_nothing() {
    let Some(db) = cluster::database() else {
        return;
    };
    let (proxy, cut) = cutting(&db);
    let (name, renamed) = (db.named("before"), db.named("renamed"));
    through(&db, &proxy)
        .step(cut(Cut::Before("CREATE ROLE")))
        .step(
            Step::apply(role(&name, ""))
                .fails("was lost")
                .fails("postgres server 127.0.0.1"),
        )
        .step(Step::outside(|run| assert_eq!(run.addresses().count(), 0)))
        .step(Step::apply(role(&name, "")).plans(creates(ROLE)))
        .step(cut(Cut::Before("RENAME")))
        .step(Step::apply(role(&renamed, "")).fails("was lost"))
        .step(Step::plan(role(&name, "")).plans_nothing())
        .step(Step::apply(role(&renamed, "")).plans(updates(ROLE)))
        .step(cut(Cut::Before("DROP ROLE")))
        .step(Step::destroy().fails("was lost"))
        .step(Step::plan(role(&renamed, "")).plans_nothing())
        .run();
    assert!(!db.has_role(&name) && !db.has_role(&renamed));
}

#[test]
fn a_connection_cut_at_the_commit_loses_no_role() {
    let Some(db) = cluster::database() else {
        return;
    };
    let (name, renamed) = (db.named("commit"), db.named("moved"));
    for at in [Cut::Before("COMMIT"), Cut::After("COMMIT")] {
        let (proxy, cut) = cutting(&db);
        let happened = matches!(at, Cut::After(_));
        let next = Step::apply(role(&name, ""));
        let config = role(&renamed, "");
        through(&db, &proxy)
            .step(cut(at))
            .step(
                Step::apply(role(&name, ""))
                    .fails("was lost")
                    .fails("the next plan will show it"),
            )
            // The outcome was unknown, so that the id was kept.
            .step(Step::outside(|run| assert_eq!(run.addresses().count(), 1)))
            .step(match happened {
                true => next.plans(replaces(ROLE)),
                false => next.plans(creates(ROLE)),
            })
            .step(cut(at))
            .step(Step::apply(&config).fails("was lost"))
            .step(match happened {
                // Under its old name it would not be found.
                true => Step::plan(&config).plans_nothing(),
                false => Step::plan(role(&name, "")).plans_nothing(),
            })
            .step(Step::apply(&config))
            .step(cut(at))
            .step(Step::destroy().fails("was lost"))
            .step(match happened {
                true => Step::plan(&config).plans(creates(ROLE)),
                false => Step::plan(&config).plans_nothing(),
            })
            .run();
        assert!(!db.has_role(&name) && !db.has_role(&renamed));
    }
}

#[test]
fn a_cut_connection_loses_no_database() {
    let Some(db) = cluster::database() else {
        return;
    };
    let (proxy, cut) = cutting(&db);
    let (name, renamed) = (db.named("cut"), db.named("cut_renamed"));
    let changed = database(
        &renamed,
        "  connection_limit = 4\n  allow_connections = false",
    );
    through(&db, &proxy)
        .step(cut(Cut::Before("CREATE DATABASE")))
        .step(Step::apply(database(&name, "")).fails("was lost"))
        .step(Step::apply(database(&name, "")).plans(creates(DATABASE)))
        .step(Step::destroy())
        .step(cut(Cut::After("CREATE DATABASE")))
        .step(Step::apply(database(&name, "")).fails("was lost"))
        .step(Step::apply(database(&name, "")).plans(replaces(DATABASE)))
        .step(cut(Cut::After("RENAME TO")))
        .step(Step::apply(&changed).fails("was lost"))
        // Renamed, and nothing else.
        .step(
            Step::plan(&changed).plans(
                updates(DATABASE)
                    .attr("connection_limit")
                    .is_changed()
                    .attr("name")
                    .is_kept(),
            ),
        )
        .step(cut(Cut::Before("ALLOW_CONNECTIONS")))
        .step(Step::apply(&changed).fails("was lost"))
        .step(Step::plan(&changed).plans(updates(DATABASE).attr("connection_limit").is_kept()))
        .step(Step::apply(&changed))
        .step(cut(Cut::Before("DROP DATABASE")))
        .step(Step::destroy().fails("was lost"))
        .step(Step::apply(&changed))
        .run();
    assert!(!db.has_database(&name) && !db.has_database(&renamed));
}

/// Another session, which holds the lock of a role until this is dropped.
fn hold(db: &TestDatabase<'static>, role: &str) -> Session {
    let lock = format!(
        "SET application_name = 'somebody else'; \
         SELECT pg_advisory_xact_lock(oid::bigint) FROM pg_roles WHERE rolname = '{role}'"
    );
    Session::begin(db, &lock)
}

/// A step in which another session begins this, and commits it once the provider waits for it.
pub fn clash(db: &TestDatabase<'static>, statement: String) -> Step {
    let db = db.clone();
    Step::outside(move |_| {
        let (db, session) = (db.clone(), Session::begin(&db, &statement));
        std::thread::spawn(move || {
            let waits = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database()
                AND application_name = 'Terraform provider' AND wait_event_type = 'Lock'";
            eventually(&db, waits, true);
            session.commit();
        });
    })
}

#[test]
fn clashes_with_other_sessions_are_retried() {
    let Some(db) = cluster::database() else {
        return;
    };
    let name = db.named("clash");
    let config = |limit: u32| role(&name, &format!("  connection_limit = {limit}"));
    let drop_role = (db.clone(), format!("DROP ROLE {name}"));
    let tries = (db.clone(), name.clone());
    db.test()
        // The first attempt fails with a duplicate key, the second one because the role exists.
        .step(clash(&db, format!("CREATE ROLE {name}")))
        .step(Step::apply(config(1)).fails("42710"))
        .step(Step::outside(move |_| drop(drop_role.0.sql(&drop_role.1))))
        .step(Step::apply(config(1)))
        .step(clash(&db, format!("ALTER ROLE {name} CONNECTION LIMIT 5")))
        .step(Step::apply(config(2)).plans(updates(ROLE)))
        .step(clash(&db, format!("ALTER ROLE {name} CONNECTION LIMIT 7")))
        .step(Step::destroy())
        .step(Step::outside(move |_| {
            let (db, name) = &tries;
            let log = db.cluster.log();
            for statement in [
                format!("CREATE ROLE \"{name}\" WITH"),
                format!("ALTER ROLE \"{name}\" CONNECTION LIMIT 2"),
                format!("DROP ROLE \"{name}\""),
            ] {
                let tries = log
                    .lines()
                    .filter(|line| line.contains("execute ") && line.contains(&statement));
                assert!(tries.count() > 1, "{statement}");
            }
        }))
        .run();
    assert!(!db.has_role(&name));
}

#[test]
fn a_session_ended_by_the_server_is_reported() {
    let Some(db) = cluster::database() else {
        return;
    };
    let name = db.named("ended");
    let holder: Arc<Mutex<Option<Session>>> = Arc::default();
    let (held_by, release) = (Arc::clone(&holder), holder);
    let (held, ending) = ((db.clone(), name.clone()), db.clone());
    db.test()
        .step(Step::apply(role(&name, "")))
        .step(Step::outside(move |_| {
            *held_by.lock().unwrap() = Some(hold(&held.0, &held.1));
            let db = ending.clone();
            // Its session is ended as soon as the update waits for the lock.
            std::thread::spawn(move || {
                let end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()
                    AND application_name = 'Terraform provider' AND wait_event_type = 'Lock'";
                eventually(&db, end, true);
            });
        }))
        .step(Step::apply(role(&name, "  connection_limit = 3")).fails("57P01").fails("ended the connection"))
        .step(Step::outside(move |_| drop(release.lock().unwrap().take())))
        .step(Step::plan(role(&name, "")).plans_nothing())
        .step(Step::apply(role(&name, "  connection_limit = 3")).plans(updates(ROLE)))
        .run();
}

#[test]
fn another_sessions_lock_is_waited_for_until_the_timeout() {
    let Some(db) = cluster::database() else {
        return;
    };
    let name = db.named("locked");
    let holder: Arc<Mutex<Option<Session>>> = Arc::default();
    let (held_by, release) = (Arc::clone(&holder), holder);
    let (held, sessions) = ((db.clone(), name.clone()), db.clone());
    let config = |limit: u32| {
        role(
            &name,
            &format!("  connection_limit = {limit}\n  timeouts {{\n    default = \"2s\"\n  }}"),
        )
    };
    db.test()
        .step(Step::apply(config(1)))
        .step(Step::outside(move |_| {
            *held_by.lock().unwrap() = Some(hold(&held.0, &held.1))
        }))
        .step(
            Step::apply(config(2))
                .fails("time")
                .fails("It waited for a lock held by process")
                .fails("somebody else"),
        )
        .step(Step::outside(move |_| {
            drop(release.lock().unwrap().take());
            let ours = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database()
                AND application_name = 'Terraform provider'";
            eventually(&sessions, ours, false);
        }))
        .step(Step::plan(config(1)).plans_nothing())
        .step(Step::apply(config(2)).plans(updates(ROLE)))
        .run();
}

#[test]
fn a_missing_database_is_reported() {
    let Some(db) = cluster::database() else {
        return;
    };
    let gone = db.named("gone");
    let config = role(&db.named("r"), "");
    db.test()
        .step(
            Step::apply(&config)
                .env("PGDATABASE", &gone)
                .fails("3D000")
                .fails(gone.as_str()),
        )
        .step(Step::apply(&config).saves(object(ROLE).attr("connection_limit").is(-1)))
        .step(
            Step::plan(&config)
                .env("PGDATABASE", &gone)
                .fails("does not exist"),
        )
        .step(Step::plan(&config).plans_nothing())
        .run();
    // The database of the resource itself: it is created again.
    let there = (db.clone(), gone.clone());
    db.test()
        .step(Step::apply(database(&gone, "")))
        .step(Step::outside(move |_| {
            drop(there.0.sql(&format!("DROP DATABASE {}", ident(&there.1))))
        }))
        .step(Step::destroy().named("what is gone is destroyed"))
        .run();
}
