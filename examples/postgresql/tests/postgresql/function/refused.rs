//! Functions that are rejected: injections and mistakes.

use schema_provider::testing::{Step, object, updates};
use terraform_provider_postgresql::SqlFunction;

use super::{DEFINED, F, INCREMENT, function};
use crate::own_database::OwnDatabase;

#[test]
fn no_argument_injects_sql() {
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
            "default is not an SQL expression",
        ),
        (
            with(
                "\"integer\"\n  }",
                "\"integer\"\n    default = \"1, b text\"\n  }",
            ),
            "default is not an SQL expression",
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
    // Names are names, whatever they look like.
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
fn mistakes_are_reported() {
    let setup = "CREATE FUNCTION there() RETURNS void LANGUAGE sql AS ''; CREATE PROCEDURE p() LANGUAGE sql AS '';";
    let Some(own) = OwnDatabase::new("function_wrong", setup) else {
        return;
    };
    let void = |name: &str| function(&format!("  name = \"{name}\"\n  body = \"BEGIN END\""));
    let mut test = own
        .test()
        // Another one existed before.
        .step(Step::apply(void("there").replace("\"BEGIN", "\"BEGIN ")).fails("already exists"))
        .step(
            Step::apply(function(INCREMENT).replace("\"integer\"\n  }", "\"no_such_type\"\n  }"))
                .fails_at("type = ", "no_such_type"),
        )
        .step(Step::apply(void("f").replace("BEGIN END", "no")).fails("syntax error"))
        .step(Step::apply(void("f\"\n  schema = \"there is none")).fails("there is none"))
        .step(Step::apply(void("f\"\n  database = \"there is none")).fails("there is none"))
        .step(Step::apply(void("f")).saves(object(F).attr(SqlFunction::RETURNS).is("void")));
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
        "no_such_schema.f()",
    ] {
        test = test.step(Step::import(F).id(id).fails("non-existent remote object"));
    }
    // The id is kept as it was given, and means the same function.
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
        // A dependent object.
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
