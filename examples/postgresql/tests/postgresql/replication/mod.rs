//! Publications, subscriptions and replication slots, between two clusters of the tests' own.

mod destroyed_together;
mod publications;
mod slots;
mod subscriptions;

use std::sync::OnceLock;

use crate::common::cluster::{Cluster, PASSWORD, TestDatabase};
use crate::own_database::OwnDatabase;

/// The publishing cluster, with the write-ahead log for logical replication. `None` if PostgreSQL
/// is not installed.
pub fn publisher() -> Option<&'static Cluster> {
    static PUBLISHER: OnceLock<Option<Cluster>> = OnceLock::new();
    let start = || {
        let cluster = Cluster::start()?;
        for setting in [
            "wal_level = logical",
            "max_replication_slots = 40",
            "max_wal_senders = 20",
        ] {
            cluster.sql("postgres", &format!("ALTER SYSTEM SET {setting}"));
        }
        cluster.run("restart");
        Some(cluster)
    };
    PUBLISHER.get_or_init(start).as_ref()
}

/// The subscribing cluster.
fn subscriber() -> Option<&'static Cluster> {
    static SUBSCRIBER: OnceLock<Option<Cluster>> = OnceLock::new();
    SUBSCRIBER.get_or_init(Cluster::start).as_ref()
}

/// A database of the publisher, and one of the subscriber, with the same name and the same tables.
fn both(name: &str, setup: &'static str) -> Option<(OwnDatabase, OwnDatabase)> {
    Some((
        OwnDatabase::of(publisher()?, name, setup),
        OwnDatabase::of(subscriber()?, name, setup),
    ))
}

/// How a subscriber connects to a database.
fn conninfo(db: &TestDatabase<'_>) -> String {
    format!(
        "host=127.0.0.1 port={} dbname={} user=postgres password={PASSWORD} sslmode=disable",
        db.cluster.port, db.name
    )
}
