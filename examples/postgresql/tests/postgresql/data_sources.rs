//! `postgresql_schemas`, `postgresql_tables` and `postgresql_sequences`.

use schema_provider::testing::conformance::{Conformance, Example};
use schema_provider::testing::{Step, object};
use serde_json::{Value as Json, json};
use terraform_provider_postgresql::{
    Postgresql, SchemasDataSource, SequencesDataSource, TablesDataSource,
};

use crate::own_database::OwnDatabase;

const SETUP: &str = "CREATE SCHEMA app; CREATE SCHEMA \"App Ä\"; CREATE SCHEMA pgx; CREATE SCHEMA \"it's\";
    CREATE TABLE app.t1 (id serial); CREATE TABLE app.t2 (a int); CREATE VIEW app.v AS SELECT 1;
    CREATE TABLE \"App Ä\".\"T'1\" (a int); CREATE SEQUENCE public.s1 AS smallint; CREATE SEQUENCE app.s2;
    CREATE EXTENSION file_fdw; CREATE SERVER files FOREIGN DATA WRAPPER file_fdw;
    CREATE FOREIGN TABLE pgx.elsewhere (a text) SERVER files OPTIONS (filename '/dev/null');";

/// The answer of a data source to arguments, with the end of its id.
fn answers(kind: &str, asked: &[(&str, &str, Json)]) {
    let database = format!("data_{kind}");
    let Some(own) = OwnDatabase::new(&database, SETUP) else {
        return;
    };
    let mut test = own.test();
    for (arguments, id, expected) in asked {
        let config = format!(
            "data \"postgresql_{kind}\" \"d\" {{\n  database = \"{database}\"\n{arguments}\n}}\n"
        );
        test = test.step(
            Step::apply(config).saves(
                object(format!("data.postgresql_{kind}.d"))
                    .attr("id")
                    .is(format!("{database}_{id}"))
                    .attr(kind)
                    .is(expected.clone()),
            ),
        );
    }
    test.run();
}

#[test]
fn schemas() {
    let none = "_ALL (array[])_ALL (array[])_";
    answers(
        "schemas",
        &[
            // `_` in the pattern for system schemas matches any character, so that `pgx` is one.
            (
                "",
                &format!("false_ANY (array[]){none}"),
                json!(["App Ä", "app", "it's", "public"]),
            ),
            (
                "include_system_schemas = true\nlike_any_patterns = [\"pg_%\", \"info%\"]\nnot_like_all_patterns = [\"%temp%\"]",
                "true_ANY (array['pg_%','info%'])_ALL (array[])_ALL (array['%temp%'])_",
                json!(["information_schema", "pg_catalog", "pg_toast", "pgx"]),
            ),
            (
                "like_all_patterns = [\"%p%\", \"a%\"]\nnot_like_all_patterns = [\"x\", \"y\"]",
                "false_ANY (array[])_ALL (array['%p%','a%'])_ALL (array['x','y'])_",
                json!(["app"]),
            ),
            (
                "not_like_all_patterns = [\"a%\", \"A%\", \"i%\"]",
                "false_ANY (array[])_ALL (array[])_ALL (array['a%','A%','i%'])_",
                json!(["public"]),
            ),
            (
                "regex_pattern = \"^[aA]pp\"",
                &format!("false_ANY (array[]){none}^[aA]pp"),
                json!(["App Ä", "app"]),
            ),
            (
                "like_any_patterns = [\"it's\"]",
                &format!("false_ANY (array['it's']){none}"),
                json!(["it's"]),
            ),
            (
                "like_any_patterns = [\"') OR true; DROP SCHEMA app CASCADE; --\"]",
                &format!("false_ANY (array['') OR true; DROP SCHEMA app CASCADE; --']){none}"),
                json!([]),
            ),
            (
                "like_all_patterns = [\"') OR true; DROP SCHEMA app CASCADE; --\"]",
                "false_ANY (array[])_ALL (array['') OR true; DROP SCHEMA app CASCADE; --'])_ALL (array[])_",
                json!([]),
            ),
            (
                "not_like_all_patterns = [\"') AND false; DROP SCHEMA app CASCADE; --\"]",
                "false_ANY (array[])_ALL (array[])_ALL (array['') AND false; DROP SCHEMA app CASCADE; --'])_",
                json!(["App Ä", "app", "it's", "public"]),
            ),
            (
                "regex_pattern = \"' OR true --\"",
                &format!("false_ANY (array[]){none}' OR true --"),
                json!([]),
            ),
        ],
    );
}

#[test]
fn tables() {
    let table = |schema: &str, name: &str, of: &str| json!({"object_name": name, "schema_name": schema, "table_type": of});
    let none = "ANY (array[])_ALL (array[])_ALL (array[])_";
    answers(
        "tables",
        &[
            (
                "schemas = [\"app\"]",
                &format!("ANY (array['app'])_ANY (array[])_{none}"),
                json!([
                    table("app", "t1", "BASE TABLE"),
                    table("app", "t2", "BASE TABLE"),
                    table("app", "v", "VIEW")
                ]),
            ),
            (
                "schemas = [\"app\", \"App Ä\"]\ntable_types = [\"VIEW\"]",
                &format!("ANY (array['app','App Ä'])_ANY (array['VIEW'])_{none}"),
                json!([table("app", "v", "VIEW")]),
            ),
            (
                "like_any_patterns = [\"T'%\", \"t2\"]",
                "ANY (array[])_ANY (array[])_ANY (array['T'%','t2'])_ALL (array[])_ALL (array[])_",
                json!([
                    table("App Ä", "T'1", "BASE TABLE"),
                    table("app", "t2", "BASE TABLE")
                ]),
            ),
            (
                "table_types = [\"FOREIGN\", \"LOCAL TEMPORARY\"]",
                &format!("ANY (array[])_ANY (array['FOREIGN','LOCAL TEMPORARY'])_{none}"),
                json!([table("pgx", "elsewhere", "FOREIGN")]),
            ),
            (
                // Temporary tables are visible only to the session that created them, and a data
                // source's creates none.
                "table_types = [\"LOCAL TEMPORARY\"]",
                &format!("ANY (array[])_ANY (array['LOCAL TEMPORARY'])_{none}"),
                json!([]),
            ),
            (
                "schemas = [\"' OR true --\"]\ntable_types = [\"' OR true --\"]",
                &format!("ANY (array['' OR true --'])_ANY (array['' OR true --'])_{none}"),
                json!([]),
            ),
            (
                "schemas = [\"app\"]\nlike_any_patterns = [\"') OR true; DROP SCHEMA app CASCADE; --\"]",
                "ANY (array['app'])_ANY (array[])_ANY (array['') OR true; DROP SCHEMA app CASCADE; --'])_ALL (array[])_ALL (array[])_",
                json!([]),
            ),
            (
                "schemas = [\"app\"]\nlike_all_patterns = [\"') OR true; DROP SCHEMA app CASCADE; --\"]",
                "ANY (array['app'])_ANY (array[])_ANY (array[])_ALL (array['') OR true; DROP SCHEMA app CASCADE; --'])_ALL (array[])_",
                json!([]),
            ),
            (
                "schemas = [\"app\"]\nnot_like_all_patterns = [\"') OR true; DROP SCHEMA app CASCADE; --\"]",
                "ANY (array['app'])_ANY (array[])_ANY (array[])_ALL (array[])_ALL (array['') OR true; DROP SCHEMA app CASCADE; --'])_",
                json!([
                    table("app", "t1", "BASE TABLE"),
                    table("app", "t2", "BASE TABLE"),
                    table("app", "v", "VIEW")
                ]),
            ),
            (
                "schemas = [\"app\"]\nregex_pattern = \"' OR true --\"",
                &format!("ANY (array['app'])_ANY (array[])_{none}' OR true --"),
                json!([]),
            ),
        ],
    );
}

#[test]
fn sequences() {
    let sequence = |schema: &str, name: &str, of: &str| json!({"object_name": name, "schema_name": schema, "data_type": of});
    let none = "ANY (array[])_ALL (array[])_ALL (array[])_";
    answers(
        "sequences",
        &[
            (
                "",
                &format!("ANY (array[])_{none}"),
                json!([
                    sequence("app", "s2", "bigint"),
                    sequence("app", "t1_id_seq", "integer"),
                    sequence("public", "s1", "smallint")
                ]),
            ),
            (
                "schemas = [\"public\"]\nregex_pattern = \"^s\"",
                &format!("ANY (array['public'])_{none}^s"),
                json!([sequence("public", "s1", "smallint")]),
            ),
            (
                "schemas = [\"' OR true --\"]",
                &format!("ANY (array['' OR true --'])_{none}"),
                json!([]),
            ),
            (
                "schemas = [\"app\"]\nlike_any_patterns = [\"') OR true; DROP SCHEMA app CASCADE; --\"]",
                "ANY (array['app'])_ANY (array['') OR true; DROP SCHEMA app CASCADE; --'])_ALL (array[])_ALL (array[])_",
                json!([]),
            ),
            (
                "schemas = [\"app\"]\nlike_all_patterns = [\"') OR true; DROP SCHEMA app CASCADE; --\"]",
                "ANY (array['app'])_ANY (array[])_ALL (array['') OR true; DROP SCHEMA app CASCADE; --'])_ALL (array[])_",
                json!([]),
            ),
            (
                "schemas = [\"app\"]\nnot_like_all_patterns = [\"') OR true; DROP SCHEMA app CASCADE; --\"]",
                "ANY (array['app'])_ANY (array[])_ALL (array[])_ALL (array['') OR true; DROP SCHEMA app CASCADE; --'])_",
                json!([
                    sequence("app", "s2", "bigint"),
                    sequence("app", "t1_id_seq", "integer")
                ]),
            ),
            (
                "schemas = [\"app\"]\nregex_pattern = \"' OR true --\"",
                &format!("ANY (array['app'])_{none}' OR true --"),
                json!([]),
            ),
        ],
    );
}

#[test]
fn mistakes_are_reported() {
    let Some(own) = OwnDatabase::new("data_wrong", "") else {
        return;
    };
    let mut test = own.test();
    for kind in ["schemas", "tables", "sequences"] {
        let of =
            |arguments: &str| format!("data \"postgresql_{kind}\" \"d\" {{\n{arguments}\n}}\n");
        test = test
            .step(Step::plan(of("")).fails("database"))
            .step(Step::plan(of("database = \"there is none\"")).fails("there is none"))
            .step(
                Step::plan(of("database = \"data_wrong\"\nregex_pattern = \"(\""))
                    .fails("invalid regular expression"),
            );
    }
    test.run();
}

#[test]
fn the_kit_finds_nothing() {
    let Some(own) = OwnDatabase::new("data_kit", SETUP) else {
        return;
    };
    own.begin();
    Conformance::new::<Postgresql>()
        .settings(own.settings())
        .lookup(Example::<SchemasDataSource>::hcl("database = \"data_kit\""))
        .lookup(Example::<TablesDataSource>::hcl("database = \"data_kit\""))
        .lookup(Example::<SequencesDataSource>::hcl(
            "database = \"data_kit\"",
        ))
        .run()
        .assert_clean();
}
