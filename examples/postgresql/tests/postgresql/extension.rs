//! `postgresql_extension`.

use schema_provider::testing::conformance::{Class, Conformance, Example};
use schema_provider::testing::{Step, changes_nothing, creates, drifts, object, replaces, updates};
use terraform_provider_postgresql::{Extension, Postgresql};

use crate::common::cluster;
use crate::own_database::OwnDatabase;

const E: &str = "postgresql_extension.e";

/// An extension in the provider's database.
fn extension(body: &str) -> String {
    format!("resource \"postgresql_extension\" \"e\" {{\n{body}\n}}\n")
}

const INSTALLED: &str = "SELECT e.extname || ':' || n.nspname || ':' || e.extversion FROM pg_extension e \
    JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname <> 'plpgsql' ORDER BY 1";

#[test]
fn an_extension_has_a_life() {
    let Some(own) = OwnDatabase::new("extension_life", "CREATE SCHEMA \"My Schema\"") else {
        return;
    };
    let first = extension("  name    = \"hstore\"\n  version = \"1.4\"");
    let version = newest("hstore");
    let newer = extension(&format!("  name    = \"hstore\"\n  version = {version:?}"));
    let moved = extension(&format!(
        "  name    = \"hstore\"\n  version = {version:?}\n  schema = \"My Schema\""
    ));
    let least = extension("  name    = \"hstore\"");
    own.test()
        .step(
            Step::apply(&*first)
                .plans(creates(E).only_unknown(["id", "schema", "database"]))
                .saves(
                    object(E)
                        .attr("id")
                        .is("extension_life.hstore")
                        .attr(Extension::SCHEMA)
                        .is("public")
                        .attr(Extension::VERSION)
                        .is("1.4")
                        .attr(Extension::DROP_CASCADE)
                        .is(false),
                ),
        )
        .step(own.finds(INSTALLED, "hstore:public:1.4"))
        .step(Step::import(E))
        .step(Step::apply(&*newer).plans(updates(E).only_unknown([""; 0])))
        .step(own.finds(INSTALLED, &format!("hstore:public:{version}")))
        .step(Step::apply(&*moved).plans(updates(E)))
        .step(own.finds(INSTALLED, &format!("hstore:My Schema:{version}")))
        // Values that are no longer configured are kept.
        .step(Step::plan(&*least).plans(changes_nothing(E)))
        .step(own.runs("ALTER EXTENSION hstore SET SCHEMA public"))
        .step(
            Step::apply(&*moved)
                .plans(drifts(E).attr(Extension::SCHEMA).is("public"))
                .plans(updates(E).attr(Extension::SCHEMA).is("My Schema")),
        )
        .step(
            Step::plan(moved.replace("hstore", "citext").replace(&version, "1.6"))
                .plans(replaces(E).only_because_of([Extension::NAME])),
        )
        .step(
            Step::plan(least.replace("{\n", "{\n  database = \"postgres\"\n"))
                .plans(replaces(E).only_because_of([Extension::DATABASE])),
        )
        .step(own.runs("DROP EXTENSION hstore"))
        .step(Step::apply(&*moved).plans(creates(E)))
        .step(Step::forget(E))
        .step(Step::import(E).id("extension_life.hstore").into_state())
        .step(Step::plan(&*moved).plans_nothing())
        .after_destroy(move |_| assert_eq!(own.answer(INSTALLED), ""))
        .run();
}

#[test]
fn the_schema_of_an_extension_is_renamed_in_the_same_apply() {
    let Some(own) = OwnDatabase::new("extension_renamed", "") else {
        return;
    };
    let version = newest("hstore");
    let config = |schema: &str| {
        format!(
            "resource \"postgresql_schema\" \"s\" {{\n  name = {schema:?}\n}}\n{}",
            extension(&format!(
                "  name = \"hstore\"\n  version = {version:?}\n  schema = postgresql_schema.s.name"
            ))
        )
    };
    own.test()
        .step(Step::apply(config("one")))
        .step(own.finds(INSTALLED, &format!("hstore:one:{version}")))
        // The renamed schema already is the extension's.
        .step(Step::apply(config("two")).plans(updates(E)).counts(0, 2, 0))
        .step(own.finds(INSTALLED, &format!("hstore:two:{version}")))
        .run();
}

fn newest(extension: &str) -> String {
    cluster::shared().unwrap().newest(extension)
}

#[test]
fn an_installed_extension_is_adopted() {
    let Some(own) = OwnDatabase::new(
        "extension_adopt",
        "CREATE EXTENSION citext; CREATE SCHEMA s",
    ) else {
        return;
    };
    let least = extension("  name = \"citext\"");
    let moved = extension("  name   = \"citext\"\n  schema = \"s\"");
    own.test()
        .step(Step::apply(&*least).saves(object(E).attr(Extension::SCHEMA).is("public")))
        .step(Step::forget(E))
        // It stays where it is, which the next plan shows.
        .step(Step::apply(&*moved).plans(creates(E)).leaves_changes())
        .step(own.finds(INSTALLED, &format!("citext:public:{}", newest("citext"))))
        .step(Step::apply(&*moved).plans(updates(E)))
        .step(own.finds(INSTALLED, &format!("citext:s:{}", newest("citext"))))
        .run();
}

#[test]
fn dependencies_are_installed_and_dropped_with_cascade() {
    let Some(own) = OwnDatabase::new("extension_cascade", "") else {
        return;
    };
    let alone = extension("  name = \"earthdistance\"");
    let both = extension("  name = \"earthdistance\"\n  create_cascade = true");
    let cube = "resource \"postgresql_extension\" \"e\" {\n  name = \"cube\"\n";
    own.test()
        .step(Step::apply(&*alone).fails("required extension \"cube\" is not installed"))
        .step(Step::apply(&*both))
        .step(own.finds(
            INSTALLED,
            &format!(
                "cube:public:{}\nearthdistance:public:{}",
                newest("cube"),
                newest("earthdistance")
            ),
        ))
        .step(Step::forget(E))
        .step(Step::apply(format!("{cube}}}\n")))
        .step(Step::destroy().fails("other objects depend on it"))
        .step(Step::apply(format!("{cube}  drop_cascade = true\n}}\n")).plans(updates(E)))
        .step(Step::destroy())
        .step(own.finds(INSTALLED, ""))
        .run();
}

#[test]
fn mistakes_are_reported() {
    let Some(own) = OwnDatabase::new("extension_wrong", "CREATE SCHEMA s") else {
        return;
    };
    let of = |name: &str| extension(&format!("  name = \"{name}\""));
    own.test()
        .step(Step::apply(of("there is none")).fails("there is none"))
        .step(
            Step::apply(of("citext\\\" CASCADE; CREATE TABLE hit (); --"))
                .fails("invalid extension name|is not available"),
        )
        .step(
            Step::apply(extension(
                "  name = \"citext\"\n  version = \"0.1\\\"; --\"",
            ))
            .fails("0.1"),
        )
        .step(
            Step::apply(extension(
                "  name = \"citext\"\n  schema = \"s\\\" CASCADE; --\"",
            ))
            .fails("schema \"s\"\" CASCADE; --\" does not exist|s\" CASCADE"),
        )
        .step(
            Step::apply(of("citext\"\n  database = \"no such database")).fails("no such database"),
        )
        .step(Step::apply(of("citext")))
        .step(Step::apply(extension("  name = \"citext\"\n  schema = \"\"")).plans_nothing())
        .step(
            Step::apply(extension(
                "  name = \"citext\"\n  version = \"1.0\\\"; DROP TABLE a; --\"",
            ))
            .fails("1.0"),
        )
        .step(Step::import(E).id("citext").fails("expected format"))
        .step(Step::import(E).id(".citext").fails("expected format"))
        .step(Step::import(E).id("a.b.citext").fails("expected format"))
        .step(own.finds("SELECT count(*) FROM pg_class WHERE relname = 'hit'", "0"))
        .run();
}

#[test]
fn the_default_database_and_empty_strings() {
    let Some(own) = OwnDatabase::new("extension_least", "") else {
        return;
    };
    let empty = "resource \"postgresql_extension\" \"e\" {\n  name = \"citext\"\n  database = \"\"\n  \
        schema = \"\"\n  version = \"\"\n}\n";
    let named = empty
        .replace("database = \"\"", "database = \"extension_least\"")
        .replace("schema = \"\"", "schema = \"public\"");
    let least = "resource \"postgresql_extension\" \"e\" {\n  name = \"citext\"\n}\n";
    own.test()
        .step(
            Step::apply(empty)
                .saves(object(E).attr("id").is("extension_least.citext"))
                // A refresh finds what the empty strings mean.
                .leaves_changes(),
        )
        .step(Step::plan(empty).plans_nothing())
        .step(Step::plan(&*named).plans_nothing())
        .step(Step::apply(&*named).counts(0, 0, 0))
        .step(Step::apply(empty).plans_nothing())
        .step(Step::destroy())
        .step(
            Step::apply(least).saves(
                object(E)
                    .attr("id")
                    .is("extension_least.citext")
                    .attr(Extension::DATABASE)
                    .is("extension_least"),
            ),
        )
        .run();
}

const ONLY_TERRAFORM: &str = "the server does not know of it";

#[test]
fn the_kit_finds_nothing() {
    let Some(own) = OwnDatabase::new("extension_kit", "CREATE SCHEMA other") else {
        return;
    };
    own.begin();
    Conformance::new::<Postgresql>()
        .settings(own.settings())
        .example(
            Example::<Extension>::hcl(
                "name = \"hstore\"\nschema = \"public\"\nversion = \"1.4\"\ndatabase = \"extension_kit\"",
            )
            .alternative(Extension::NAME, "citext")
            .alternative(Extension::SCHEMA, "other")
            .alternative(Extension::VERSION, newest("hstore"))
            .alternative(Extension::DATABASE, "postgres")
            .allow(Class::DriftNotSeen, Extension::DROP_CASCADE, ONLY_TERRAFORM)
            .allow(Class::DriftNotSeen, Extension::CREATE_CASCADE, ONLY_TERRAFORM),
        )
        .run()
        .assert_clean();
}
