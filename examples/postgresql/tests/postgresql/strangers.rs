//! Configurations that others wrote for the Go provider, each applied, changed and destroyed by
//! Terraform: modules, aliases, `moved` and `import` blocks, templates, tables of data, and objects
//! that are renamed, replaced and given away. In all cases nothing is planned after an apply, and
//! nothing is left at the end.

use std::time::Duration;

use schema_provider::testing::{ProviderTest, Step};

use crate::common::cluster::{self, TestDatabase};

/// A replacement in a configuration, and how many objects it creates, changes and destroys.
type Change = (&'static [(&'static str, &'static str)], [usize; 3]);

/// A step that applies a configuration: `-- NAME --` on a line begins another file than `main.tf`.
/// `{w}` is the prefix of names.
fn apply(db: &TestDatabase<'_>, text: &str, counts: Option<[usize; 3]>) -> Step {
    let text = text.replace("{w}", &db.name);
    let mut files = text.split("\n-- ");
    let mut step = Step::apply(files.next().expect("the first file"));
    for file in files {
        let (name, text) = file.split_once(" --\n").expect("a name");
        step = step.file(name, text);
    }
    match counts {
        Some([added, changed, destroyed]) => step.counts(added, changed, destroyed),
        None => step,
    }
}

fn test(db: &TestDatabase<'_>) -> ProviderTest {
    db.test()
        .source("registry.terraform.io/cyrilgdn/postgresql")
        .env("PGDATABASE", "postgres")
        .deadline(Duration::from_secs(600))
        .only_with_terraform("modules, files and what only its language has")
}

/// Applies a configuration, and again with each of the changes.
fn lives(text: &str, changes: &[Change]) {
    let Some(db) = cluster::database() else {
        return;
    };
    let mut test = test(&db).step(apply(&db, text, None));
    for (pairs, counts) in changes {
        let changed = pairs.iter().fold(text.to_owned(), |text, (from, to)| {
            assert!(text.contains(from), "{from}");
            text.replace(from, to)
        });
        test = test.step(apply(&db, &changed, Some(*counts)));
    }
    test.run();
    nothing_is_left(&db);
}

fn nothing_is_left(db: &TestDatabase<'_>) {
    let left = format!(
        "SELECT name FROM (SELECT rolname FROM pg_roles UNION SELECT datname FROM pg_database \
         UNION SELECT nspname FROM pg_namespace UNION SELECT proname FROM pg_proc) n (name) WHERE starts_with(name, '{}_')",
        db.name
    );
    let left = db.cluster.sql("postgres", &left);
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn a_module_for_each_database() {
    lives(
        include_str!("../configurations/strangers/modules.tf"),
        &[
            (
                &[
                    ("[\"ann\", \"bob\"]", "[\"ann\", \"bob\", \"cleo\"]"),
                    ("limit = 20", "limit = 30"),
                    (", \"pgcrypto\"", ""),
                ],
                [2, 1, 1],
            ),
            (&[(", mail = {", ", post = {")], [4, 0, 5]),
        ],
    );
}

#[test]
fn two_databases_with_a_provider_each() {
    lives(
        include_str!("../configurations/strangers/two_databases.tf"),
        &[(
            &[
                ("[\"USAGE\"]", "[\"CREATE\", \"USAGE\"]"),
                ("\"SELECT 1\"", "\"SELECT 2\""),
                ("max_connections = 2", "max_connections = 5"),
            ],
            [0, 2, 0],
        )],
    );
}

#[test]
fn objects_moved_into_a_module_are_kept() {
    let Some(db) = cluster::database() else {
        return;
    };
    let after = include_str!("../configurations/strangers/moved_after.tf");
    let name = "\"${var.prefix}_a\"\n";
    test(&db)
        .step(apply(
            &db,
            include_str!("../configurations/strangers/moved_before.tf"),
            Some([4, 0, 0]),
        ))
        .step(apply(&db, after, Some([0, 0, 0])))
        .step(apply(
            &db,
            &after.replace(name, &format!("{name}  inherit = false\n")),
            Some([0, 1, 0]),
        ))
        .run();
    nothing_is_left(&db);
}

#[test]
fn manually_created_objects_are_imported_by_blocks() {
    let Some(db) = cluster::database() else {
        return;
    };
    let text = include_str!("../configurations/strangers/imported.tf");
    let there = db.clone();
    test(&db)
        .step(Step::outside(move |_| {
            let (old, database) = (there.named("old"), there.named("olddb"));
            let sql = |of: &str, sql: &str| drop(there.cluster.sql(of, sql));
            sql("postgres", &format!("CREATE ROLE {old} LOGIN PASSWORD 'x'"));
            sql(
                "postgres",
                &format!("CREATE DATABASE {database} TEMPLATE template0"),
            );
            sql(
                &database,
                "CREATE SCHEMA one; CREATE SCHEMA two; CREATE EXTENSION citext;
                 CREATE FUNCTION one.add(a int, b int) RETURNS int LANGUAGE sql AS 'SELECT a + b'",
            );
        }))
        // One role is new.
        .step(apply(&db, text, Some([1, 0, 0])))
        .step(apply(
            &db,
            &text
                .replace("SELECT a + b", "SELECT a - b")
                .replace("login = true", "login = false"),
            Some([0, 2, 0]),
        ))
        .run();
    nothing_is_left(&db);
}

#[test]
fn function_bodies_come_from_templates() {
    lives(
        include_str!("../configurations/strangers/templates.tf"),
        &[
            (
                &[("limit = 10", "limit = 20"), ("\"другой\"", "\"third\"")],
                [0, 2, 0],
            ),
            (&[("now()", "clock_timestamp()")], [0, 3, 0]),
        ],
    );
}

#[test]
fn roles_are_renamed_with_dependent_objects() {
    lives(
        include_str!("../configurations/strangers/renames.tf"),
        &[
            (&[("suffix = \"one\"", "suffix = \"two\"")], [2, 3, 2]),
            (
                &[
                    ("suffix = \"one\"", "suffix = \"Three 3\""),
                    ("[\"CONNECT\", \"CREATE\"]", "[\"ALL\"]"),
                ],
                [2, 3, 2],
            ),
        ],
    );
}

#[test]
fn a_database_is_replaced_with_its_content() {
    lives(
        include_str!("../configurations/strangers/replaced.tf"),
        &[(&[("\"C\"", "\"C.UTF-8\"")], [9, 0, 9])],
    );
}

#[test]
fn users_come_from_tables_of_data() {
    lives(
        include_str!("../configurations/strangers/tables.tf"),
        &[
            (
                &[
                    ("limit: 5", "limit: 6"),
                    ("groups: []", "groups: [dev]"),
                    ("SELECT|INSERT", "SELECT"),
                    ("timeout: 30", "timeout: 0"),
                ],
                [0, 3, 0],
            ),
            (
                &[
                    ("dev,log,sequence,\n", ""),
                    ("  - name: service-account\n    login: false\n", ""),
                ],
                [0, 3, 3],
            ),
        ],
    );
}

#[test]
fn default_privileges_on_everything() {
    lives(
        include_str!("../configurations/strangers/defaults.tf"),
        &[
            (
                &[
                    (", \"TRIGGER\"]", "]"),
                    ("[\"USAGE\", \"SELECT\", \"UPDATE\"]", "[\"ALL\"]"),
                ],
                [0, 4, 0],
            ),
            (
                &[
                    ("    schema   = [\"USAGE\", \"CREATE\"]\n", ""),
                    ("[\"function\", \"type\", ", "[\"function\", "),
                ],
                [0, 4, 3],
            ),
        ],
    );
}

#[test]
fn overloads_come_from_a_map() {
    lives(
        include_str!("../configurations/strangers/overloads.tf"),
        &[
            (
                &[
                    ("\"SELECT a + b\"", "\"SELECT a * b\""),
                    ("default = \"2\"", "default = \"3\""),
                    ("\"SAFE\"", "\"RESTRICTED\""),
                ],
                [0, 3, 0],
            ),
            (
                &[
                    (
                        "three = { args = [{ name = \"a\", type = \"text\" }]",
                        "three = { args = [{ name = \"a\", type = \"bigint\" }]",
                    ),
                    ("returns = \"text\"", "returns = \"bigint\""),
                ],
                // The grant on it gets the other object in place.
                [1, 3, 1],
            ),
        ],
    );
}

/// Databases, schemas and roles change owners and names while the user is neither a superuser nor
/// their owner.
#[test]
fn a_user_who_is_not_a_superuser_manages_an_application() {
    const DATABASE: &str = "owner    = postgresql_role.o[\"owner\"].name\n}";
    lives(
        include_str!("../configurations/strangers/no_superuser.tf"),
        &[
            (
                &[(
                    DATABASE,
                    "owner    = postgresql_role.o[\"other\"].name\n  connection_limit = 9\n}",
                )],
                [0, 1, 0],
            ),
            (
                &[
                    (
                        "owner    = postgresql_role.o[\"owner\"].name\n  drop_cascade",
                        "owner    = postgresql_role.o[\"other\"].name\n  drop_cascade",
                    ),
                    ("\"{w}_d\"", "\"{w}_e\""),
                ],
                [7, 1, 7],
            ),
            (
                &[("\"{w}_${each.key}\"", "\"{w}_new_${each.key}\"")],
                [7, 5, 7],
            ),
        ],
    );
}
