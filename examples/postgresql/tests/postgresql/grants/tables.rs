//! Grants on tables and their columns.

use schema_provider::testing::{Step, creates, drifts, object, updates};
use serde_json::json;
use terraform_provider_postgresql::Grant;

use super::{G, TABLES, acl, grant, tables};
use crate::common::cluster;
use crate::database_with_roles::DatabaseWithRoles;

#[test]
fn grants_on_all_tables_of_a_schema() {
    let Some(db) = DatabaseWithRoles::new("grant_all_tables", TABLES) else {
        return;
    };
    let of = |privileges: &str| {
        grant(
            &db,
            &format!("  schema = \"s\"\n  object_type = \"table\"\n  privileges = {privileges}"),
        )
    };
    let two = of("[\"SELECT\", \"INSERT\"]");
    db
        .test()
        .step(
            Step::apply(&*two).plans(creates(G).only_unknown(["id"])).saves(
                object(G)
                    .attr("id")
                    .is(db.fill("{w}_r_{w}_s_table"))
                    .attr("objects")
                    .is(json!([]))
                    .attr(Grant::WITH_GRANT_OPTION)
                    .is(false),
            ),
        )
        .step(db.finds(&tables(), "t1:INSERT t1:SELECT t2:INSERT t2:SELECT v:INSERT v:SELECT"))
        // In place.
        .step(Step::apply(of("[\"DELETE\"]")).plans(updates(G).only_unknown([""; 0])))
        .step(db.finds(&tables(), "t1:DELETE t2:DELETE v:DELETE"))
        .step(Step::apply(of("[\"ALL\"]")).counts(0, 1, 0))
        .step(Step::apply(of("[]")).counts(0, 1, 0))
        .step(db.finds(&tables(), ""))
        .step(Step::apply(&*two).counts(0, 1, 0))
        // A new table has none of them.
        .step(db.runs("CREATE TABLE s.a (a int); CREATE VIEW s.b AS SELECT 1 AS one"))
        .step(
            Step::apply(&*two)
                .plans(drifts(G).attr("privileges").is(json!([])))
                .plans(updates(G)),
        )
        .step(db.finds(
            &tables(),
            "a:INSERT a:SELECT b:INSERT b:SELECT t1:INSERT t1:SELECT t2:INSERT t2:SELECT v:INSERT v:SELECT",
        ))
        .step(db.runs("CREATE VIEW s.w AS SELECT 1 AS one; CREATE TABLE s.p (a int) PARTITION BY LIST (a)"))
        .step(
            Step::apply(&*two)
                .plans(drifts(G).attr("privileges").is(json!([])))
                .plans(updates(G)),
        )
        .step(Step::destroy())
        .step(db.finds(&tables(), ""))
        .run();
}

#[test]
fn single_tables_keep_what_they_had_until_the_next_apply() {
    let Some(db) = DatabaseWithRoles::new("grant_one_table", TABLES) else {
        return;
    };
    let one = grant(
        &db,
        "  schema = \"s\"\n  object_type = \"table\"\n  objects = [\"t1\"]\n  privileges = [\"SELECT\"]",
    );
    let two = one.replace("[\"t1\"]", "[\"t1\", \"t2\"]");
    db
        .test()
        .step(db.runs("GRANT DELETE ON s.t1 TO {w}_r; GRANT INSERT (a) ON s.t1 TO {w}_r"))
        .step(
            Step::apply(&*one)
                .leaves_changes()
                .saves(object(G).attr("privileges").is(json!(["SELECT"])).attr("id").is(db.fill("{w}_r_{w}_s_table_t1"))),
        )
        .step(db.finds(&tables(), "t1:DELETE t1:SELECT"))
        .step(Step::apply(&*one).plans(drifts(G)).plans(updates(G)))
        .step(db.finds(&tables(), "t1:SELECT"))
        // Privileges on columns are kept.
        .step(db.finds("SELECT attname FROM pg_attribute WHERE attacl IS NOT NULL AND attrelid = 's.t1'::regclass", "a"))
        .step(Step::apply(&*two)
                .plans(updates(G).only_unknown(["id"]))
                .saves(object(G).attr("id").is(db.fill("{w}_r_{w}_s_table_t1_t2"))),
        )
        .step(db.finds(&tables(), "t1:SELECT t2:SELECT"))
        .step(db.runs("REVOKE SELECT ON s.t2 FROM {w}_r"))
        .step(Step::apply(&*two).plans(drifts(G).attr("privileges").is(json!([]))).plans(updates(G)))
        // A missing table is not drift, and does not keep the rest from being revoked.
        .step(db.runs("DROP TABLE s.t1"))
        .step(Step::plan(&*two).plans_nothing())
        .step(Step::destroy())
        .step(db.finds(&tables(), ""))
        .run();
}

#[test]
fn all_means_every_privilege() {
    let Some(db) = DatabaseWithRoles::new("grant_each", TABLES) else {
        return;
    };
    let config = grant(
        &db,
        "  schema = \"s\"\n  object_type = \"table\"\n  objects = [\"t1\"]\n  privileges = [\"ALL\"]\n  with_grant_option = true",
    );
    let (maintain, rest) = match cluster::shared().unwrap().version() {
        ..17 => ("", 6),
        _ => (" t1:MAINTAIN*", 7),
    };
    db.test()
        .step(Step::apply(&*config))
        .step(db.finds(
            &tables(),
            &format!(
                "t1:DELETE* t1:INSERT*{maintain} t1:REFERENCES* t1:SELECT* t1:TRIGGER* t1:TRUNCATE* t1:UPDATE*"
            ),
        ))
        .step(db.runs("REVOKE TRIGGER ON s.t1 FROM {w}_r"))
        .step(
            Step::apply(&*config)
                .plans(drifts(G).attr("privileges").has_length(rest))
                .plans(updates(G)),
        )
        // One without the option is enough.
        .step(db.runs("REVOKE GRANT OPTION FOR SELECT ON s.t1 FROM {w}_r"))
        .step(
            Step::apply(&*config)
                .plans(drifts(G).attr(Grant::WITH_GRANT_OPTION).is(false))
                .plans(updates(G).only_unknown([""; 0])),
        )
        .step(
            Step::apply(config.replace("= true", "= false"))
                .plans(updates(G).only_unknown([""; 0])),
        )
        .run();
}

#[test]
fn grants_on_columns_of_a_table() {
    let Some(db) = DatabaseWithRoles::new("grant_columns", TABLES) else {
        return;
    };
    let on_columns = acl("pg_attribute", "attname", "attacl", "");
    let config = grant(
        &db,
        "  schema = \"s\"\n  object_type = \"column\"\n  objects = [\"t1\"]\n  columns = [\"a\", \"b\"]\n  \
         privileges = [\"UPDATE\"]",
    );
    db.test()
        .step(
            // By CRC-32: b is 1908338681, a is 3904355907.
            Step::apply(&*config).saves(
                object(G)
                    .attr("id")
                    .is(db.fill("{w}_r_{w}_s_column_t1_b_a")),
            ),
        )
        .step(db.finds(&on_columns, "a:UPDATE b:UPDATE"))
        .step(Step::apply(config.replace("UPDATE", "SELECT")).plans(updates(G)))
        .step(db.finds(&on_columns, "a:SELECT b:SELECT"))
        .step(Step::apply(config.replace("UPDATE", "ALL")).plans(updates(G)))
        .step(Step::apply(&*config).plans(updates(G)))
        .step(db.finds(&on_columns, "a:UPDATE b:UPDATE"))
        .step(db.runs("REVOKE UPDATE (a) ON s.t1 FROM {w}_r"))
        .step(
            Step::apply(&*config)
                .plans(drifts(G).attr("columns").is(json!(["b"])))
                .plans(updates(G).only_unknown(["id"])),
        )
        .step(db.finds(&on_columns, "a:UPDATE b:UPDATE"))
        .step(Step::destroy())
        .step(db.finds(&on_columns, ""))
        .step(Step::apply(
            config
                .replace("{w}_r", "public")
                .replace("grant_columns_r", "public"),
        ))
        .run();
}

#[test]
fn former_privileges_are_revoked_before_granting() {
    let Some(db) = DatabaseWithRoles::new("grant_order", TABLES) else {
        return;
    };
    let config = grant(
        &db,
        "  schema = \"s\"\n  object_type = \"table\"\n  objects = [\"t1\"]\n  privileges = [\"SELECT\"]",
    );
    db.test()
        .step(Step::apply(&*config))
        .step(Step::apply(config.replace("SELECT", "INSERT")))
        .after_destroy(move |_| {
            let role = db.fill("\"{w}_r\"");
            assert_eq!(
                db.last_statements(4, "\"{w}_r\""),
                [
                    format!("GRANT SELECT ON TABLE \"s\".\"t1\" TO {role}"),
                    // The old ones.
                    format!("REVOKE SELECT ON TABLE \"s\".\"t1\" FROM {role}"),
                    format!("GRANT INSERT ON TABLE \"s\".\"t1\" TO {role}"),
                    format!("REVOKE INSERT ON TABLE \"s\".\"t1\" FROM {role}"),
                ]
            );
        })
        .run();
}
