//! The arguments and return types of functions, in all spellings.

use schema_provider::testing::{Step, changes_nothing, creates, drifts, object, replaces, updates};
use terraform_provider_postgresql::SqlFunction;

use super::{DEFINED, F, function};
use crate::own_database::OwnDatabase;

#[test]
fn arguments_of_all_modes() {
    let Some(own) = OwnDatabase::new("function_arguments", "") else {
        return;
    };
    let config = function(
        r#"
  name = "f"
  arg {
    type = "integer"
  }
  arg {
    name    = "b"
    type    = "text"
    default = "'x'"
  }
  arg {
    name = "c"
    type = "bigint"
    mode = "INOUT"
    default = "1"
  }
  arg {
    name = "d"
    type = "text"
    mode = "OUT"
  }
  arg {
    name = "e"
    type = "text[]"
    mode = "VARIADIC"
    default = "ARRAY[]::text[]"
  }
  language = "sql"
  body     = "SELECT c, b"
"#,
    );
    let another = config.replace("'x'", "upper('y')");
    let more = config.replace(
        "  language",
        "  arg {\n    name = \"f\"\n    type = \"text\"\n    mode = \"OUT\"\n  }\n  language",
    );
    own
        .test()
        .step(
            Step::apply(&*config).plans(creates(F)).saves(
                object(F)
                    .attr("id")
                    .is("function_arguments.public.f(integer,text,bigint,text[])")
                    .attr(SqlFunction::RETURNS)
                    .is("record")
                    .attr("arg.1.default")
                    .is("'x'"),
            ),
        )
        .step(Step::import(F).ignoring("arg"))
        .step(
            Step::apply(&*another)
                .plans(updates(F).attr("arg.1.default").is("upper('y')"))
                .saves(object(F).attr("arg.1.default").is("upper('y')")),
        )
        .step(own.runs(
            "CREATE OR REPLACE FUNCTION f(integer, b text DEFAULT 'z', INOUT c bigint DEFAULT 1, OUT d text, \
             VARIADIC e text[] DEFAULT ARRAY[]::text[]) LANGUAGE sql AS 'SELECT c, b'",
        ))
        .step(
            Step::apply(&*another)
                .plans(drifts(F).attr("arg.1.default").is("'z'::text"))
                .plans(updates(F).attr("arg.1.default").is("upper('y')")),
        )
        // Defaults cannot be removed in place.
        .step(
            Step::apply(
                another
                    .replace("    default = \"upper('y')\"\n", "")
                    .replace("    default = \"1\"\n", "")
                    .replace("    default = \"ARRAY[]::text[]\"\n", ""),
            )
            .plans(replaces(F).only_because_of([SqlFunction::ARG])),
        )
        .step(Step::plan(more.replace("SELECT c, b", "SELECT c, b, b")).plans(replaces(F)))
        .step(Step::plan(config.replace("\"d\"\n", "\"dd\"\n")).plans(replaces(F)))
        .step(
            Step::plan(config.replace("  arg {\n    type = \"integer\"\n  }\n", "")).plans(replaces(F)),
        )
        .after_destroy(move |_| assert_eq!(own.answer(DEFINED), ""))
        .run();
}

/// The Go provider would replace or change it with each plan.
#[test]
fn equal_spellings_settle() {
    let setup = "CREATE DOMAIN public.positive AS integer CHECK (VALUE > 0); CREATE SCHEMA hidden;
        CREATE TYPE hidden.\"My Type\" AS ENUM ('a');";
    let Some(own) = OwnDatabase::new("function_same", setup) else {
        return;
    };
    let config = function(
        r#"
  name = "Größe \"x\""
  arg {
    name = "Ä \"q\""
    type = "int"
    mode = "in"
  }
  arg {
    name = "Upper"
    type = "numeric(10,2)"
    mode = ""
  }
  arg {
    type = "public.positive"
  }
  arg {
    type = "hidden.\"My Type\""
  }
  arg {
    type    = "varchar(3)[]"
    default = "'{a}'"
  }
  arg {
    type    = "timestamp(3)"
    default = "now() - interval '1 day'"
  }
  language = "SQL"
  returns  = "SETOF public.positive"
  body     = "SELECT 1::positive"
"#,
    );
    let printed = config
        .replace("\"int\"", "\"integer\"")
        .replace("\"in\"", "\"IN\"")
        .replace("\"Upper\"", "\"upper\"")
        .replace("numeric(10,2)", "numeric")
        .replace("varchar(3)[]", "character varying[]")
        .replace("\"timestamp(3)\"", "\"timestamp without time zone\"")
        .replace("\"SQL\"", "\"sql\"");
    own
        .test()
        .step(
            Step::apply(&*config).saves(
                object(F)
                    .attr(SqlFunction::NAME)
                    .is("Größe \"x\"")
                    .attr("arg.0.type")
                    .is("int")
                    .attr("arg.2.type")
                    .is("public.positive")
                    .attr(SqlFunction::RETURNS)
                    .is("SETOF public.positive"),
            ),
        )
        .step(Step::plan(&*config).plans_nothing())
        .step(Step::plan(&*printed).plans(changes_nothing(F)))
        .step(own.finds(
            "SELECT proname || ' ' || array_to_string(proargnames, ',') FROM pg_proc WHERE proname LIKE 'Gr%'",
            "Größe \"x\" Ä \"q\",upper,,,,",
        ))
        // The type is another one.
        .step(Step::plan(config.replace("\"int\"", "\"bigint\"")).plans(replaces(F)))
        .run();
}

#[test]
fn functions_return_sets_and_tables() {
    let Some(own) = OwnDatabase::new("function_rows", "CREATE TABLE public.t (a integer, b text)")
    else {
        return;
    };
    let returns = |returns: &str| {
        function(&format!(
            "  name = \"f\"\n  language = \"sql\"\n  returns = {returns:?}\n  body = \"SELECT 1, 'x'::text\""
        ))
    };
    let mut test = own.test();
    for (written, server) in [
        ("SETOF t", "SETOF t"),
        ("setof  public.t", "SETOF t"),
        ("TABLE(a integer, b text)", "TABLE(a integer, b text)"),
        (
            "table (A int, \"b c\" character varying(3))",
            "TABLE(a integer, \"b c\" character varying)",
        ),
        ("t", "t"),
        ("record", "record"),
    ] {
        test = test
            .step(
                Step::apply(returns(written))
                    .saves(object(F).attr(SqlFunction::RETURNS).is(written)),
            )
            .step(own.finds(
                "SELECT pg_get_function_result(oid) FROM pg_proc WHERE proname = 'f'",
                server,
            ));
    }
    test.run();
}
