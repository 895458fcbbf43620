//! The configuration that Terraform generates for existing objects, from `import` blocks and from a
//! query: it is valid, imports the objects and changes nothing.

use crate::common::cluster::{self, TestDatabase};
use crate::common::terraform::Folder;

const REASON: &str = "from 1.14 on the configuration is made by the provider, and found by queries";

fn objects(db: &TestDatabase<'_>) -> (String, String) {
    let (user, group) = (db.named("A user"), db.named("group"));
    db.sql(&format!(
        "CREATE ROLE \"{group}\"; CREATE ROLE \"{user}\" LOGIN CREATEDB CONNECTION LIMIT 3 PASSWORD 'kept' VALID UNTIL '2035-01-01';
         GRANT \"{group}\" TO \"{user}\"; ALTER ROLE \"{user}\" SET search_path TO a, \"$user\"; ALTER ROLE \"{user}\" SET statement_timeout = 5;
         CREATE SCHEMA s AUTHORIZATION \"{group}\"; CREATE EXTENSION hstore SCHEMA s;
         CREATE FUNCTION s.f(a integer, b text DEFAULT 'x', OUT c text) LANGUAGE plpgsql STABLE STRICT AS $$\nBEGIN\n  c := '${{b}}' || \"a\";\nEND\n$$"
    ));
    let other = db.named("other");
    db.cluster.sql(
        "postgres",
        &format!("CREATE DATABASE {other} OWNER \"{group}\" CONNECTION LIMIT 7 TEMPLATE template0"),
    );
    (user, group)
}

/// Imports with the generated configuration.
fn imported(folder: &Folder, count: usize) {
    folder.terraform(&["validate"]).succeeded();
    folder
        .terraform(&["fmt", "-check", "generated.tf"])
        .succeeded();
    folder
        .terraform(&["apply", "-auto-approve"])
        .succeeded()
        .says(&format!(
            "{count} imported, 0 added, 0 changed, 0 destroyed"
        ));
    folder.nothing_to_do();
}

#[test]
fn configuration_is_generated_for_import_blocks_of_every_kind() {
    let Some(db) = cluster::database() else {
        return;
    };
    let Some(folder) = Folder::new(&db).filter(|folder| folder.is_at_least((1, 14), REASON)) else {
        return;
    };
    let (user, group) = objects(&db);
    let (name, other) = (&db.name, db.named("other"));
    let mut imports = String::new();
    for (to, by) in [
        ("role.user", format!("id = {user:?}")),
        (
            "role.group",
            format!("identity = {{\n    name = {group:?}\n  }}"),
        ),
        (
            "database.other",
            format!("identity = {{\n    name = {other:?}\n  }}"),
        ),
        ("schema.s", format!("id = \"{name}.s\"")),
        ("extension.hstore", format!("id = \"{name}.hstore\"")),
        ("function.f", format!("id = \"{name}.s.f(integer,text)\"")),
    ] {
        imports.push_str(&format!("import {{\n  to = postgresql_{to}\n  {by}\n}}\n"));
    }
    folder.write("imports.tf", &imports);
    let planned = folder
        .terraform(&["plan", "-generate-config-out=generated.tf"])
        .succeeded();
    let text = folder.read("generated.tf");
    assert!(!text.contains("kept"), "{text}");
    assert!(
        planned
            .text()
            .contains("6 to import, 0 to add, 0 to change, 0 to destroy"),
        "{text}\n{}",
        planned.text()
    );
    imported(&folder, 6);
}

#[test]
fn configuration_is_generated_for_query_results() {
    let Some(db) = cluster::database() else {
        return;
    };
    let Some(folder) = Folder::new(&db).filter(|folder| folder.is_at_least((1, 14), REASON)) else {
        return;
    };
    let (user, group) = objects(&db);
    // The database of the objects is not imported.
    let pattern = format!("{}\\\\_%", db.name);
    let lists = ["role", "database"].map(|kind| {
        format!(
            "list \"postgresql_{kind}\" \"all\" {{\n  provider         = postgresql\n  include_resource = true\n  config {{\n    \
             name_like = \"{pattern}\"\n  }}\n}}\n"
        )
    });
    folder.write("all.tfquery.hcl", &lists.concat());
    folder
        .terraform(&["query", "-generate-config-out=generated.tf"])
        .succeeded();
    folder.remove("all.tfquery.hcl");
    let text = folder.read("generated.tf");
    assert!(!text.contains("kept"), "{text}");
    // The roles could not be dropped while they own objects.
    db.sql("DROP SCHEMA s CASCADE");
    imported(&folder, 3);
    folder
        .terraform(&["destroy", "-auto-approve"])
        .succeeded()
        .says("3 destroyed");
    assert!(!db.has_role(&user) && !db.has_role(&group));
}
