//! Changes by others are planned, and nothing else.

use schema_provider::testing::{Step, drifts, updates};
use serde_json::json;
use terraform_provider_postgresql::Grant;

use super::{G, grant};
use crate::database_with_roles::DatabaseWithRoles;

const ALL_KINDS: &str = "CREATE ROLE {w}_r; CREATE SCHEMA s; CREATE TABLE s.t (a int); CREATE VIEW s.v AS SELECT 1 AS a; \
    CREATE MATERIALIZED VIEW s.m AS SELECT 1 AS a; CREATE TABLE s.p (a int) PARTITION BY RANGE (a); \
    CREATE FOREIGN DATA WRAPPER w; CREATE SERVER v FOREIGN DATA WRAPPER w; CREATE FOREIGN TABLE s.f (a int) SERVER v";

#[test]
fn everything_used_like_a_table_is_compared() {
    let Some(db) = DatabaseWithRoles::new("like_tables", ALL_KINDS) else {
        return;
    };
    let of = |objects: &str| {
        grant(
            &db,
            &format!(
                "  schema = \"s\"\n  object_type = \"table\"\n{objects}  privileges = [\"INSERT\", \"SELECT\"]"
            ),
        )
    };
    let named = of("  objects = [\"t\", \"v\", \"m\", \"p\", \"f\"]\n");
    let mut test = db.test();
    for config in [named, of("")] {
        test = test.step(Step::apply(&*config));
        for name in ["t", "v", "m", "p", "f"] {
            test = test
                .step(db.runs(&format!("REVOKE SELECT ON s.{name} FROM {{w}}_r")))
                .step(
                    Step::plan(&*config)
                        .plans(drifts(G).attr("privileges").is(json!(["INSERT"])))
                        .plans(updates(G)),
                )
                .step(Step::apply(&*config))
                .step(Step::plan(&*config).plans_nothing());
        }
    }
    test.run();
}

const FUNCTIONS: &str = "CREATE ROLE {w}_r; CREATE SCHEMA s; CREATE DOMAIN s.\"D d\" AS int; \
    ALTER DEFAULT PRIVILEGES REVOKE ALL ON FUNCTIONS FROM PUBLIC; \
    CREATE FUNCTION s.f(text) RETURNS int LANGUAGE sql AS 'SELECT 1'; \
    CREATE FUNCTION s.f(a int, VARIADIC b double precision[]) RETURNS int LANGUAGE sql AS 'SELECT 1'; \
    CREATE FUNCTION s.\"G g\"(s.\"D d\", OUT b int) LANGUAGE sql AS 'SELECT 1'; \
    CREATE PROCEDURE s.p(int) LANGUAGE sql AS ''";

#[test]
fn a_function_is_identified_by_its_signature() {
    let Some(db) = DatabaseWithRoles::new("signatures", FUNCTIONS) else {
        return;
    };
    let of = |object_type: &str, objects: &str| {
        grant(
            &db,
            &format!(
                "  schema = \"s\"\n  object_type = {object_type:?}\n  objects = [{objects}]\n  privileges = [\"EXECUTE\"]"
            ),
        )
    };
    let mut test = db.test();
    for (object_type, objects, function, others) in [
        (
            "function",
            "\"f(text)\"",
            "FUNCTION s.f(text)",
            "FUNCTION s.f(int, float8[])",
        ),
        (
            "function",
            "\"f(int, float8[])\"",
            "FUNCTION s.f(int, float8[])",
            "FUNCTION s.f(text)",
        ),
        (
            "function",
            "\"f(a integer, VARIADIC b float8[])\"",
            "FUNCTION s.f(int, float8[])",
            "FUNCTION s.f(text)",
        ),
        (
            "function",
            "\"G g(s.\\\"D d\\\", OUT int)\"",
            "FUNCTION s.\"G g\"(s.\"D d\")",
            "FUNCTION s.f(text)",
        ),
        (
            "procedure",
            "\"p(int4)\"",
            "PROCEDURE s.p(int)",
            "FUNCTION s.f(text)",
        ),
        (
            "routine",
            "\"p(int)\"",
            "PROCEDURE s.p(int)",
            "FUNCTION s.f(text)",
        ),
        // A name without arguments means all of them.
        (
            "function",
            "\"f\"",
            "FUNCTION s.f(text)",
            "PROCEDURE s.p(int)",
        ),
        (
            "function",
            "\"f\"",
            "FUNCTION s.f(int, float8[])",
            "PROCEDURE s.p(int)",
        ),
    ] {
        let config = of(object_type, objects);
        let runs = |what: &str, which: &str, to: &str| {
            db.runs(&format!("{what} EXECUTE ON {which} {to} {{w}}_r"))
        };
        test = test
            .step(Step::apply(&*config))
            .step(runs("GRANT", others, "TO"))
            .step(runs("REVOKE", others, "FROM"))
            .step(Step::plan(&*config).plans_nothing())
            .step(runs("REVOKE", function, "FROM"))
            .step(
                Step::apply(&*config)
                    .plans(drifts(G).attr("privileges").is(json!([])))
                    .plans(updates(G)),
            )
            .step(Step::plan(&*config).plans_nothing())
            .step(Step::destroy());
    }
    test.run();
}

#[test]
fn an_overload_without_the_privilege_is_drift() {
    let Some(db) = DatabaseWithRoles::new("overload", FUNCTIONS) else {
        return;
    };
    let of = |rest: &str| {
        grant(
            &db,
            &format!("  schema = \"s\"\n{rest}  privileges = [\"EXECUTE\"]"),
        )
    };
    let add = "CREATE FUNCTION s.f({types}) RETURNS int LANGUAGE sql AS 'SELECT 1'; \
               REVOKE ALL ON FUNCTION s.f({types}) FROM PUBLIC";
    let mut test = db.test();
    for (config, types) in [
        (
            of("  object_type = \"function\"\n  objects = [\"f\"]\n"),
            "bytea",
        ),
        (of("  object_type = \"function\"\n"), "json"),
        (of("  object_type = \"routine\"\n"), "jsonb"),
    ] {
        test = test
            .step(Step::apply(&*config))
            .step(db.runs(&add.replace("{types}", types)))
            .step(Step::apply(&*config).plans(drifts(G)).plans(updates(G)))
            .step(Step::plan(&*config).plans_nothing())
            .step(Step::destroy());
    }
    // Functions of another kind do not count.
    let functions = of("  object_type = \"function\"\n");
    let procedures = of("  object_type = \"procedure\"\n");
    test.step(Step::apply(&*functions))
        .step(db.runs("REVOKE ALL ON PROCEDURE s.p(int) FROM {w}_r, PUBLIC"))
        .step(Step::plan(&*functions).plans_nothing())
        .step(Step::destroy())
        .step(Step::apply(&*procedures))
        .step(db.runs("REVOKE ALL ON FUNCTION s.f(text) FROM {w}_r, PUBLIC"))
        .step(Step::plan(&*procedures).plans_nothing())
        .step(db.runs("REVOKE ALL ON PROCEDURE s.p(int) FROM {w}_r"))
        .step(Step::plan(&*procedures).plans(drifts(G)))
        .run();
}

/// Without any entry the owner has all privileges, and everyone some.
#[test]
fn built_in_privileges_count() {
    let Some(db) = DatabaseWithRoles::new(
        "built_in",
        "CREATE ROLE {w}_r; ALTER DATABASE {w} OWNER TO {w}_r; CREATE SCHEMA s AUTHORIZATION {w}_r",
    ) else {
        return;
    };
    let mut test = db.test();
    let owned = [
        (
            "table",
            "ALL",
            "CREATE TABLE s.a (a int); CREATE VIEW s.b AS SELECT 1 AS a",
        ),
        ("sequence", "ALL", "CREATE SEQUENCE s.q"),
        (
            "function",
            "EXECUTE",
            "CREATE FUNCTION s.f() RETURNS int LANGUAGE sql AS 'SELECT 1'",
        ),
        ("schema", "ALL", "SELECT 1"),
        ("database", "ALL", "SELECT 1"),
    ];
    for (object_type, privilege, made) in owned {
        let schema = match object_type {
            "database" => "",
            _ => "  schema = \"s\"\n",
        };
        let config = grant(
            &db,
            &format!("{schema}  object_type = {object_type:?}\n  privileges = [{privilege:?}]"),
        );
        test = test
            .step(Step::apply(&*config))
            .step(db.runs(&format!("SET ROLE {{w}}_r; {made}; RESET ROLE")))
            .step(Step::plan(&*config).plans_nothing())
            .step(Step::forget(G));
    }
    let everyone = |rest: &str| grant(&db, rest).replace(&db.fill("\"{w}_r\""), "\"public\"");
    let execute =
        everyone("  schema = \"s\"\n  object_type = \"function\"\n  privileges = [\"EXECUTE\"]");
    let nobody = everyone("  schema = \"s\"\n  object_type = \"function\"\n  privileges = []");
    let closed = everyone("  object_type = \"database\"\n  privileges = []");
    let more = "CREATE FUNCTION s.g{n}() RETURNS int LANGUAGE sql AS 'SELECT 1'";
    test.step(Step::apply(&*execute))
        .step(db.runs(&more.replace("{n}", "1")))
        .step(Step::plan(&*execute).plans_nothing())
        .step(Step::apply(&*nobody).plans(updates(G)))
        .step(db.runs(&more.replace("{n}", "2")))
        .step(
            Step::apply(&*nobody)
                .plans(drifts(G).attr("privileges").is(json!(["EXECUTE"])))
                .plans(updates(G)),
        )
        .step(Step::plan(&*nobody).plans_nothing())
        .step(Step::forget(G))
        .step(Step::apply(&*closed))
        .step(Step::plan(&*closed).plans_nothing())
        .step(db.runs("GRANT TEMPORARY, CONNECT ON DATABASE {w} TO PUBLIC"))
        .step(
            Step::apply(&*closed)
                .plans(
                    drifts(G)
                        .attr("privileges")
                        .is(json!(["CONNECT", "TEMPORARY"])),
                )
                .plans(updates(G)),
        )
        .run();
}

#[test]
fn grant_options_are_compared() {
    let Some(db) = DatabaseWithRoles::new("options_seen", super::TABLES) else {
        return;
    };
    let of = |option: bool, rest: &str| {
        grant(
            &db,
            &format!("  schema = \"s\"\n  with_grant_option = {option}\n{rest}"),
        )
    };
    let tables = "  object_type = \"table\"\n  privileges = [\"SELECT\"]";
    let columns = "  object_type = \"column\"\n  objects = [\"t1\"]\n  columns = [\"a\", \"b\"]\n  privileges = [\"SELECT\"]";
    let schema = "  object_type = \"schema\"\n  privileges = [\"USAGE\"]";
    let mut test = db.test();
    for (rest, what) in [
        (tables, "SELECT ON s.t2"),
        (columns, "SELECT (b) ON s.t1"),
        (schema, "USAGE ON SCHEMA s"),
    ] {
        for option in [true, false] {
            let config = of(option, rest);
            let change = match option {
                true => format!("REVOKE GRANT OPTION FOR {what} FROM {{w}}_r"),
                false => format!("GRANT {what} TO {{w}}_r WITH GRANT OPTION"),
            };
            test = test
                .step(Step::apply(&*config))
                .step(db.runs(&change))
                .step(
                    Step::apply(&*config)
                        .plans(drifts(G).attr(Grant::WITH_GRANT_OPTION).is(!option))
                        .plans(updates(G)),
                )
                .step(Step::plan(&*config).plans_nothing());
        }
        test = test.step(Step::destroy());
    }
    test.run();
}
