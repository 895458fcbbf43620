//! A function's options survive a new body, and can be configured.

use schema_provider::testing::{Step, drifts, object, replaces, updates};
use serde_json::json;
use terraform_provider_postgresql::SqlFunction;

use crate::own_database::OwnDatabase;

const F: &str = "postgresql_function.f";

fn function(body: &str, rest: &str) -> String {
    format!(
        "resource \"postgresql_function\" \"f\" {{\n  name = \"f\"\n  language = \"sql\"\n  returns = \"SETOF integer\"\n  \
         body = \"{body}\"\n{rest}}}\n"
    )
}

/// Everything that a statement without these clauses would reset.
const OWN: &str = "SELECT concat_ws(' ', procost, prorows, proleakproof, proconfig, proacl IS NOT NULL) FROM pg_proc WHERE proname = 'f'";

#[test]
fn options_set_by_others_survive_a_new_body() {
    let Some(own) = OwnDatabase::new("own_settings", "") else {
        return;
    };
    own.test()
        .step(Step::apply(function("SELECT 1", "")).saves(
            object(F).attr(SqlFunction::COST).is(100.0).attr("settings").is(json!({})),
        ))
        .step(own.runs(
            "ALTER FUNCTION f() COST 0.25 ROWS 7 LEAKPROOF SET search_path = pg_catalog, \"$user\" SET work_mem = '64MB'; \
             ALTER FUNCTION f() SET my.own = 'it''s, two'; REVOKE ALL ON FUNCTION f() FROM PUBLIC",
        ))
        .step(Step::plan(function("SELECT 1", "")).plans_nothing())
        .step(Step::apply(function("SELECT 2", "")).plans(updates(F)))
        .step(own.finds(
            OWN,
            r#"0.25 7 t {"my.own=it's, two","search_path=pg_catalog, \"$user\"",work_mem=64MB} t"#,
        ))
        .step(Step::import(F))
        .run();
}

#[test]
fn configured_options_are_set_and_kept() {
    let Some(own) = OwnDatabase::new("configured_settings", "") else {
        return;
    };
    let with = |cost: &str, path: &str| {
        function(
            "SELECT 1",
            &format!(
                "  cost = {cost}\n  rows = 5\n  leakproof = true\n  settings = {{\n    search_path = {path:?}\n    \
                 work_mem = \"64MB\"\n  }}\n"
            ),
        )
    };
    let first = with("2.5", "pg_catalog,PUBLIC");
    own.test()
        .step(Step::apply(&*first))
        .step(own.finds(OWN, r#"2.5 5 t {"search_path=pg_catalog, public",work_mem=64MB} f"#))
        .step(Step::plan(&*first).plans_nothing())
        .step(Step::apply(with("3", "\"$user\", public")).plans(updates(F)))
        // The same amount in another unit, and as a flag.
        .step(own.runs("ALTER FUNCTION f() SET work_mem = '65536kB'"))
        .step(Step::plan(with("3", "\"$user\", public")).plans_nothing())
        .step(own.runs("ALTER FUNCTION f() COST 9 SET work_mem = '1MB'"))
        .step(
            Step::apply(with("3", "\"$user\", public"))
                .plans(drifts(F).attr(SqlFunction::COST).is(9.0))
                .plans(updates(F)),
        )
        .step(Step::plan(with("3", "\"$user\", public")).plans_nothing())
        // Omitted they stay; empty they are removed.
        .step(Step::plan(function("SELECT 1", "")).plans_nothing())
        .step(Step::apply(function("SELECT 1", "  settings = {}\n  cost = 100\n  leakproof = false\n")).plans(updates(F)))
        .step(own.finds("SELECT concat_ws(' ', procost, proleakproof, proconfig) FROM pg_proc WHERE proname = 'f'", "100 f"))
        .run();
}

/// Type transforms, with functions that nobody calls here.
const TRANSFORMS: &str = "CREATE SCHEMA s; CREATE DOMAIN s.\"T\" AS text;
    CREATE TRANSFORM FOR int LANGUAGE sql (FROM SQL WITH FUNCTION prsd_lextype(internal), TO SQL WITH FUNCTION int4recv(internal))";

#[test]
fn transforms_survive_a_new_body_and_are_configured() {
    let Some(own) = OwnDatabase::new("transforms", TRANSFORMS) else {
        return;
    };
    let function = |body: &str, rest: &str| {
        function(body, rest).replace("returns", "arg {\n    type = \"integer\"\n  }\n  returns")
    };
    let types =
        "SELECT coalesce(protrftypes::regtype[]::text, 'none') FROM pg_proc WHERE proname = 'f'";
    let with = |types: &str| function("SELECT 1", &format!("  transforms = [{types}]\n"));
    own.test()
        .step(Step::apply(function("SELECT 1", "")))
        .step(own.runs(
            "CREATE OR REPLACE FUNCTION f(integer) RETURNS SETOF integer LANGUAGE sql TRANSFORM FOR TYPE int AS 'SELECT 1'",
        ))
        .step(Step::plan(function("SELECT 1", "")).plans_nothing())
        .step(Step::apply(function("SELECT 2", "")).plans(updates(F)))
        .step(own.finds(types, "{integer}"))
        .step(Step::import(F))
        .step(Step::apply(with("\"pg_catalog.int4\"")).plans(updates(F)))
        .step(Step::plan(with("\"pg_catalog.int4\"")).plans_nothing())
        .step(Step::apply(with("")).plans(updates(F)))
        .step(own.finds(types, "none"))
        .step(Step::apply(with("\"INT\"")).plans(updates(F)))
        .step(own.finds(types, "{integer}"))
        .step(Step::plan(with("\"INT\"")).plans_nothing())
        .step(Step::apply(with("\"s.\\\"T\\\"\"")).fails("(?s)transform"))
        .step(Step::apply(with("\"int) --\"")).fails("(?s)transforms|syntax"))
        .run();
}

#[test]
fn a_window_function_stays_one_and_is_configured() {
    let Some(own) = OwnDatabase::new("window_functions", "") else {
        return;
    };
    let function = |rest: &str| {
        format!(
            "resource \"postgresql_function\" \"f\" {{\n  name = \"f\"\n  language = \"internal\"\n  returns = \"bigint\"\n  \
             body = \"window_row_number\"\n{rest}}}\n"
        )
    };
    let window = function("  window = true\n");
    own.test()
        .step(Step::apply(&*window))
        .step(own.finds("SELECT string_agg(n::text, ',') FROM (SELECT f() OVER () AS n FROM generate_series(1, 3)) t", "1,2,3"))
        .step(Step::plan(&*window).plans_nothing())
        // Values that are not configured are kept.
        .step(Step::apply(function("  cost = 3\n")).plans(updates(F)))
        .step(own.finds("SELECT concat_ws(' ', prokind, procost) FROM pg_proc WHERE proname = 'f'", "w 3"))
        .step(Step::import(F))
        .step(Step::plan(function("  window = false\n")).plans(replaces(F)))
        .step(Step::plan(window.replace("  returns = \"bigint\"\n", "  procedure = true\n")).fails("not a window function"))
        .run();
}
