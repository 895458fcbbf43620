//! A database that moves to another tablespace and back.

use schema_provider::testing::{Step, drifts, object, updates};
use terraform_provider_postgresql::Database;

use super::database::database;
use crate::common::cluster;

#[test]
fn a_database_moves_to_another_tablespace() {
    let Some(db) = cluster::database() else {
        return;
    };
    let (name, place) = (db.named("moves"), db.named("place"));
    let folder = db.cluster.folder_of_server(&place);
    db.sql(&format!(
        "CREATE TABLESPACE {place} LOCATION '{}'",
        folder.display()
    ));
    let a = "postgresql_database.a";
    let found = |expected: &str| {
        let (db, expected) = (db.clone(), expected.to_owned());
        let query = format!(
            "SELECT spcname FROM pg_database d JOIN pg_tablespace t ON t.oid = dattablespace WHERE datname = '{name}'"
        );
        Step::outside(move |_| assert_eq!(db.value(&query).as_deref(), Some(&*expected)))
    };
    let within = |place: &str| database(&name, &format!("  tablespace_name = {place:?}"));
    let (its, kept) = (db.clone(), name.clone());
    let (moved, by_hand) = (
        db.clone(),
        format!("ALTER DATABASE {name} SET TABLESPACE pg_default"),
    );
    db.test()
        .step(
            Step::apply(database(&name, ""))
                .saves(object(a).attr(Database::TABLESPACE_NAME).is("pg_default")),
        )
        .step(Step::outside(move |_| {
            drop(its.cluster.sql(&kept, "CREATE TABLE t AS SELECT 7 AS a"))
        }))
        .step(
            Step::apply(within(&place))
                .plans(updates(a))
                .counts(0, 1, 0),
        )
        .step(found(&place))
        .step(Step::outside(move |_| drop(moved.sql(&by_hand))))
        .step(
            Step::apply(within(&place))
                .plans(drifts(a))
                .plans(updates(a)),
        )
        .step(found(&place))
        // If omitted, the database stays where it is.
        .step(Step::plan(database(&name, "")).plans_nothing())
        .step(Step::apply(within("nowhere")).fails("(?s)nowhere.*not\\s+exist"))
        .step(Step::plan(within(&place)).plans_nothing())
        .step(Step::apply(within("pg_default")).plans(updates(a)))
        .step(found("pg_default"))
        // And it can be created there.
        .step(Step::destroy())
        .step(Step::apply(within(&place)))
        .step(found(&place))
        .run();
    db.sql(&format!("DROP TABLESPACE {place}"));
}
