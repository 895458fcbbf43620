//! Passwords of roles: how they are set, read back, and never shown.

use schema_provider::testing::{Step, TestContext, changes_nothing, drifts, object, updates};
use terraform_provider_postgresql::Role;

use super::role::hcl;
use crate::common::cluster::{self, PASSWORD, TestDatabase};
use crate::common::terraform::Folder;

const A: &str = "postgresql_role.a";

fn role(name: &str, rest: &str) -> String {
    format!(
        "resource \"postgresql_role\" \"a\" {{\n  name  = {name:?}\n  login = true\n{rest}\n}}\n"
    )
}

/// Whether a user can log in with this password.
fn logs_in(db: &TestDatabase<'_>, name: &str, password: &str) -> bool {
    db.cluster
        .try_sql(name, password, "postgres", "SELECT 1")
        .is_ok()
}

fn can(db: &TestDatabase<'static>, name: &str, password: &str, can: bool) -> Step {
    let (db, name, password) = (db.clone(), name.to_owned(), password.to_owned());
    Step::outside(move |_| assert_eq!(logs_in(&db, &name, &password), can, "{name} {password}"))
}

fn stored(db: &TestDatabase<'_>, name: &str) -> Option<String> {
    db.value(&format!(
        "SELECT passwd FROM pg_shadow WHERE usename = '{name}'"
    ))
}

#[test]
fn a_password_is_set_changed_and_kept() {
    let Some(db) = cluster::database() else {
        return;
    };
    let (name, renamed) = (db.named("pass"), db.named("passed"));
    db.test()
        .step(
            Step::apply(role(&name, "  password = \"one\""))
                .saves(object(A).attr("password").is("one")),
        )
        .step(can(&db, &name, "one", true))
        .step(can(&db, &name, "two", false))
        .step(Step::apply(role(&name, "  password = \"two\"")).plans(updates(A)))
        .step(can(&db, &name, "two", true))
        // The keyword has no special meaning in an update.
        .step(Step::apply(role(&renamed, "  password = \"two\"")).plans(updates(A)))
        .step(can(&db, &renamed, "two", true))
        .step(Step::import(A).ignoring(Role::PASSWORD))
        // Without one the server keeps the present one.
        .step(
            Step::apply(role(&renamed, ""))
                .plans(updates(A))
                .saves(object(A).attr("password").is("")),
        )
        .step(can(&db, &renamed, "two", true))
        .run();
}

#[test]
fn a_password_in_any_form_is_recognized() {
    let Some(db) = cluster::database() else {
        return;
    };
    let (clear, hashed) = (db.named("clear"), db.named("hashed"));
    let hash = db
        .value(&format!("SELECT 'md5' || md5('one' || '{clear}')"))
        .unwrap();
    // The hash of older servers.
    let older = format!("SET password_encryption = 'md5'; ALTER ROLE {clear} PASSWORD 'one'");
    let changed = format!("SET password_encryption = 'md5'; ALTER ROLE {clear} PASSWORD 'two'");
    let removed = format!("ALTER ROLE {clear} PASSWORD NULL");
    let by_hand = |db: &TestDatabase<'static>, sql: &str| {
        let (db, sql) = (db.clone(), sql.to_owned());
        Step::outside(move |_| drop(db.sql(&sql)))
    };
    let one = role(&clear, "  password = \"one\"");
    db.test()
        .step(Step::apply(&one))
        .step(by_hand(&db, &older))
        .step(Step::plan(&one).plans_nothing())
        .step(by_hand(&db, &changed))
        .step(Step::apply(&one).plans(drifts(A)).plans(updates(A)))
        .step(can(&db, &clear, "one", true))
        .step(by_hand(&db, &removed))
        .step(Step::apply(&one).plans(updates(A)))
        .step(can(&db, &clear, "one", true))
        // The server keeps a hash that reveals nothing about this one.
        .step(by_hand(
            &db,
            &format!("ALTER ROLE {clear} PASSWORD 'three'"),
        ))
        .step(Step::plan(&one).plans_nothing())
        .run();
    let md5 = role(&clear, &format!("  password = \"{hash}\""));
    let scram = stored(&db, "postgres").unwrap();
    let name = hashed.clone();
    let there = db.clone();
    let expected = scram.clone();
    db.test()
        .step(Step::apply(md5))
        .step(can(&db, &clear, "one", true))
        .run();
    db.test()
        .step(Step::apply(role(
            &hashed,
            &format!("  password = {}", hcl(&scram)),
        )))
        .step(Step::outside(move |_| {
            assert_eq!(stored(&there, &name), Some(expected.clone()))
        }))
        .step(can(&db, &hashed, PASSWORD, true))
        .step(by_hand(
            &db,
            &format!("ALTER ROLE {hashed} PASSWORD 'other'"),
        ))
        .step(
            Step::apply(role(&hashed, &format!("  password = {}", hcl(&scram)))).plans(updates(A)),
        )
        .step(can(&db, &hashed, PASSWORD, true))
        .run();
}

#[test]
fn a_null_password_is_no_password() {
    let Some(db) = cluster::database() else {
        return;
    };
    let name = db.named("none");
    let (there, made) = (db.clone(), name.clone());
    db.test()
        .step(Step::apply(role(&name, "  password = \"nUll\"")).leaves_changes())
        .step(Step::outside(move |_| {
            assert_eq!(stored(&there, &made), None)
        }))
        // In an update it is an ordinary string.
        .step(Step::apply(role(&name, "  password = \"one\"")).plans(updates(A)))
        .step(Step::apply(role(&name, "  password = \"NULL\"")).plans(updates(A)))
        .step(can(&db, &name, "NULL", true))
        .run();
}

#[test]
fn a_write_only_password_is_not_saved() {
    let Some(db) = cluster::database() else {
        return;
    };
    let name = db.named("wo");
    let with = |password: &str, version: &str| {
        role(
            &name,
            &format!("  password_wo = \"{password}\"\n  password_wo_version = {version}"),
        )
    };
    let nowhere = |run: &TestContext<'_>| {
        assert!(run.saved(A, Role::PASSWORD_WO).is_null());
        assert_eq!(run.saved(A, Role::PASSWORD), "");
    };
    db.test()
        .needs_terraform("1.11", "write-only arguments")
        // A number works like a string.
        .step(Step::apply(with("one", "1")).saves(object(A).attr("password_wo_version").is("1")))
        .step(Step::outside(nowhere))
        .step(can(&db, &name, "one", true))
        .step(Step::plan(with("two", "1")).plans(changes_nothing(A)))
        .step(Step::apply(with("two", "\"2\"")).plans(updates(A)))
        .step(can(&db, &name, "two", true))
        .step(Step::import(A).ignoring("password_wo_version"))
        // From one kind to the other, and back.
        .step(Step::apply(role(&name, "  password = \"three\"")).plans(updates(A)))
        .step(can(&db, &name, "three", true))
        .step(Step::apply(with("four", "3")).plans(updates(A)))
        .step(Step::outside(nowhere))
        .step(can(&db, &name, "four", true))
        .step(Step::plan(role(&name, "  password_wo = \"x\"")).fails("password_wo_version"))
        .step(Step::plan(role(&name, "  password_wo_version = 1")).fails("password_wo"))
        .step(
            Step::plan(role(
                &name,
                "  password = \"x\"\n  password_wo = \"x\"\n  password_wo_version = 1",
            ))
            .fails("password"),
        )
        .run();
}

#[test]
fn unreadable_passwords_are_reported_with_a_remedy() {
    let Some(db) = cluster::database() else {
        return;
    };
    let (user, name) = (db.named("reader"), db.named("read"));
    db.sql(&format!(
        "CREATE ROLE {user} LOGIN CREATEROLE PASSWORD '{PASSWORD}'"
    ));
    let config = format!(
        "variable \"secret\" {{}}\n{}",
        role(&name, "  password = var.secret")
    );
    let (there, made) = (db.clone(), name.clone());
    db.test_as(&user, PASSWORD)
        .env("PGSUPERUSER", "true")
        .step(
            // As a variable: Terraform shows the line of the configuration.
            Step::apply(&config)
                .var("secret", "one-secret")
                .fails("password cannot be read")
                .fails("superuser = false")
                .does_not_mention("one-secret"),
        )
        // The error comes after the role was created, which is saved.
        .step(Step::outside(move |run| {
            assert!(there.has_role(&made));
            assert_eq!(run.addresses().count(), 1);
        }))
        .step(
            Step::apply(&config)
                .var("secret", "one-secret")
                .env("PGSUPERUSER", "false"),
        )
        .step(can(&db, &name, "one-secret", true))
        .step(
            Step::apply(role(&name, "  password = \"two-secret\""))
                .env("PGSUPERUSER", "false")
                .plans(updates(A)),
        )
        .step(can(&db, &name, "two-secret", true))
        .step(Step::destroy().env("PGSUPERUSER", "false"))
        .run();
}

#[test]
fn a_role_with_unreadable_password_is_not_renamed() {
    let Some(db) = cluster::database() else {
        return;
    };
    let (name, renamed, admin) = (db.named("stays"), db.named("moves"), db.named("reader"));
    db.sql(&format!(
        "CREATE ROLE {admin} LOGIN CREATEROLE PASSWORD '{PASSWORD}'"
    ));
    let config = |name: &str| role(name, "  password = \"one\"");
    let made = (db.clone(), admin.clone(), name.clone());
    db.test()
        .step(Step::apply(config(&name)))
        .step(Step::outside(move |_| {
            made.0.cluster.as_if_made_by(&made.1, &[&made.2]);
        }))
        .step(
            Step::apply(config(&renamed))
                .env("PGUSER", &admin)
                .env("PGPASSWORD", PASSWORD)
                .without_refresh()
                .fails("password cannot be read"),
        )
        .step(Step::plan(config(&name)).plans_nothing())
        .step(Step::apply(config(&renamed)).plans(updates(A)))
        .run();
    assert!(!db.has_role(&name) && !db.has_role(&renamed));
}

#[test]
fn a_password_may_contain_every_printable_character() {
    let Some(db) = cluster::database() else {
        return;
    };
    let printable: String = (' '..='~').collect();
    let unicode = "pässwörd 日本 😀 \u{a0}´`";
    for (index, password) in [
        printable.as_str(),
        unicode,
        "\\",
        "'",
        "\\'",
        "%s%d{}",
        "--",
        "$$",
    ]
    .into_iter()
    .enumerate()
    {
        let name = db.named(&format!("p{index}"));
        db.test()
            .step(Step::apply(role(
                &name,
                &format!("  password = {}", hcl(password)),
            )))
            .step(can(&db, &name, password, true))
            .step(can(&db, &name, &format!("{password}x"), false))
            // And for a changed one.
            .step(Step::apply(role(&name, "  password = \"another\"")).plans(updates(A)))
            .step(can(&db, &name, password, false))
            .step(
                Step::apply(role(&name, &format!("  password = {}", hcl(password))))
                    .plans(updates(A)),
            )
            .step(can(&db, &name, password, true))
            .only_in_process("one of many passwords")
            .run();
    }
}

#[test]
fn no_error_shows_a_password() {
    let Some(db) = cluster::database() else {
        return;
    };
    let name = db.named("shown");
    let secret = "Tr0ub4dor&3'\\\"";
    let config = |rest: &str| role(&name, &format!("  password = {}\n{rest}", hcl(secret)));
    let nothing = |step: Step| step.does_not_mention("Tr0ub4dor");
    db.test()
        // The server refuses the statement that contains the password.
        .step(nothing(
            Step::apply(config("  valid_until = \"never\"")).fails("never"),
        ))
        .step(nothing(
            Step::apply(config("  encrypted_password = false")).fails("SQLSTATE"),
        ))
        .step(nothing(
            Step::apply(config("  roles = [\"nobody-has-it\"]")).fails("nobody-has-it"),
        ))
        .step(nothing(
            Step::apply(config("  connection_limit = -5")).fails("connection_limit"),
        ))
        .step(nothing(Step::apply(config(""))))
        .step(nothing(
            Step::apply(config("  valid_until = \"never\"").replace("Tr0ub", "Tr0ub4dor5"))
                .fails("never"),
        ))
        .run();
    // A name that is the password: the server's text about the one does not show the other.
    let group = db.named("same-as-its-password");
    let config = format!(
        "resource \"postgresql_role\" \"a\" {{\n  name = {name:?}\n  password = {group:?}\n  roles = [{group:?}]\n}}\n"
    );
    db.test()
        .step(Step::apply(config).fails("\"****\" does not exist"))
        .run();
    // For a role named like its password, the configured name is shown.
    let twice = db.named("twice");
    db.sql(&format!("CREATE ROLE {twice}"));
    let config = role(&twice, &format!("  password = {twice:?}"));
    db.test()
        .step(
            Step::apply(config)
                .fails(r#"role "\*{4}" already exists"#)
                // The local runner hides sensitive values everywhere.
                .fails(format!(
                    "(?s)about\\s+the\\s+role\\s+\"({twice}|.sensitive\\s+value.)\""
                )),
        )
        .run();
    db.sql(&format!("DROP ROLE {twice}"));
}

/// The files below a folder that contain this string, verbatim or with JSON escapes.
fn files_with(folder: &std::path::Path, text: &str) -> Vec<String> {
    let escaped = serde_json::Value::from(text).to_string();
    let escaped = escaped.trim_matches('"');
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(files_with(&path, text));
        } else {
            let content = std::fs::read(&path).unwrap_or_default();
            let content = String::from_utf8_lossy(&content);
            if content.contains(text) || content.contains(escaped) {
                found.push(path.file_name().unwrap().to_string_lossy().into_owned());
            }
        }
    }
    found.sort();
    found
}

#[test]
fn write_only_passwords_are_in_no_log_and_no_plan() {
    let Some(db) = cluster::database() else {
        return;
    };
    let name = db.named("log");
    let secret = "kept-out-of-all-5432";
    let config = |version: u32| {
        // Terraform takes a secret for an ephemeral value, which only the variable's file contains.
        format!(
            "variable \"secret\" {{\n  type = string\n  ephemeral = true\n}}\n{}",
            role(
                &name,
                &format!("  password_wo = var.secret\n  password_wo_version = {version}")
            )
        )
    };
    db.test()
        .needs_terraform("1.11", "write-only arguments")
        .only_with_terraform("ephemeral variables")
        .env("TF_VAR_secret", secret)
        .env("TF_LOG", "TRACE")
        .step(Step::apply(config(1)))
        .step(Step::apply(config(2)).plans(updates(A)))
        .step(can(&db, &name, secret, true))
        .step(Step::outside(move |run| {
            assert_eq!(files_with(run.directory(), secret), [""; 0])
        }))
        .run();
}

#[test]
fn passwords_in_the_state_are_in_no_log() {
    let Some(db) = cluster::database() else {
        return;
    };
    let name = db.named("logged");
    let secret = "only-in-the-state-5432";
    let config = format!(
        "variable \"secret\" {{\n  type = string\n  sensitive = true\n}}\n{}",
        role(&name, "  password = var.secret")
    );
    db.test()
        .env("TF_VAR_secret", secret)
        .env("TF_LOG", "TRACE")
        .step(Step::apply(config))
        .step(Step::outside(move |run| {
            let found = files_with(run.directory(), secret);
            assert!(found.iter().all(|file| !file.contains("log")), "{found:?}");
        }))
        .run();
}

/// Tests the program itself, whose own log Terraform writes beside its own.
#[test]
fn passwords_are_in_no_plan_and_no_log_of_the_program() {
    let Some(db) = cluster::database() else {
        return;
    };
    let Some(folder) = Folder::new(&db) else {
        return;
    };
    let name = db.named("traced");
    let secrets = ["first-only-in-the-state-1", "then-only-in-the-state-2"];
    for secret in secrets {
        let argument = format!("  password = {secret:?}");
        folder.write("main.tf", &role(&name, &argument));
        let done = folder.traced(&["apply", "-auto-approve"]).succeeded();
        assert!(!done.text().contains(secret), "{}", done.text());
        assert!(logs_in(&db, &name, secret));
        folder.nothing_to_do();
    }
    folder.traced(&["destroy", "-auto-approve"]).succeeded();
    let log = folder.read("trace.log");
    for part in [
        "PlanResourceChange",
        "ApplyResourceChange",
        "served request",
    ] {
        assert!(log.contains(part), "{part}");
    }
    let told = log
        .lines()
        .find(|line| secrets.iter().any(|secret| line.contains(secret)));
    assert_eq!(told, None);
}
