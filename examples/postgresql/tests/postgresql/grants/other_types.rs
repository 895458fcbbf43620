//! Grants on everything else, and to everyone.

use schema_provider::testing::{Step, drifts, object, replaces, updates};
use serde_json::json;
use terraform_provider_postgresql::Grant;

use super::{G, acl, grant};
use crate::common::cluster;
use crate::database_with_roles::DatabaseWithRoles;

#[test]
fn grants_on_a_database_and_a_schema() {
    let Some(db) = DatabaseWithRoles::new("grant_wholes", "CREATE ROLE {w}_r; CREATE SCHEMA s;")
    else {
        return;
    };
    let database = grant(
        &db,
        "  object_type = \"database\"\n  privileges = [\"CONNECT\", \"TEMPORARY\"]",
    );
    let schema = grant(
        &db,
        "  schema = \"s\"\n  object_type = \"schema\"\n  privileges = [\"USAGE\"]",
    );
    let on_database = acl("pg_database", "datname", "datacl", "");
    let on_schema = acl("pg_namespace", "nspname", "nspacl", "");
    db.test()
        .step(Step::apply(&*database).saves(object(G).attr("id").is(db.fill("{w}_r_{w}_database"))))
        .step(db.finds(&on_database, "{w}:CONNECT {w}:TEMPORARY"))
        .step(Step::apply(database.replace("CONNECT", "CREATE")).plans(updates(G)))
        .step(db.finds(&on_database, "{w}:CREATE {w}:TEMPORARY"))
        .step(db.runs("REVOKE CREATE ON DATABASE {w} FROM {w}_r"))
        .step(
            Step::plan(database.replace("CONNECT", "CREATE"))
                .plans(drifts(G))
                .plans(updates(G)),
        )
        .step(
            Step::apply(&*schema)
                .plans(
                    replaces(G)
                        .because_of(Grant::OBJECT_TYPE)
                        .because_of(Grant::SCHEMA),
                )
                .saves(object(G).attr("id").is(db.fill("{w}_r_{w}_s_schema"))),
        )
        .step(db.finds(&on_database, ""))
        .step(db.finds(&on_schema, "s:USAGE"))
        .step(Step::apply(schema.replace("[\"USAGE\"]", "[\"USAGE\", \"CREATE\"]")).counts(0, 1, 0))
        .step(db.runs("REVOKE USAGE ON SCHEMA s FROM {w}_r"))
        .step(
            Step::apply(&*schema)
                .plans(drifts(G).attr("privileges").is(json!(["CREATE"])))
                .plans(updates(G)),
        )
        .step(db.finds(&on_schema, "s:USAGE"))
        .step(Step::destroy())
        .step(db.finds(&on_schema, ""))
        .run();
}

#[test]
fn a_missing_column_does_not_block_the_others() {
    let Some(db) = DatabaseWithRoles::new("grant_column", super::TABLES) else {
        return;
    };
    let columns = grant(
        &db,
        "  schema = \"s\"\n  object_type = \"column\"\n  objects = [\"t1\"]\n  columns = [\"a\", \"b\"]\n  \
         privileges = [\"SELECT\"]",
    );
    let has = acl("pg_attribute", "attname", "attacl", "AND NOT attisdropped");
    db.test()
        .step(Step::apply(columns))
        .step(db.finds(&has, "a:SELECT b:SELECT"))
        .step(db.runs("ALTER TABLE s.t1 DROP COLUMN a"))
        .step(Step::destroy().without_refresh())
        .step(db.finds(&has, ""))
        .run();
}

#[test]
fn grants_on_sequences_functions_procedures_and_routines() {
    let Some(db) = DatabaseWithRoles::new(
        "grant_others",
        "CREATE ROLE {w}_r; CREATE SCHEMA s; CREATE SEQUENCE s.q; \
         CREATE FUNCTION s.f() RETURNS int LANGUAGE sql AS 'SELECT 1'; \
         CREATE FUNCTION s.f(a text, b \"char\") RETURNS int LANGUAGE sql AS 'SELECT 1';",
    ) else {
        return;
    };
    let on_functions = acl("pg_proc", "oid::regprocedure", "proacl", "");
    let on_sequences = acl("pg_class", "relname", "relacl", "AND relkind = 'S'");
    let of = |name: &str, rest: &str| {
        grant(
            &db,
            &format!("  schema = \"s\"\n  object_type = \"{name}\"\n{rest}"),
        )
    };
    let execute = "  privileges = [\"EXECUTE\"]";
    db.test()
        .step(Step::apply(of(
            "sequence",
            "  privileges = [\"USAGE\", \"SELECT\"]",
        )))
        .step(db.finds(&on_sequences, "q:SELECT q:USAGE"))
        .step(db.runs("CREATE SEQUENCE s.r"))
        .step(
            Step::apply(of(
                "sequence",
                "  objects = [\"q\"]\n  privileges = [\"ALL\"]",
            ))
            .counts(0, 1, 0),
        )
        .step(db.finds(&on_sequences, "q:SELECT q:UPDATE q:USAGE"))
        .step(Step::apply(of("function", execute)))
        .step(db.finds(&on_functions, "s.f():EXECUTE s.f(text,\"char\"):EXECUTE"))
        // A procedure is not a function, though the catalog has both.
        .step(db.runs("CREATE PROCEDURE s.p() LANGUAGE sql AS ''"))
        .step(Step::plan(of("function", execute)).plans_nothing())
        .step(Step::apply(of("routine", execute)).counts(1, 0, 1))
        .step(db.finds(
            &on_functions,
            "s.f():EXECUTE s.f(text,\"char\"):EXECUTE s.p():EXECUTE",
        ))
        .step(db.runs("CREATE FUNCTION s.z() RETURNS int LANGUAGE sql AS 'SELECT 1'"))
        .step(
            Step::apply(of("routine", execute))
                .plans(drifts(G))
                .plans(updates(G)),
        )
        .step(
            Step::apply(of("procedure", &format!("  objects = [\"p\"]\n{execute}")))
                .counts(1, 0, 1),
        )
        .step(db.finds(&on_functions, "s.p():EXECUTE"))
        .step(
            Step::apply(of(
                "function",
                &format!("  objects = [\"f(text, \\\"char\\\")\"]\n{execute}"),
            ))
            .saves(
                object(G)
                    .attr("id")
                    .is(db.fill("{w}_r_{w}_s_function_f(text, \"char\")")),
            ),
        )
        .step(db.finds(&on_functions, "s.f(text,\"char\"):EXECUTE"))
        .step(db.runs("REVOKE ALL ON ALL FUNCTIONS IN SCHEMA s FROM {w}_r"))
        .step(
            Step::plan(of(
                "function",
                &format!("  objects = [\"f(text, \\\"char\\\")\"]\n{execute}"),
            ))
            .plans(drifts(G).attr("privileges").is(json!([])))
            .plans(updates(G)),
        )
        .step(Step::destroy())
        .step(db.finds(&on_functions, ""))
        .run();
}

#[test]
fn grants_on_foreign_data_wrappers_and_servers() {
    let Some(db) = DatabaseWithRoles::new(
        "grant_foreign",
        "CREATE ROLE {w}_r; CREATE FOREIGN DATA WRAPPER \"W w\"; CREATE SERVER v FOREIGN DATA WRAPPER \"W w\";",
    ) else {
        return;
    };
    let on_wrappers = acl("pg_foreign_data_wrapper", "fdwname", "fdwacl", "");
    let on_servers = acl("pg_foreign_server", "srvname", "srvacl", "");
    let wrapper = grant(
        &db,
        "  object_type = \"foreign_data_wrapper\"\n  objects = [\"W w\"]\n  privileges = [\"USAGE\"]",
    );
    let server = wrapper
        .replace("data_wrapper", "server")
        .replace("W w", "v");
    db.test()
        .step(
            Step::apply(&*wrapper).saves(
                object(G)
                    .attr("id")
                    .is(db.fill("{w}_r_{w}_foreign_data_wrapper_W w")),
            ),
        )
        .step(db.finds(&on_wrappers, "W w:USAGE"))
        .step(db.runs("REVOKE USAGE ON FOREIGN DATA WRAPPER \"W w\" FROM {w}_r"))
        .step(Step::apply(&*wrapper).plans(drifts(G)).plans(updates(G)))
        .step(Step::apply(&*server).counts(1, 0, 1))
        .step(db.finds(&on_wrappers, ""))
        .step(db.finds(&on_servers, "v:USAGE"))
        .step(Step::apply(server.replace("[\"USAGE\"]", "[]")).plans(updates(G)))
        .step(db.finds(&on_servers, ""))
        .run();
}

#[test]
fn everyone_is_public_in_lower_case() {
    let Some(db) =
        DatabaseWithRoles::new("grant_public", "CREATE SCHEMA s; CREATE TABLE s.t (a int);")
    else {
        return;
    };
    let config = grant(
        &db,
        "  schema = \"s\"\n  object_type = \"table\"\n  privileges = [\"SELECT\"]",
    )
    .replace("grant_public_r", "public");
    db.test()
        .step(Step::apply(&*config).saves(object(G).attr("id").is(db.fill("public_{w}_s_table"))))
        .step(db.finds(
            "SELECT relacl FROM pg_class WHERE relname = 't'",
            match cluster::shared().unwrap().version() {
                ..17 => "{postgres=arwdDxt/postgres,=r/postgres}",
                _ => "{postgres=arwdDxtm/postgres,=r/postgres}",
            },
        ))
        .step(db.runs("REVOKE ALL ON s.t FROM PUBLIC"))
        .step(Step::apply(&*config).plans(drifts(G)).plans(updates(G)))
        .step(
            Step::apply(config.replace("\"public\"", "\"PUBLIC\""))
                .fails("(?s)role \"PUBLIC\" does not\\s+exist"),
        )
        .run();
}
