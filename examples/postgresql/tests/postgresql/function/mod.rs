//! `postgresql_function`: its life cycle and conformance.

mod arguments;
mod own_settings;
mod procedures;
mod refused;

use std::collections::BTreeMap;

use schema_provider::testing::conformance::{Class, Conformance, Example};
use schema_provider::testing::{Step, changes_nothing, creates, drifts, object, replaces, updates};
use terraform_provider_postgresql::{Postgresql, SqlFunction};

use crate::own_database::OwnDatabase;

const F: &str = "postgresql_function.f";

/// A function in the provider's database.
fn function(body: &str) -> String {
    format!("resource \"postgresql_function\" \"f\" {{\n{body}\n}}\n")
}

/// How the server prints all functions.
const DEFINED: &str = "SELECT pg_get_functiondef(p.oid) FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace \
    WHERE n.nspname NOT IN ('pg_catalog', 'information_schema') ORDER BY 1";

const INCREMENT: &str = r#"
  name = "increment"
  arg {
    name = "i"
    type = "integer"
  }
  returns  = "integer"
  language = "plpgsql"
  body     = <<-EOF
    AS $$
    BEGIN
      RETURN i + 1;
    END;
    $$
  EOF
"#;

#[test]
fn empty_strings_leave_the_choice_to_the_server() {
    let Some(own) = OwnDatabase::new("function_empty", "") else {
        return;
    };
    let body = "  name = \"f\"\n  language = \"sql\"\n  body = \"SELECT 1\"";
    let rest = "  arg {\n    name = \"a\"\n    type = \"integer\"\n    mode = \"INOUT\"\n  }";
    let of = |database: &str, schema: &str, returns: &str| {
        function(&format!(
            "{body}\n  database = {database:?}\n  schema = {schema:?}\n  returns = {returns:?}\n{rest}"
        ))
    };
    let (empty, full) = (of("", "", ""), of("function_empty", "public", "int"));
    own.test()
        .step(
            Step::apply(&*empty)
                .saves(object(F).attr("id").is("function_empty.public.f(integer)"))
                // A refresh finds what the empty strings mean.
                .leaves_changes(),
        )
        .step(Step::plan(&*empty).plans_nothing())
        .step(Step::plan(&*full).plans_nothing())
        .step(Step::apply(&*full).counts(0, 0, 0))
        .step(Step::apply(&*empty).plans_nothing())
        .step(Step::apply(empty.replace("SELECT 1", "SELECT 2")).counts(0, 1, 0))
        .run();
}

#[test]
fn a_function_has_a_life() {
    let Some(own) = OwnDatabase::new("function_life", "CREATE SCHEMA other") else {
        return;
    };
    let first = function(INCREMENT);
    let changed = first.replace("i + 1", "i + 2");
    let options = changed.replace(
        "  returns ",
        "  volatility = \"IMMUTABLE\"\n  parallel = \"SAFE\"\n  strict = true\n  security_definer = true\n  \
         drop_cascade = true\n  returns ",
    );
    own
        .test()
        .step(
            Step::apply(&*first)
                .plans(creates(F).only_unknown([
                    "id", "schema", "database", "cost", "rows", "leakproof", "support", "settings",
                    "window", "transforms",
                ]))
                .saves(
                    object(F)
                        .attr("id")
                        .is("function_life.public.increment(integer)")
                        .attr(SqlFunction::SCHEMA)
                        .is("public")
                        .attr(SqlFunction::DATABASE)
                        .is("function_life")
                        .attr(SqlFunction::VOLATILITY)
                        .is("VOLATILE")
                        .attr(SqlFunction::PARALLEL)
                        .is("UNSAFE")
                        .attr("arg.0.mode")
                        .is("IN")
                        .attr("arg.0.default")
                        .is(""),
                ),
        )
        .step(own.finds("SELECT increment(1)::text", "2"))
        .step(Step::import(F).ignoring(SqlFunction::BODY))
        // The body alone is the same as in the quotes of a statement.
        .step(
            Step::plan(function(&format!(
                "{}  body = \"BEGIN\\n  RETURN i + 1;\\nEND;\"",
                INCREMENT.split_once("  body").unwrap().0
            )))
            .plans(changes_nothing(F)),
        )
        .step(Step::apply(&*changed).plans(updates(F).only_unknown([""; 0])))
        .step(own.finds("SELECT increment(1)::text", "3"))
        .step(Step::apply(&*options).plans(updates(F)))
        .step(own.finds(
            "SELECT concat(provolatile, proparallel, proisstrict, prosecdef) FROM pg_proc WHERE proname = 'increment'",
            "istt",
        ))
        .step(Step::apply(&*changed).plans(updates(F)))
        .step(own.runs(
            "CREATE OR REPLACE FUNCTION increment(i integer) RETURNS integer LANGUAGE plpgsql STABLE AS 'BEGIN END'",
        ))
        .step(
            Step::apply(&*changed)
                .plans(drifts(F).attr(SqlFunction::VOLATILITY).is("STABLE").attr(SqlFunction::BODY).is("BEGIN END"))
                .plans(updates(F).attr(SqlFunction::VOLATILITY).is("VOLATILE")),
        )
        .step(own.finds("SELECT increment(1)::text", "3"))
        .step(own.runs("DROP FUNCTION increment(integer)"))
        .step(Step::apply(&*changed).plans(creates(F)))
        .step(
            Step::apply(changed.replace("  returns ", "  schema = \"other\"\n  returns "))
                .plans(replaces(F).only_because_of([SqlFunction::SCHEMA]))
                .saves(object(F).attr("id").is("function_life.other.increment(integer)")),
        )
        .step(Step::plan(changed.replace("increment", "decrement")).plans(replaces(F).because_of(SqlFunction::NAME)))
        .step(
            Step::plan(changed.replace("returns  = \"integer\"", "returns  = \"bigint\""))
                .plans(replaces(F).because_of(SqlFunction::RETURNS)),
        )
        .step(Step::plan(changed.replace("\"plpgsql\"", "\"sql\"")).plans(replaces(F).because_of(SqlFunction::LANGUAGE)))
        .after_destroy(move |_| assert_eq!(own.answer(DEFINED), ""))
        .run();
}

#[test]
fn the_kit_finds_nothing() {
    let setup = "CREATE SCHEMA other";
    let Some(own) = OwnDatabase::new("function_kit", setup) else {
        return;
    };
    own.begin();
    let full = r#"
name     = "f"
schema   = "public"
database = "function_kit"
arg {
  name    = "a"
  type    = "integer"
  default = "1"
}
language = "sql"
returns  = "integer"
body     = "SELECT 1"
"#;
    Conformance::new::<Postgresql>()
        .settings(own.settings())
        .example(
            Example::<SqlFunction>::hcl(full)
                .alternative(SqlFunction::NAME, "g")
                .alternative(SqlFunction::SCHEMA, "other")
                .alternative(SqlFunction::DATABASE, "postgres")
                .alternative(SqlFunction::LANGUAGE, "SQL")
                // A server before PostgreSQL 13 accepts no other one for a body of integers.
                .alternative(SqlFunction::RETURNS, "oid")
                .alternative(SqlFunction::BODY, "SELECT 2")
                .alternative(
                    SqlFunction::SETTINGS,
                    BTreeMap::from([("work_mem".to_owned(), "64MB".to_owned())]),
                )
                .allow(
                    Class::OperationFails,
                    SqlFunction::LANGUAGE,
                    "the body is in the other language",
                )
                .allow(
                    Class::DriftNotSeen,
                    SqlFunction::DROP_CASCADE,
                    "the server does not know of it",
                )
                .allow(
                    Class::ImportDifference,
                    SqlFunction::ARG,
                    "how a default was written is kept with the object, and the server prints it in another way",
                ),
        )
        .run()
        .assert_clean();
}
