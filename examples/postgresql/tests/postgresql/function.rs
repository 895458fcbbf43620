//! `postgresql_function`.

use schema_provider::testing::conformance::{Class, Conformance, Example};
use schema_provider::testing::{Step, changes_nothing, creates, drifts, object, replaces, updates};
use terraform_provider_postgresql::{Function, Postgresql};

use crate::own_database::OwnDatabase;

const F: &str = "postgresql_function.f";

/// A function in the provider's database.
fn function(body: &str) -> String {
    format!("resource \"postgresql_function\" \"f\" {{\n{body}\n}}\n")
}

/// What the server prints of all functions.
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
fn empty_texts_leave_the_choice_to_the_server() {
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
                // A refresh finds what the empty texts stand for.
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
                .plans(creates(F).only_unknown(["id", "schema", "database"]))
                .saves(
                    object(F)
                        .attr("id")
                        .is("function_life.public.increment(integer)")
                        .attr(Function::SCHEMA)
                        .is("public")
                        .attr(Function::DATABASE)
                        .is("function_life")
                        .attr(Function::VOLATILITY)
                        .is("VOLATILE")
                        .attr(Function::PARALLEL)
                        .is("UNSAFE")
                        .attr("arg.0.mode")
                        .is("IN")
                        .attr("arg.0.default")
                        .is(""),
                ),
        )
        .step(own.finds("SELECT increment(1)::text", "2"))
        .step(Step::import(F).ignoring(Function::BODY))
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
                .plans(drifts(F).attr(Function::VOLATILITY).is("STABLE").attr(Function::BODY).is("BEGIN END"))
                .plans(updates(F).attr(Function::VOLATILITY).is("VOLATILE")),
        )
        .step(own.finds("SELECT increment(1)::text", "3"))
        .step(own.runs("DROP FUNCTION increment(integer)"))
        .step(Step::apply(&*changed).plans(creates(F)))
        .step(
            Step::apply(changed.replace("  returns ", "  schema = \"other\"\n  returns "))
                .plans(replaces(F).only_because_of([Function::SCHEMA]))
                .saves(object(F).attr("id").is("function_life.other.increment(integer)")),
        )
        .step(Step::plan(changed.replace("increment", "decrement")).plans(replaces(F).because_of(Function::NAME)))
        .step(
            Step::plan(changed.replace("returns  = \"integer\"", "returns  = \"bigint\""))
                .plans(replaces(F).because_of(Function::RETURNS)),
        )
        .step(Step::plan(changed.replace("\"plpgsql\"", "\"sql\"")).plans(replaces(F).because_of(Function::LANGUAGE)))
        .after_destroy(move |_| assert_eq!(own.answer(DEFINED), ""))
        .run();
}

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
                    .attr(Function::RETURNS)
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
        // Defaults cannot be taken away in place.
        .step(
            Step::apply(
                another
                    .replace("    default = \"upper('y')\"\n", "")
                    .replace("    default = \"1\"\n", "")
                    .replace("    default = \"ARRAY[]::text[]\"\n", ""),
            )
            .plans(replaces(F).only_because_of([Function::ARG])),
        )
        .step(Step::plan(more.replace("SELECT c, b", "SELECT c, b, b")).plans(replaces(F)))
        .step(Step::plan(config.replace("\"d\"\n", "\"dd\"\n")).plans(replaces(F)))
        .step(
            Step::plan(config.replace("  arg {\n    type = \"integer\"\n  }\n", "")).plans(replaces(F)),
        )
        .after_destroy(move |_| assert_eq!(own.answer(DEFINED), ""))
        .run();
}

/// What the Go provider would replace or change with each plan.
#[test]
fn what_means_the_same_settles() {
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
                    .attr(Function::NAME)
                    .is("Größe \"x\"")
                    .attr("arg.0.type")
                    .is("int")
                    .attr("arg.2.type")
                    .is("public.positive")
                    .attr(Function::RETURNS)
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
fn rows_and_tables_are_returned() {
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
                Step::apply(returns(written)).saves(object(F).attr(Function::RETURNS).is(written)),
            )
            .step(own.finds(
                "SELECT pg_get_function_result(oid) FROM pg_proc WHERE proname = 'f'",
                server,
            ));
    }
    test.run();
}

#[test]
fn no_argument_is_more_than_it_says() {
    let setup = "CREATE TABLE victim (a int)";
    let Some(own) = OwnDatabase::new("function_injection", setup) else {
        return;
    };
    let with = |change: &str, to: &str| function(INCREMENT).replace(change, to);
    let evil = "; DROP TABLE victim; --";
    let mut test = own.test();
    for (config, error) in [
        (
            with(
                "\"integer\"\n  }",
                &format!("\"integer) RETURNS void LANGUAGE sql AS ''{evil}\"\n  }}"),
            ),
            "type",
        ),
        (with("\"integer\"\n  }", "\"integer, b text\"\n  }"), "type"),
        (
            with("\"integer\"\n  }", "\"integer DEFAULT 1\"\n  }"),
            "type",
        ),
        (
            with(
                "returns  = \"integer\"",
                &format!("returns  = \"integer LANGUAGE sql AS ''{evil}\""),
            ),
            "returns|type",
        ),
        (
            with(
                "returns  = \"integer\"",
                "returns  = \"TABLE(a integer) LANGUAGE sql AS '' --)\"",
            ),
            "returns|type|column",
        ),
        (
            with("\"plpgsql\"", &format!("\"plpgsql AS ''{evil}\"")),
            "language",
        ),
        (
            with(
                "\"integer\"\n  }",
                &format!("\"integer\"\n    default = \"1){evil}\"\n  }}"),
            ),
            "default is no SQL expression",
        ),
        (
            with(
                "\"integer\"\n  }",
                "\"integer\"\n    default = \"1, b text\"\n  }",
            ),
            "default is no SQL expression",
        ),
        (
            with(
                "\"integer\"\n  }",
                "\"integer\"\n    mode = \"IN a text,\"\n  }",
            ),
            "mode",
        ),
        (
            with(
                "returns ",
                "schema = \"public\\\"; DROP TABLE victim; --\"\n  returns ",
            ),
            "(?s)does not\\s+exist",
        ),
        (
            with(
                "returns ",
                "database = \"function_injection\\\"; DROP TABLE victim; --\"\n  returns ",
            ),
            "(?s)does not\\s+exist",
        ),
        (
            with("returns ", "volatility = \"STABLE AS ''\"\n  returns "),
            "volatility",
        ),
        (
            with("returns ", "volatility = \"stable\"\n  returns "),
            "volatility",
        ),
        (
            with("returns ", "parallel = \"safe\"\n  returns "),
            "parallel",
        ),
    ] {
        test = test.step(Step::apply(config).fails(error));
    }
    // What is a name is one, whatever it looks like.
    for config in [
        with("\"increment\"", &format!("\"increment\\\"{evil}\"")),
        with("name = \"i\"", &format!("name = \"i\\\" integer{evil}\"")).replace("i + 1", "1"),
        with("i + 1;", "1; -- $function$ $function_$"),
    ] {
        test = test.step(Step::apply(config)).step(Step::destroy());
    }
    test.step(own.finds("SELECT count(*)::text FROM victim", "0"))
        .step(own.finds(DEFINED, ""))
        .run();
}

#[test]
fn mistakes_are_told() {
    let setup = "CREATE FUNCTION there() RETURNS void LANGUAGE sql AS ''; CREATE PROCEDURE p() LANGUAGE sql AS '';";
    let Some(own) = OwnDatabase::new("function_wrong", setup) else {
        return;
    };
    let void = |name: &str| function(&format!("  name = \"{name}\"\n  body = \"BEGIN END\""));
    let mut test = own
        .test()
        // Another one has been there before.
        .step(Step::apply(void("there").replace("\"BEGIN", "\"BEGIN ")).fails("already exists"))
        .step(
            Step::apply(function(INCREMENT).replace("\"integer\"\n  }", "\"no_such_type\"\n  }"))
                .fails_at("type = ", "no_such_type"),
        )
        .step(Step::apply(void("f").replace("BEGIN END", "no")).fails("syntax error"))
        .step(Step::apply(void("f\"\n  schema = \"there is none")).fails("there is none"))
        .step(Step::apply(void("f\"\n  database = \"there is none")).fails("there is none"))
        .step(Step::apply(void("f")).saves(object(F).attr(Function::RETURNS).is("void")));
    for id in [
        "",
        "f",
        "f()",
        "a.b.c.f()",
        "public.f",
        "public.f(",
        "public.f)",
        "public.f(a.b)",
        "public.f(public.t,a)",
    ] {
        test = test.step(Step::import(F).id(id).fails("expected format"));
    }
    for id in [
        "public.none()",
        "public.f(integer)",
        "public.f(no_such_type)",
        "public.p()",
        "no_such_schema.f()",
    ] {
        test = test.step(Step::import(F).id(id).fails("non-existent remote object"));
    }
    // As the id was given it is kept, and is the same function.
    for id in ["public.f()", "function_wrong.public.f()"] {
        test = test
            .step(Step::forget(F))
            .step(
                Step::import(F)
                    .id(id)
                    .into_state()
                    .saves(object(F).attr("id").is(id)),
            )
            .step(Step::plan(void("f")).plans_nothing());
    }
    test.step(Step::import(F).id("function_wrong.public.f()"))
        .step(Step::import(F).id("nowhere.public.f()").fails("nowhere"))
        // What depends on it.
        .step(own.runs("CREATE VIEW v AS SELECT 1 AS a FROM (SELECT f()) x"))
        .step(Step::destroy().fails("other objects depend on it"))
        .step(
            Step::apply(void("f\"\n  drop_cascade = true\n  schema = \"public")).plans(updates(F)),
        )
        .step(Step::destroy())
        .step(own.finds(
            "SELECT count(*)::text FROM pg_views WHERE viewname = 'v'",
            "0",
        ))
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
    Conformance::of::<Postgresql>()
        .settings(own.settings())
        .example(
            Example::<Function>::hcl(full)
                .alternative(Function::NAME, "g")
                .alternative(Function::SCHEMA, "other")
                .alternative(Function::DATABASE, "postgres")
                .alternative(Function::LANGUAGE, "SQL")
                // A server before PostgreSQL 13 takes no other one for a body of integers.
                .alternative(Function::RETURNS, "oid")
                .alternative(Function::BODY, "SELECT 2")
                .allow(
                    Class::OperationFails,
                    Function::LANGUAGE,
                    "the body is in the other language",
                )
                .allow(
                    Class::DriftNotSeen,
                    Function::DROP_CASCADE,
                    "the server does not know of it",
                )
                .allow(
                    Class::ImportDifference,
                    Function::ARG,
                    "how a default was written is kept with the object, and the server prints it in another way",
                ),
        )
        .run()
        .assert_clean();
}
