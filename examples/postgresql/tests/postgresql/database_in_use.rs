//! Dropping a database that has connections.

use std::sync::Arc;
use std::time::Duration;

use schema_provider::testing::Step;

use super::database::database;
use crate::common::cluster::{Cluster, PASSWORD};
use crate::common::session::until;

/// An autovacuum session belongs to no user, and only a superuser may end it: for others the server
/// does.
#[test]
fn a_database_during_autovacuum_is_dropped_by_its_owner() {
    let Some(cluster) = Cluster::start() else {
        return;
    };
    let cluster = Arc::new(cluster);
    // Each second in some database, and for minutes.
    cluster.sql("postgres", "ALTER SYSTEM SET autovacuum_naptime = '1s'");
    cluster.sql("postgres", "SELECT pg_reload_conf()");
    cluster.sql(
        "postgres",
        &format!("CREATE ROLE u LOGIN CREATEDB CREATEROLE PASSWORD '{PASSWORD}'; CREATE ROLE o"),
    );
    cluster.as_if_made_by("u", &["o"]);
    let db = cluster.database();
    let cleaned = Arc::clone(&cluster);
    db.test_as("u", PASSWORD)
        .deadline(Duration::from_secs(300))
        .step(Step::apply(database("cleaned", "  owner = \"o\"")))
        .step(Step::outside(move |_| {
            cleaned.sql(
                "cleaned",
                "CREATE TABLE t WITH (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0,
                    autovacuum_vacuum_cost_delay = 100, autovacuum_vacuum_cost_limit = 1)
                    AS SELECT n, repeat('x', 100) AS text FROM generate_series(1, 100000) n",
            );
            cleaned.sql("cleaned", "DELETE FROM t WHERE n % 2 = 0");
            // Before PostgreSQL 13 a pause of its work is no event. If it comes before the DELETE,
            // it analyses the table.
            let at_work = "SELECT 1 FROM pg_stat_activity WHERE datname = 'cleaned' AND backend_type = 'autovacuum worker'
                AND (wait_event = 'VacuumDelay' OR current_setting('server_version_num')::int < 130000
                    AND query LIKE 'autovacuum: %public.t')";
            until("it is cleaned up", || {
                !cleaned.sql("postgres", at_work).is_empty()
            });
        }))
        .step(Step::destroy())
        .run();
    let there = "SELECT 1 FROM pg_database WHERE datname = 'cleaned'";
    assert!(cluster.sql("postgres", there).is_empty());
}
