//! Procedures: functions that `CALL` runs.

use schema_provider::testing::{Step, creates, drifts, object, replaces, updates};
use terraform_provider_postgresql::SqlFunction;

use crate::own_database::OwnDatabase;

const F: &str = "postgresql_function.p";

fn procedure(body: &str) -> String {
    format!(
        "resource \"postgresql_function\" \"p\" {{\n  name = \"p\"\n  procedure = true\n{body}\n}}\n"
    )
}

const FOUND: &str = "SELECT oid::regprocedure || ' ' || prokind::text || ' ' || prosecdef || ' ' || prosrc FROM pg_proc \
    WHERE pronamespace = 'public'::regnamespace ORDER BY 1";

#[test]
fn a_procedure_has_a_life() {
    let Some(own) = OwnDatabase::new("procedure_life", "CREATE TABLE t (a int)") else {
        return;
    };
    let argument = "  arg {\n    name = \"n\"\n    type = \"integer\"\n  }\n";
    let one = procedure(&format!(
        "{argument}  language = \"sql\"\n  body = \"INSERT INTO t VALUES (n)\""
    ));
    let other = one
        .replace("(n)", "(n + 1)")
        .replace("  language", "  security_definer = true\n  language");
    own.test()
        .step(
            Step::apply(&*one).plans(creates(F)).saves(
                object(F)
                    .attr("id")
                    .is("procedure_life.public.p(integer)")
                    .attr(SqlFunction::PROCEDURE)
                    .is(true)
                    .attr(SqlFunction::RETURNS)
                    .is(""),
            ),
        )
        .step(own.finds(FOUND, "p(integer) p false INSERT INTO t VALUES (n)"))
        .step(own.runs("CALL p(7)"))
        .step(own.finds("SELECT a FROM t", "7"))
        .step(Step::plan(&*one).plans_nothing())
        .step(Step::import(F))
        .step(Step::apply(&*other).plans(updates(F)).counts(0, 1, 0))
        .step(own.finds(FOUND, "p(integer) p true INSERT INTO t VALUES (n + 1)"))
        .step(own.runs("CREATE OR REPLACE PROCEDURE p(n int) LANGUAGE sql AS 'SELECT 1'"))
        .step(
            Step::apply(&*one)
                .plans(drifts(F).attr(SqlFunction::BODY).is("SELECT 1"))
                .plans(updates(F)),
        )
        .step(own.finds(FOUND, "p(integer) p false INSERT INTO t VALUES (n)"))
        .step(Step::forget(F))
        .step(Step::import(F).id("public.p(integer)").into_state())
        .step(Step::plan(&*one).plans_nothing())
        // A function is another object.
        .step(Step::plan(one.replace("procedure = true", "returns = \"void\"")).plans(replaces(F)))
        .step(
            own.runs("DROP PROCEDURE p; CREATE FUNCTION p(n int) RETURNS void LANGUAGE sql AS ''"),
        )
        .step(Step::plan(&*one).plans(creates(F)))
        .step(own.runs("DROP FUNCTION p"))
        .step(Step::apply(&*one).plans(creates(F)))
        .step(Step::destroy())
        .step(own.finds(FOUND, ""))
        .run();
}

#[test]
fn a_procedure_returns_through_its_arguments() {
    let Some(own) = OwnDatabase::new("procedure_out", "") else {
        return;
    };
    let config = procedure(
        "  arg {\n    name = \"n\"\n    type = \"integer\"\n    mode = \"INOUT\"\n    default = \"1\"\n  }\n  body = <<-EOT\n    AS $$\n    BEGIN n := n + 1; END\n    $$\n  EOT",
    );
    own.test()
        .step(Step::apply(&*config))
        .step(own.finds("CALL p(41)", "42"))
        .step(Step::plan(&*config).plans_nothing())
        .step(Step::apply(config.replace("n + 1", "n + 2")).counts(0, 1, 0))
        .step(own.finds("CALL p()", "3"))
        .step(Step::destroy())
        .step(own.finds(FOUND, ""))
        .run();
}

#[test]
fn options_of_functions_are_rejected_for_procedures() {
    let Some(own) = OwnDatabase::new("procedure_wrong", "") else {
        return;
    };
    let with = |body: &str| {
        procedure(&format!(
            "  language = \"sql\"\n  body = \"SELECT 1\"\n{body}"
        ))
    };
    own.test()
        .step(Step::plan(with("  returns = \"int\"")).fails("A procedure has no result"))
        .step(Step::plan(with("  volatility = \"STABLE\"")).fails("A procedure has no volatility"))
        .step(Step::plan(with("  parallel = \"SAFE\"")).fails("A procedure never runs in parallel"))
        .step(Step::plan(with("  strict = true")).fails("A procedure is never strict"))
        .step(Step::plan(with("  cost = 1")).fails("A procedure has no cost"))
        .step(Step::plan(with("  rows = 1")).fails("A procedure returns no rows"))
        .step(Step::plan(with("  leakproof = true")).fails("A procedure is never leakproof"))
        .step(Step::plan(with("  support = \"f\"")).fails("A procedure has no support function"))
        .step(
            Step::apply(format!(
                "provider \"postgresql\" {{\n  expected_version = \"10\"\n}}\n{}",
                with("")
            ))
            .fails("procedure needs PostgreSQL 11"),
        )
        // Configured defaults are allowed.
        .step(Step::apply(with(
            "  returns = \"\"\n  volatility = \"VOLATILE\"\n  parallel = \"UNSAFE\"\n  strict = false",
        )).leaves_changes())
        .run();
}
