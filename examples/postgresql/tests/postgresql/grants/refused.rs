//! What is rejected, and what may be missing.

use schema_provider::testing::{Step, changes_nothing, creates, drifts, object};

use super::{G, TABLES, grant};
use crate::common::cluster;
use crate::database_with_roles::DatabaseWithRoles;

#[test]
fn invalid_combinations_are_rejected() {
    let Some(db) = DatabaseWithRoles::new("grant_checks", TABLES) else {
        return;
    };
    let mut test = db.test();
    // At plan time.
    test = test.step(
        Step::plan(grant(
            &db,
            "  object_type = \"TABLE\"\n  schema = \"s\"\n  privileges = []",
        ))
        .fails("object_type"),
    );
    test = test.step(
        Step::plan(grant(
            &db,
            "  object_type = \"type\"\n  schema = \"s\"\n  privileges = []",
        ))
        .fails("object_type"),
    );
    test = test.step(
        Step::plan(grant(&db, "  object_type = \"table\"\n  schema = \"s\"")).fails("privileges"),
    );
    let long = "n234567890123456789012345678901234567890123456789012345678901_64";
    for (body, named) in [
        (
            format!("schema = \"{long}\"\n  object_type = \"schema\""),
            "schema",
        ),
        (
            format!("schema = \"s\"\n  object_type = \"table\"\n  objects = [\"{long}\"]"),
            "objects",
        ),
        (
            format!("schema = \"s\"\n  object_type = \"function\"\n  objects = [\"{long}(text)\"]"),
            "objects",
        ),
        (
            format!(
                "schema = \"s\"\n  object_type = \"column\"\n  objects = [\"t1\"]\n  columns = [\"{long}\"]"
            ),
            "columns",
        ),
    ] {
        let config = grant(&db, &format!("  {body}\n  privileges = [\"SELECT\"]"));
        test = test.step(Step::plan(config).fails(format!("(?s)63.*{named}|(?s){named}.*63")));
    }
    let arguments = format!("objects = [\"f({long})\"]");
    test = test.step(
        Step::plan(grant(
            &db,
            &format!(
                "  schema = \"s\"\n  object_type = \"function\"\n  {arguments}\n  privileges = []"
            ),
        ))
        .counts(1, 0, 0),
    );
    // At apply time.
    for (body, told) in [
        (
            "object_type = \"table\"\n  privileges = []",
            "(?s)schema.*object_type",
        ),
        (
            "object_type = \"schema\"\n  schema = \"\"\n  privileges = []",
            "(?s)schema.*object_type",
        ),
        (
            "object_type = \"table\"\n  schema = \"s\"\n  objects = [\"t(34567890123456789012345678901234567890123456789012345678901234_66\"]\n  privileges = []",
            "(?s)objects.*object_type",
        ),
        (
            "object_type = \"database\"\n  objects = [\"o\"]\n  privileges = []",
            "(?s)objects.*object_type",
        ),
        (
            "object_type = \"schema\"\n  schema = \"s\"\n  objects = [\"o\"]\n  privileges = []",
            "(?s)objects.*object_type",
        ),
        (
            "object_type = \"table\"\n  schema = \"s\"\n  columns = [\"a\"]\n  privileges = []",
            "(?s)columns.*object_type",
        ),
        (
            "object_type = \"column\"\n  schema = \"s\"\n  objects = [\"t1\"]\n  privileges = [\"SELECT\"]",
            "(?s)columns.*object_type",
        ),
        (
            "object_type = \"column\"\n  schema = \"s\"\n  objects = [\"t1\"]\n  columns = [\"a\"]\n  privileges = [\"SELECT\", \"UPDATE\"]",
            "(?s)privileges.*object_type",
        ),
        (
            "object_type = \"column\"\n  schema = \"s\"\n  objects = [\"t1\", \"t2\"]\n  columns = [\"a\"]\n  privileges = [\"SELECT\"]",
            "(?s)objects.*object_type",
        ),
        (
            "object_type = \"foreign_server\"\n  privileges = [\"USAGE\"]",
            "(?s)objects.*object_type",
        ),
        (
            "object_type = \"foreign_data_wrapper\"\n  objects = [\"a\", \"b\"]\n  privileges = [\"USAGE\"]",
            "(?s)objects.*object_type",
        ),
        (
            "object_type = \"table\"\n  schema = \"s\"\n  privileges = [\"MAINTAIN\"]",
            "(?s)privileges.*MAINTAIN",
        ),
    ] {
        // There is one since PostgreSQL 17.
        if told.contains("MAINTAIN") && cluster::shared().unwrap().version() >= 17 {
            continue;
        }
        let config = grant(&db, &format!("  {body}"));
        test = test.step(Step::plan(&*config).counts(1, 0, 0));
        test = test.step(Step::apply(config).fails(told).saves(object(G).gone()));
    }
    // Also in an update.
    let right = grant(
        &db,
        "  object_type = \"table\"\n  schema = \"s\"\n  privileges = [\"SELECT\"]",
    );
    test.step(Step::apply(&*right))
        .step(Step::apply(right.replace("SELECT", "USAGE")).fails("(?s)privileges.*USAGE"))
        .step(Step::plan(&*right).plans_nothing())
        .step(Step::import(G).id("x").into_state().fails("."))
        .run();
}

#[test]
fn granted_objects_may_no_longer_exist() {
    let Some(db) = DatabaseWithRoles::new("grant_gone", TABLES) else {
        return;
    };
    let config = grant(
        &db,
        "  schema = \"s\"\n  object_type = \"table\"\n  privileges = [\"SELECT\"]",
    );
    let mut test = db.test();
    for (gone, back) in [
        ("DROP OWNED BY {w}_r; DROP ROLE {w}_r", "CREATE ROLE {w}_r"),
        (
            "DROP SCHEMA s CASCADE",
            "CREATE SCHEMA s; CREATE TABLE s.t1 (a int)",
        ),
    ] {
        test = test
            .step(Step::apply(&*config))
            .step(db.runs(gone))
            .step(Step::plan(&*config).plans(drifts(G)).plans(creates(G)))
            .step(
                Step::apply(&*config)
                    .without_refresh()
                    .plans(changes_nothing(G))
                    .leaves_changes(),
            )
            .step(Step::destroy().without_refresh())
            .step(db.runs(back));
    }
    test.step(Step::apply(&*config))
        .step(db.drops_database())
        .step(Step::plan(&*config).plans(creates(G)))
        .step(Step::destroy().without_refresh())
        .run();
}

#[test]
fn a_literal_zero_means_unset() {
    let Some(db) = DatabaseWithRoles::new("grant_zero", TABLES) else {
        return;
    };
    let least = grant(
        &db,
        "  object_type = \"database\"\n  privileges = [\"CONNECT\"]",
    );
    let zeros = grant(
        &db,
        "  object_type = \"database\"\n  privileges = [\"CONNECT\"]\n  schema = \"\"\n  objects = []\n  columns = []\n  \
         with_grant_option = false",
    );
    db.test()
        .step(Step::apply(&*least))
        .step(Step::plan(&*zeros).plans_nothing())
        .step(Step::apply(&*zeros).counts(0, 0, 0))
        .step(Step::plan(&*least).plans_nothing())
        .run();
}
