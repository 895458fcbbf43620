//! `postgresql_replication_slot` and `postgresql_physical_replication_slot`.

use std::sync::{Arc, Mutex};

use schema_provider::testing::conformance::{Conformance, Example};
use schema_provider::testing::{Step, creates, drifts, object, replaces};
use terraform_provider_postgresql::{PhysicalReplicationSlot, Postgresql, ReplicationSlot};

use super::publisher;
use crate::common::cluster::Cluster;
use crate::common::session::until;
use crate::own_database::OwnDatabase;

const S: &str = "postgresql_replication_slot.s";
const P: &str = "postgresql_physical_replication_slot.p";

const SLOTS: &str = "SELECT slot_name || ':' || slot_type || ':' || coalesce(plugin, '') || ':' || coalesce(database, '') \
    FROM pg_replication_slots WHERE starts_with(slot_name::text, current_database()) ORDER BY 1";

fn logical(body: &str) -> String {
    format!("resource \"postgresql_replication_slot\" \"s\" {{\n{body}\n}}\n")
}

fn physical(name: &str) -> String {
    format!("resource \"postgresql_physical_replication_slot\" \"p\" {{\n  name = \"{name}\"\n}}\n")
}

/// A database of the publisher without slots.
fn begin(own: &OwnDatabase) -> Step {
    own.runs(
        "SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots \
         WHERE starts_with(slot_name::text, current_database())",
    )
}

#[test]
fn a_logical_slot_has_a_life() {
    let Some(cluster) = publisher() else {
        return;
    };
    let own = OwnDatabase::of(cluster, "slot_life", "");
    let least = logical("  name   = \"slot_life_a\"\n  plugin = \"pgoutput\"");
    let full = logical(
        "  name     = \"slot_life_a\"\n  plugin   = \"pgoutput\"\n  database = \"slot_life\"",
    );
    own.test()
        .step(
            Step::apply(&*least)
                .plans(creates(S).only_unknown(["id", "database"]))
                .saves(
                    object(S)
                        .attr("id")
                        .is("slot_life.slot_life_a")
                        .attr(ReplicationSlot::DATABASE)
                        .is("slot_life"),
                ),
        )
        .step(own.finds(SLOTS, "slot_life_a:logical:pgoutput:slot_life"))
        .step(Step::plan(&*full).plans_nothing())
        .step(Step::import(S))
        .step(
            Step::plan(least.replace("slot_life_a", "slot_life_b"))
                .plans(replaces(S).only_because_of([ReplicationSlot::NAME])),
        )
        .step(
            Step::plan(least.replace("pgoutput", "test_decoding"))
                .plans(replaces(S).only_because_of([ReplicationSlot::PLUGIN])),
        )
        .step(
            Step::plan(full.replace("\"slot_life\"", "\"postgres\""))
                .plans(replaces(S).only_because_of([ReplicationSlot::DATABASE])),
        )
        // Dropped by somebody else, it is created again.
        .step(begin(&own))
        .step(Step::apply(&*least).plans(drifts(S)).plans(creates(S)))
        // So is one of the same name that keeps the changes of another database.
        .step(begin(&own))
        .step(own.runs("SELECT pg_create_physical_replication_slot('slot_life_a')"))
        .step(Step::plan(&*least).plans(creates(S)))
        .step(Step::apply(&*least).fails("already exists"))
        .step(own.finds(SLOTS, "slot_life_a:physical::"))
        .step(begin(&own))
        .step(Step::apply(&*least))
        .step(Step::forget(S))
        .step(Step::import(S).id("slot_life.slot_life_a").into_state())
        .step(Step::plan(&*least).plans_nothing())
        // Another slot that now has the name is left alone, and destroying a missing one succeeds.
        .step(begin(&own))
        .step(own.runs("SELECT pg_create_physical_replication_slot('slot_life_a')"))
        .step(Step::destroy().without_refresh())
        .step(own.finds(SLOTS, "slot_life_a:physical::"))
        .step(begin(&own))
        .run();
}

#[test]
fn a_physical_slot_has_a_life() {
    let Some(cluster) = publisher() else {
        return;
    };
    let own = OwnDatabase::of(cluster, "slot_physical", "");
    let config = physical("slot_physical_a");
    own.test()
        .step(
            Step::apply(&*config)
                .plans(creates(P).only_unknown(["id"]))
                .saves(object(P).attr("id").is("slot_physical_a")),
        )
        .step(own.finds(SLOTS, "slot_physical_a:physical::"))
        .step(Step::import(P))
        .step(
            Step::plan(physical("slot_physical_b"))
                .plans(replaces(P).only_because_of([PhysicalReplicationSlot::NAME])),
        )
        .step(begin(&own))
        .step(Step::apply(&*config).plans(creates(P)))
        .step(begin(&own))
        .step(Step::destroy().without_refresh())
        .step(own.finds(SLOTS, ""))
        .run();
}

#[test]
fn mistakes_are_reported() {
    let Some(cluster) = publisher() else {
        return;
    };
    let own = OwnDatabase::of(
        cluster,
        "slot_wrong",
        "DROP ROLE IF EXISTS slot_wrong_user; CREATE ROLE slot_wrong_user LOGIN PASSWORD 'us3r-pw'",
    );
    let of = |name: &str, plugin: &str| {
        logical(&format!("  name = \"{name}\"\n  plugin = \"{plugin}\""))
    };
    let looking = own.clone();
    own.test()
        .step(Step::plan(of("Upper", "pgoutput")).fails("name"))
        .step(Step::plan(of("a'b", "pgoutput")).fails("name"))
        .step(Step::plan(physical("a-b")).fails("name"))
        .step(Step::apply(of("slot_wrong_a", "no such plugin")).fails("no such plugin"))
        .step(Step::apply(of("slot_wrong_a", "'; DROP ROLE slot_wrong_user; --")).fails("could not access file"))
        .step(
            Step::apply(logical(
                "  name = \"slot_wrong_a\"\n  plugin = \"pgoutput\"\n  database = \"no such database\"",
            ))
            .fails("no such database"),
        )
        // A failed slot exists for a moment after the error.
        .step(Step::outside(move |_| {
            until("the slot is gone", || looking.answer(SLOTS).is_empty());
        }))
        .step(Step::import(S).id("slot_wrong_a").fails("expected format"))
        .step(Step::import(S).id("a.b.c").fails("expected format"))
        .run();
    let rights = "(?s)42501.*\"slot_wrong_user\"\\s+needs\\s+the\\s+attribute\\s+REPLICATION";
    own.test_as("slot_wrong_user", "us3r-pw")
        .step(Step::apply(of("slot_wrong_a", "pgoutput")).fails(rights))
        .step(Step::apply(physical("slot_wrong_b")).fails(rights))
        .step(own.finds(SLOTS, ""))
        .step(own.runs("ALTER ROLE slot_wrong_user REPLICATION"))
        .step(
            Step::apply(of("slot_wrong_a", "pgoutput") + &physical("slot_wrong_b")).counts(2, 0, 0),
        )
        .step(Step::destroy())
        .step(own.finds(SLOTS, ""))
        .run();
}

/// A slot is dropped with its database; the state forgets it.
#[test]
fn slots_are_dropped_with_their_database() {
    let Some(cluster) = publisher() else {
        return;
    };
    let own = OwnDatabase::of(cluster, "slot_gone", "");
    let (making, dropping) = (own.clone(), own.clone());
    let config = logical(
        "  name     = \"slot_gone_a\"\n  plugin   = \"pgoutput\"\n  database = \"slot_gone_other\"",
    );
    own.test()
        .step(Step::outside(move |_| {
            making.database.cluster.drop_database("slot_gone_other");
            drop(making.database.cluster.sql(
                "postgres",
                "CREATE DATABASE slot_gone_other TEMPLATE template0",
            ));
        }))
        .step(Step::apply(&*config))
        .step(own.finds(SLOTS, "slot_gone_a:logical:pgoutput:slot_gone_other"))
        .step(begin(&own))
        .step(Step::outside(move |_| {
            dropping.database.cluster.drop_database("slot_gone_other");
        }))
        .step(Step::plan(&*config).plans(creates(S)))
        .step(Step::destroy().without_refresh())
        .run();
}

/// The slot keeps what a standby still needs, and cannot be destroyed while the standby reads from
/// it.
#[test]
fn a_standby_reads_from_a_physical_slot() {
    let Some(cluster) = Cluster::start() else {
        return;
    };
    let primary: &'static Cluster = Box::leak(Box::new(cluster));
    let own = OwnDatabase::of(primary, "slot_standby", "CREATE TABLE t (a int)");
    let standby: Arc<Mutex<Option<Cluster>>> = Arc::default();
    let (begun, reads, ended) = (Arc::clone(&standby), Arc::clone(&standby), standby);
    own.test()
        .step(Step::apply(physical("slot_standby_a")))
        .step(Step::outside(move |_| {
            *begun.lock().unwrap() = Some(primary.standby("slot_standby_a"));
        }))
        .step(own.runs("INSERT INTO t VALUES (7)"))
        .step(Step::outside(move |_| {
            let standby = reads.lock().unwrap();
            let standby = standby.as_ref().unwrap();
            until("the row arrives", || {
                standby.value("slot_standby", "SELECT a FROM t").as_deref() == Some("7")
            });
        }))
        .step(own.finds(
            "SELECT active, restart_lsn IS NOT NULL FROM pg_replication_slots",
            "t",
        ))
        .step(Step::plan(physical("slot_standby_a")).plans_nothing())
        .step(Step::destroy().fails("(?s)is\\s+active\\s+for\\s+PID.*the\\s+standby"))
        .step(Step::outside(move |_| drop(ended.lock().unwrap().take())))
        .step(Step::destroy())
        .step(own.finds(SLOTS, ""))
        .run();
}

#[test]
fn the_kit_finds_nothing() {
    let Some(cluster) = publisher() else {
        return;
    };
    let own = OwnDatabase::of(cluster, "slot_kit", "");
    own.begin();
    Conformance::new::<Postgresql>()
        .settings(own.settings())
        .example(
            Example::<ReplicationSlot>::hcl(
                "name = \"slot_kit_a\"\nplugin = \"pgoutput\"\ndatabase = \"slot_kit\"",
            )
            .alternative(ReplicationSlot::NAME, "slot_kit_b")
            .alternative(ReplicationSlot::PLUGIN, "test_decoding")
            .alternative(ReplicationSlot::DATABASE, "postgres"),
        )
        .example(
            Example::<PhysicalReplicationSlot>::hcl("name = \"slot_kit_p\"")
                .alternative(PhysicalReplicationSlot::NAME, "slot_kit_q"),
        )
        .run()
        .assert_clean();
}
