//! Statements omit what an older server lacks: the expected version counts, not the server's.

use schema_provider::testing::Step;

use crate::common::cluster;

use super::database_with_roles::DatabaseWithRoles;

#[test]
fn statements_omit_what_an_older_server_lacks() {
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
    // Older ones lack it, and it is omitted.
    type Words<'a> = &'a [&'static str];
    let (force, no_force): (Words<'_>, Words<'_>) = match cluster::shared().unwrap().version() {
        12 => (&[], &["FORCE"]),
        _ => (&["WITH (FORCE)"], &[]),
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
        .step(says(drop, force, no_force))
        .run();
}

/// Privileges came with PostgreSQL 9.0, extensions with 9.1, functions with 8.4.
#[test]
fn resources_that_an_older_server_lacks_are_rejected() {
    let setup = "CREATE ROLE {w}_r; CREATE ROLE {w}_g; CREATE SCHEMA s; CREATE EXTENSION hstore";
    let Some(db) = DatabaseWithRoles::new("needs", setup) else {
        return;
    };
    let config = |version: &str, rest: &str| {
        db.fill(&format!(
            "provider \"postgresql\" {{\n  expected_version = \"{version}\"\n  database = \"{{w}}\"\n}}\n{rest}"
        ))
    };
    let privileges = r#"
resource "postgresql_grant" "g" {
  role        = "{w}_r"
  database    = "{w}"
  schema      = "s"
  object_type = "table"
  privileges  = ["SELECT"]
}
resource "postgresql_grant_role" "m" {
  role       = "{w}_r"
  grant_role = "{w}_g"
}
resource "postgresql_default_privileges" "d" {
  role        = "{w}_r"
  database    = "{w}"
  owner       = "{w}_g"
  object_type = "table"
  privileges  = ["SELECT"]
}
"#;
    let function =
        "resource \"postgresql_function\" \"f\" {\n  name = \"f\"\n  body = \"BEGIN END\"\n}\n";
    let extension = "resource \"postgresql_extension\" \"e\" {\n  name = \"hstore\"\n}\n";
    let too_old = |step: Step, resources: &[&str], version: &str| {
        let of = |resource: &&str| {
            format!("(?s){resource}\\s+needs\\s+PostgreSQL\\s+{version},\\s+and.*expected_version")
        };
        resources.iter().map(of).fold(step, Step::fails)
    };
    let three = [
        "postgresql_grant",
        "postgresql_grant_role",
        "postgresql_default_privileges",
    ];
    db.test()
        .step(too_old(
            Step::apply(config("8.4", privileges)),
            &three,
            "9.0",
        ))
        .step(too_old(
            Step::apply(config("8.3", function)),
            &["postgresql_function"],
            "8.4",
        ))
        .step(Step::apply(config("9.0.1", privileges)).counts(3, 0, 0))
        // Existing objects are not changed in place either.
        .step(Step::apply(config("9.1", extension)))
        .step(too_old(
            Step::apply(config(
                "9.0.1",
                &extension.replace("}\n", "  schema = \"s\"\n}\n"),
            )),
            &["postgresql_extension"],
            "9.1",
        ))
        .run();
}
