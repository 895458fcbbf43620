//! What an older server does not know is left out of statements: the version that is expected counts, whatever the server is.

use schema_provider::testing::Step;

use crate::common::cluster;

use super::database_with_roles::DatabaseWithRoles;

#[test]
fn statements_leave_out_what_an_older_server_does_not_know() {
    let Some(db) = DatabaseWithRoles::new("versions", "") else {
        return;
    };
    let config = |version: &str, rest: &str| {
        db.fill(&format!(
            "provider \"postgresql\" {{\n  expected_version = \"{version}\"\n}}\n\
             resource \"postgresql_role\" \"r\" {{\n  name = \"{{w}}_role\"\n}}\n\
             resource \"postgresql_schema\" \"s\" {{\n  name = \"{{w}}_s\"\n  database = \"{{w}}\"\n}}\n{rest}"
        ))
    };
    // Older ones do not know it, and then it is left out.
    let force: &[&str] = match cluster::shared().unwrap().version() {
        12 => &[],
        _ => &["WITH (FORCE)"],
    };
    // The last statement of a kind has these words, and has not those.
    let says = |statement: &str, words: &[&'static str], no_words: &[&'static str]| {
        let (db, statement) = (db.clone(), statement.to_owned());
        let (words, no_words) = (words.to_vec(), no_words.to_vec());
        Step::outside(move |_| {
            let last = db.last_statements(1, &statement).pop().unwrap();
            assert!(words.iter().all(|word| last.contains(word)), "{last}");
            assert!(!no_words.iter().any(|word| last.contains(word)), "{last}");
        })
    };
    let (role, schema) = ("CREATE ROLE \"{w}_role\"", "{w}_s\"");
    let (create, drop) = ("CREATE DATABASE \"{w}_d\"", "DROP DATABASE \"{w}_d\"");
    let database = "resource \"postgresql_database\" \"d\" {\n  name = \"{w}_d\"\n}\n";
    let extension = "resource \"postgresql_extension\" \"e\" {\n  name = \"hstore\"\n}\n";
    db.test()
        // A database of 9.0 cannot be dropped here: the column `procpid` has another name now.
        .step(Step::apply(config("9.0.1", "")))
        .step(says(role, &["NOLOGIN"], &["REPLICATION", "BYPASSRLS"]))
        .step(says(schema, &["CREATE SCHEMA"], &["IF NOT EXISTS"]))
        .step(Step::apply(config("9.0.1", extension)).fails("needs PostgreSQL 9.1"))
        .step(Step::destroy())
        .step(Step::apply(config("9.3", database)))
        .step(says(role, &["NOREPLICATION"], &["BYPASSRLS"]))
        .step(says(schema, &["CREATE SCHEMA IF NOT EXISTS"], &[]))
        .step(says(
            create,
            &["CONNECTION LIMIT"],
            &["ALLOW_CONNECTIONS", "IS_TEMPLATE"],
        ))
        .step(Step::destroy())
        .step(says(drop, &[], &["FORCE"]))
        .step(Step::apply(config("9.5", database)))
        .step(says(role, &["NOREPLICATION", "NOBYPASSRLS"], &[]))
        .step(says(
            create,
            &["ALLOW_CONNECTIONS true", "IS_TEMPLATE false"],
            &[],
        ))
        .step(Step::destroy())
        .step(says(drop, &[], &["FORCE"]))
        // The default asks the server.
        .step(Step::apply(config("9.0.0", database)))
        .step(Step::destroy())
        .step(says(drop, force, &[]))
        .run();
}
