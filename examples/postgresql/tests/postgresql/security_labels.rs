//! `postgresql_security_label`, with a label provider of the tests' own.

use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;
use std::thread;

use schema_provider::testing::conformance::{Conformance, Example};
use schema_provider::testing::{Step, creates, drifts, object, replaces, updates};
use terraform_provider_postgresql::sql::literal;
use terraform_provider_postgresql::{Postgresql, SecurityLabel};

use crate::common::session::{Session, eventually};
use crate::common::{cluster, programs};
use crate::own_database::OwnDatabase;

const L: &str = "postgresql_security_label.l";

/// The label provider as a library for the shared cluster's version; without a C compiler, `None`
/// and a notice.
fn library() -> Option<&'static PathBuf> {
    static LIBRARY: OnceLock<Option<PathBuf>> = OnceLock::new();
    let build = || {
        let cluster = cluster::shared()?;
        let library = cluster.folder_of_server("labels").join("labels.so");
        let built = Command::new("cc")
            .args(["-shared", "-fPIC", "-Wall", "-Werror"])
            .arg(format!("-DMAJOR={}", cluster.version()))
            .arg(concat!(
                env!("CARGO_MANIFEST_DIR"),
                "/tests/postgresql/label_provider.c"
            ))
            .arg("-o")
            .arg(&library)
            .output();
        let Ok(built) = built else {
            programs::say("SKIPPED: security labels need a C compiler (cc)");
            return None;
        };
        assert!(
            built.status.success(),
            "{}",
            String::from_utf8_lossy(&built.stderr)
        );
        Some(library)
    };
    LIBRARY.get_or_init(build).as_ref()
}

/// A database whose sessions load the label provider.
pub fn with_labels(name: &str, setup: &'static str) -> Option<OwnDatabase> {
    let _ = library()?;
    OwnDatabase::new(name, setup)
}

/// A step that loads the label provider in the database.
fn loads(own: &OwnDatabase) -> Step {
    let own = own.clone();
    Step::outside(move |_| load(&own))
}

/// Loads the label provider in the database.
pub fn load(own: &OwnDatabase) {
    let library = library().expect("the library").display().to_string();
    own.database.sql(&format!(
        "ALTER DATABASE {} SET session_preload_libraries = {}",
        own.database.name,
        literal(&library)
    ));
}

fn label(object_type: &str, name: &str, label: &str) -> String {
    format!(
        "resource \"postgresql_security_label\" \"l\" {{\n  object_type = \"{object_type}\"\n  object_name = \"{name}\"\n  \
         label_provider = \"labels\"\n  label = \"{label}\"\n}}\n"
    )
}

const LABELS: &str = "SELECT objtype || ' ' || objname || ' ' || provider || ' ' || label FROM pg_seclabels WHERE objtype = 'table'";

#[test]
fn a_label_has_a_life() {
    let Some(own) = with_labels(
        "label_life",
        "DROP ROLE IF EXISTS label_life_r; CREATE ROLE label_life_r; CREATE TABLE t (a int)",
    ) else {
        return;
    };
    let of_role = "SELECT label FROM pg_shseclabel WHERE objoid = 'label_life_r'::regrole";
    let config = label("role", "label_life_r", "it's \\\"one\\\"");
    own.test()
        .step(loads(&own))
        .step(
            Step::apply(&*config)
                .plans(creates(L).only_unknown(["id"]))
                .saves(object(L).attr("id").is("labels.role.label_life_r")),
        )
        .step(own.finds(of_role, "it's \"one\""))
        .step(Step::plan(&*config).plans_nothing())
        .step(Step::import(L))
        .step(Step::apply(label("role", "label_life_r", "two")).plans(updates(L)))
        .step(own.finds(of_role, "two"))
        .step(own.runs("SECURITY LABEL FOR labels ON ROLE label_life_r IS 'three'"))
        .step(
            Step::apply(label("role", "label_life_r", "two"))
                .plans(drifts(L).attr(SecurityLabel::LABEL).is("three"))
                .plans(updates(L)),
        )
        .step(Step::plan(label("table", "t", "two")).plans(
            replaces(L).only_because_of([SecurityLabel::OBJECT_TYPE, SecurityLabel::OBJECT_NAME]),
        ))
        .step(own.runs("SECURITY LABEL FOR labels ON ROLE label_life_r IS NULL"))
        .step(Step::apply(&*config).plans(drifts(L)).plans(creates(L)))
        .step(Step::forget(L))
        .step(Step::import(L).id("labels.role.label_life_r").into_state())
        .step(Step::plan(&*config).plans_nothing())
        .step(Step::import(L).id("labels.role").fails("expected format"))
        // With its object, the label is dropped.
        .step(own.runs("DROP ROLE label_life_r"))
        .step(Step::destroy().without_refresh())
        .run();
}

#[test]
fn each_type_of_object_has_labels() {
    let Some(own) = with_labels(
        "label_types",
        "CREATE SCHEMA \"My.s\"; CREATE TABLE t (\"a.b\" int); CREATE TABLE \"My.s\".\"t;'\" (a int); CREATE VIEW v AS SELECT 1; \
         CREATE MATERIALIZED VIEW mv AS SELECT 1; CREATE SEQUENCE q; CREATE TYPE ty AS (a int); CREATE DOMAIN do_main AS int; \
         CREATE FUNCTION f(a int, b text) RETURNS int LANGUAGE sql AS 'SELECT 1'; CREATE FUNCTION f() RETURNS int LANGUAGE sql AS 'SELECT 1'; \
         CREATE PROCEDURE p(a int) LANGUAGE sql AS 'SELECT 1'; CREATE AGGREGATE ag(int) (SFUNC = int4pl, STYPE = int); \
         CREATE PUBLICATION pub; CREATE FOREIGN DATA WRAPPER w; CREATE SERVER srv FOREIGN DATA WRAPPER w; \
         CREATE FOREIGN TABLE ft (a int) SERVER srv; CREATE FUNCTION et() RETURNS event_trigger LANGUAGE plpgsql AS 'BEGIN END'; \
         CREATE EVENT TRIGGER e ON sql_drop EXECUTE FUNCTION et(); SELECT lo_create(4711)",
    ) else {
        return;
    };
    let objects = [
        ("table", "t"),
        ("table", "\\\"My.s\\\".t;'"),
        ("column", "public.t.\\\"a.b\\\""),
        ("view", "public.v"),
        ("materialized view", "mv"),
        ("foreign table", "ft"),
        ("sequence", "q"),
        ("type", "ty"),
        ("domain", "public.do_main"),
        ("function", "f(integer, text)"),
        ("function", "public.f"),
        ("procedure", "p(int)"),
        ("routine", "public.f(int, text)"),
        ("aggregate", "ag(integer)"),
        ("schema", "My.s"),
        ("language", "plpgsql"),
        ("large object", "4711"),
        ("event trigger", "e"),
        ("publication", "pub"),
        ("database", "label_types"),
        ("tablespace", "pg_default"),
    ];
    let mut test = own.test().step(loads(&own));
    for (object_type, name) in objects {
        let config = label(object_type, name, "of type");
        let count = "SELECT count(*) FROM pg_seclabels WHERE label LIKE 'of type%'";
        test = test
            .step(Step::apply(&*config).named(format!("{object_type} {name}")))
            .step(own.finds(count, "1"))
            .step(Step::plan(&*config).plans_nothing())
            .step(Step::apply(config.replace("\"of type\"", "\"of type 2\"")).counts(0, 1, 0))
            .step(Step::destroy())
            .step(own.finds(count, "0"));
    }
    test.run();
}

#[test]
fn mistakes_are_reported_and_nothing_is_injected() {
    let Some(own) = with_labels(
        "label_wrong",
        "CREATE TABLE t (a int); DROP ROLE IF EXISTS label_wrong_user; CREATE ROLE label_wrong_user LOGIN PASSWORD 'us3r-pw'",
    ) else {
        return;
    };
    let strange =
        label("table", "t", "x'; DROP TABLE t; --").replace("\"labels\"", "\"my.\\\"labels'\"");
    own.test()
        .step(loads(&own))
        .step(Step::plan(label("TABLE", "t", "x")).fails("object_type"))
        .step(Step::plan(label("table IS NULL; --", "t", "x")).fails("object_type"))
        .step(
            Step::apply(label("table", "missing", "x"))
                .fails("(?s)there is no table \"missing\".*object_name"),
        )
        .step(
            Step::apply(label("function", "f(no such type)", "x"))
                .fails("(?s)there is no function.*with\\s+its\\s+argument\\s+types"),
        )
        .step(Step::apply(label("column", "t.missing", "x")).fails("there is no column"))
        .step(Step::apply(label("role", "no such role", "x")).fails("there is no role"))
        .step(
            Step::apply(label("table", "t", "x").replace("\"labels\"", "\"others\""))
                .fails("security label provider \"others\" is not loaded"),
        )
        .step(Step::apply(&*strange))
        .step(own.finds(LABELS, "table t my.\"labels' x'; DROP TABLE t; --"))
        .step(Step::import(L).id("\"my.\"\"labels'\".table.t"))
        .step(Step::destroy())
        .step(own.finds(LABELS, ""))
        .run();
    own.test_as("label_wrong_user", "us3r-pw")
        .step(loads(&own))
        .step(
            Step::apply(label("table", "t", "x")).fails(
                "(?s)42501.*\"label_wrong_user\"\\s+needs\\s+ownership\\s+of\\s+the\\s+object",
            ),
        )
        .run();
}

#[test]
fn the_kit_finds_nothing() {
    let Some(own) = with_labels(
        "label_kit",
        "CREATE SCHEMA t; CREATE SCHEMA u; CREATE PUBLICATION t; CREATE PUBLICATION u",
    ) else {
        return;
    };
    own.begin();
    let library = library().expect("the library").display().to_string();
    own.database.sql(&format!(
        "ALTER DATABASE label_kit SET session_preload_libraries = {}",
        literal(&library)
    ));
    Conformance::new::<Postgresql>()
        .settings(own.settings())
        .example(
            Example::<SecurityLabel>::hcl(
                "object_type = \"schema\"\nobject_name = \"t\"\nlabel_provider = \"labels\"\nlabel = \"one\"",
            )
            .alternative(SecurityLabel::OBJECT_TYPE, "publication")
            .alternative(SecurityLabel::OBJECT_NAME, "u")
            .alternative(SecurityLabel::LABEL_PROVIDER, "my.\"labels'")
            .alternative(SecurityLabel::LABEL, "two"),
        )
        .run()
        .assert_clean();
}

/// The table is dropped between the check for its label and the statement.
#[test]
fn an_object_is_dropped_while_its_label_is_removed() {
    let Some(own) = with_labels("label_goes", "CREATE TABLE t (a int)") else {
        return;
    };
    let waits = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'SECURITY LABEL%NULL'";
    let here = own.database.clone();
    own.test()
        .step(loads(&own))
        .step(Step::apply(label("table", "public.t", "secret")))
        .step(Step::outside(move |_| {
            let here = here.clone();
            let session = Session::begin(&here, "DROP TABLE t");
            thread::spawn(move || {
                eventually(&here, waits, true);
                session.commit();
            });
        }))
        .step(Step::destroy())
        .step(own.finds(LABELS, ""))
        .run();
}
