//! The resource `postgresql_role`, except for its passwords.

use schema_provider::testing::{Step, changes_nothing, creates, drifts, object, updates};
use serde_json::json;
use terraform_provider_postgresql::Role;
use terraform_provider_postgresql::sql::{ident, literal};

use crate::common::cluster::{self, PASSWORD, TestDatabase};

const A: &str = "postgresql_role.a";

/// The role `a` of a configuration.
pub fn role(name: &str, rest: &str) -> String {
    format!(
        "resource \"postgresql_role\" \"a\" {{\n  name = {}\n{rest}\n}}\n",
        hcl(name)
    )
}

/// A string literal of a configuration.
pub fn hcl(text: &str) -> String {
    // Both have the escapes of JSON.
    let text = serde_json::Value::from(text).to_string();
    text.replace("${", "$${").replace("%{", "%%{")
}

/// A column of a role in the catalog.
fn found(db: &TestDatabase<'_>, name: &str, column: &str) -> Option<String> {
    let name = literal(name);
    db.value(&format!(
        "SELECT ({column})::text FROM pg_roles WHERE rolname = {name}"
    ))
}

#[test]
fn a_role_has_a_life() {
    let Some(db) = cluster::database() else {
        return;
    };
    let (name, group, other) = (db.named("life"), db.named("group"), db.named("other"));
    db.sql(&format!("CREATE ROLE {group}; CREATE ROLE {other}"));
    let full = format!(
        "  superuser = true\n  create_database = true\n  create_role = true\n  inherit = false\n  login = true\n  \
         replication = true\n  bypass_row_level_security = true\n  connection_limit = 5\n  \
         valid_until = \"2030-01-02 03:04:05+00\"\n  roles = [\"{group}\"]\n  search_path = [\"$user\", \"My schema\"]\n  \
         statement_timeout = 3000\n  idle_in_transaction_session_timeout = 60000\n  assume_role = \"{group}\""
    );
    let check = |db: &TestDatabase<'static>, name: &str, expected: &'static str| {
        let (db, name) = (db.clone(), name.to_owned());
        Step::outside(move |_| {
            let columns = "concat_ws(' ', rolsuper, rolcreatedb, rolcreaterole, rolinherit, rolcanlogin, rolreplication,
                rolbypassrls, rolconnlimit, rolvaliduntil)";
            assert_eq!(found(&db, &name, columns).as_deref(), Some(expected));
        })
    };
    let (outside, hand) = (db.clone(), db.clone());
    let (renamed, gone) = (db.named("renamed"), db.clone());
    let all_gone = renamed.clone();
    let by_hand = name.clone();
    let settings_name = name.clone();
    let update = |rest: String| {
        Step::apply(role(&name, &rest)).plans(updates(A).only_unknown(Vec::<&str>::new()))
    };
    db.test()
        .step(
            Step::apply(role(&name, ""))
                .plans(creates(A).only_unknown(["id"]))
                .saves(
                    object(A)
                        .attr("id").is(name.as_str())
                        .attr(Role::VALID_UNTIL).is("infinity")
                        .attr(Role::CONNECTION_LIMIT).is(-1)
                        .attr(Role::INHERIT).is(true)
                        .attr(Role::LOGIN).is(false)
                        .attr(Role::ENCRYPTED_PASSWORD).is(true)
                        .attr("search_path").is(json!([])),
                ),
        )
        .step(check(&db, &name, "f f f t f f f -1 infinity"))
        // Each of them in place, and on its own.
        .step(update("  superuser = true".into()))
        .step(check(&db, &name, "t f f t f f f -1 infinity"))
        .step(update("  create_database = true".into()))
        .step(check(&db, &name, "f t f t f f f -1 infinity"))
        .step(update("  create_role = true".into()))
        .step(update("  inherit = false".into()))
        .step(update("  login = true".into()))
        .step(update("  replication = true".into()))
        .step(update("  bypass_row_level_security = true".into()))
        .step(check(&db, &name, "f f f t f f t -1 infinity"))
        .step(update("  connection_limit = 3".into()))
        .step(update("  valid_until = \"2031-01-01 00:00:00+00\"".into()))
        .step(check(&db, &name, "f f f t f f f -1 2031-01-01 00:00:00+00"))
        .step(update(String::new()))
        .step(check(&db, &name, "f f f t f f f -1 infinity"))
        .step(update(format!("  roles = [\"{group}\", \"{other}\"]")))
        .step(update(format!("  roles = [\"{other}\"]")))
        .step(update("  search_path = [\"a\", \"B c\"]".into()))
        .step(update("  statement_timeout = 100".into()))
        .step(update("  idle_in_transaction_session_timeout = 100".into()))
        .step(update(format!("  assume_role = \"{group}\"")))
        .step(update(full.clone()))
        .step(check(&db, &name, "t t t f t t t 5 2030-01-02 03:04:05+00"))
        .step(Step::outside(move |_| {
            let settings = found(&outside, &settings_name, "rolconfig").unwrap();
            for part in ["search_path=", "$user", "My schema", "statement_timeout=3000", "session_timeout=60000", "role="] {
                assert!(settings.contains(part), "{settings}");
            }
        }))
        .step(Step::import(A))
        // Manual changes are found and corrected.
        .step(Step::outside(move |_| {
            let name = ident(&by_hand);
            hand.sql(&format!(
                "ALTER ROLE {name} NOSUPERUSER CONNECTION LIMIT 7 VALID UNTIL 'infinity';
                 ALTER ROLE {name} SET search_path TO elsewhere; ALTER ROLE {name} RESET statement_timeout;
                 GRANT {other} TO {name}"
            ));
        }))
        .step(
            Step::apply(role(&name, &full))
                .plans(drifts(A).attr(Role::SUPERUSER).is(false))
                .plans(drifts(A).attr(Role::VALID_UNTIL).is("infinity"))
                .plans(drifts(A).attr("search_path").is(json!(["elsewhere"])))
                .plans(drifts(A).attr(Role::STATEMENT_TIMEOUT).is(0))
                .plans(updates(A)),
        )
        .step(check(&db, &name, "t t t f t t t 5 2030-01-02 03:04:05+00"))
        .step(
            Step::apply(role(&renamed, &full))
                .plans(updates(A).only_unknown(["id"]))
                .saves(object(A).attr("id").is(renamed.as_str())),
        )
        .step(check(&db, &renamed, "t t t f t t t 5 2030-01-02 03:04:05+00"))
        .step(Step::outside({
            let (db, renamed) = (db.clone(), renamed.clone());
            move |_| drop(db.sql(&format!("DROP ROLE {}", ident(&renamed))))
        }))
        .step(Step::apply(role(&renamed, &full)).plans(creates(A)))
        .after_destroy(move |_| assert!(!gone.has_role(&all_gone)))
        .run();
}

#[test]
fn valid_until_without_end_has_several_spellings() {
    let Some(db) = cluster::database() else {
        return;
    };
    let name = db.named("endless");
    db.test()
        .step(Step::apply(role(&name, "  valid_until = \"Infinity\"")))
        .step(Step::plan(role(&name, "  valid_until = \"\"")).plans(changes_nothing(A)))
        .step(Step::plan(role(&name, "")).plans(changes_nothing(A)))
        .run();
}

#[test]
fn any_name_is_a_name() {
    let Some(db) = cluster::database() else {
        return;
    };
    for name in [
        "with \"quotes\"",
        "it's; DROP ROLE postgres; --",
        "Upper Case",
        "日本語 é 😀",
        "  spaces  ",
        "back\\slash",
        "${not.a.template} %{x}",
        "new\nline",
        "select",
    ] {
        let name = db.named(name);
        let (there, gone) = (db.clone(), db.clone());
        let (first, second) = (name.clone(), name.clone());
        db.test()
            .step(
                Step::apply(role(&name, "  connection_limit = 2"))
                    .saves(object(A).attr("id").is(name.as_str())),
            )
            .step(Step::outside(move |_| assert!(there.has_role(&first))))
            .step(Step::apply(role(&name, "  connection_limit = 3")).plans(updates(A)))
            .step(Step::import(A))
            .after_destroy(move |_| assert!(!gone.has_role(&second)))
            .only_in_process("one of many names")
            .run();
    }
    let longest = format!("{:x<63}", db.named("n"));
    db.test()
        .step(Step::apply(role(&longest, "")))
        .step(Step::import(A))
        .step(Step::plan(role(&format!("{longest}x"), "")).fails("name"))
        .run();
}

#[test]
fn no_argument_is_sql() {
    let Some(db) = cluster::database() else {
        return;
    };
    let victim = db.named("victim");
    db.sql(&format!("CREATE ROLE {victim}"));
    let name = db.named("attacker");
    let attacks = [
        format!("x'; DROP ROLE {victim}; --"),
        format!("x\"; DROP ROLE {victim}; --"),
        format!("x\\'; DROP ROLE {victim}; --"),
    ];
    for attack in &attacks {
        let text = hcl(attack);
        for (argument, works) in [
            (format!("  login = true\n  password = {text}"), true),
            (
                format!("  password_wo = {text}\n  password_wo_version = {text}"),
                true,
            ),
            (format!("  search_path = [{text}]"), true),
            (format!("  encrypted = {text}"), true),
            (format!("  valid_until = {text}"), false),
            (format!("  roles = [{text}]"), false),
            (format!("  assume_role = {text}"), true),
        ] {
            let step = Step::apply(role(&name, &argument)).named(argument.clone());
            let changed = Step::apply(role(&name, &argument)).named(format!("changed: {argument}"));
            let test = db.test().only_in_process("one of many attacks");
            match works {
                true => test
                    .step(step)
                    .step(Step::apply(role(&name, "")))
                    .step(changed)
                    .run(),
                false => test
                    .step(step.fails("SQLSTATE"))
                    .step(Step::apply(role(&name, "")))
                    .step(changed.fails("SQLSTATE"))
                    .run(),
            }
            assert!(db.has_role(&victim), "{argument}");
        }
    }
    db.sql(&format!("DROP ROLE {victim}"));
}

#[test]
fn invalid_arguments_are_named_in_errors() {
    let Some(db) = cluster::database() else {
        return;
    };
    let name = db.named("wrong");
    let there = db.clone();
    let not_made = name.clone();
    db.test()
        .step(Step::plan(role(&name, "  connection_limit = -2")).fails("connection_limit"))
        .step(Step::plan(role(&name, "  statement_timeout = -1")).fails("statement_timeout"))
        .step(
            Step::plan(role(&name, "  idle_in_transaction_session_timeout = -1"))
                .fails("idle_in_transaction_session_timeout"),
        )
        .step(Step::plan("resource \"postgresql_role\" \"a\" {}\n").fails("name"))
        .step(Step::apply(role(&name, "  search_path = [\"a, b\"]")).fails("search_path"))
        .step(
            Step::apply(role(
                &name,
                "  encrypted_password = false\n  password = \"x\"",
            ))
            .fails("UNENCRYPTED"),
        )
        .step(Step::apply(role(&name, "  roles = [\"nobody-has-it\"]")).fails("nobody-has-it"))
        .step(Step::apply(role("", "")).fails("zero-length"))
        // A failed operation leaves nothing.
        .step(Step::outside(move |_| assert!(!there.has_role(&not_made))))
        .run();
    db.test()
        .step(Step::apply(role(&name, "  encrypted = \"true\"")).warns("encrypted"))
        .step(Step::apply(role(&name, "  search_path = [\"a, b\"]")).fails("search_path"))
        // Two of one name.
        .step(
            Step::apply(format!(
                "{}resource \"postgresql_role\" \"b\" {{\n  name = {name:?}\n}}\n",
                role(&name, "")
            ))
            .fails("already exists")
            .fails("42710"),
        )
        .run();
}

#[test]
fn missing_roles_are_not_imported() {
    let Some(db) = cluster::database() else {
        return;
    };
    let name = db.named("made");
    db.test()
        .step(Step::apply(role(&name, "")))
        .step(Step::import(A).id("nobody-has-this-name").fails("exist"))
        .run();
}

#[test]
fn objects_of_a_destroyed_role_go_to_the_provider() {
    let Some(db) = cluster::database() else {
        return;
    };
    let name = db.named("owner");
    let (there, made) = (db.clone(), name.clone());
    db.test()
        .step(Step::apply(role(&name, "")))
        .step(Step::outside(move |_| {
            there.sql(&format!(
                "DROP TABLE IF EXISTS kept, granted; CREATE TABLE kept (a int); ALTER TABLE kept OWNER TO {made};
                 CREATE TABLE granted (a int); GRANT SELECT ON granted TO {made}"
            ));
        }))
        .step(Step::destroy())
        .run();
    assert!(!db.has_role(&name));
    let owner = db.value("SELECT tableowner FROM pg_tables WHERE tablename = 'kept'");
    assert_eq!(owner.as_deref(), Some("postgres"));
}

#[test]
fn a_role_that_owns_objects_elsewhere_is_not_dropped() {
    let (Some(db), Some(other)) = (cluster::database(), cluster::database()) else {
        return;
    };
    let name = db.named("elsewhere");
    let (made, mended) = (name.clone(), name.clone());
    let (there, later) = (other.clone(), other.clone());
    db.test()
        .step(Step::apply(role(&name, "")))
        .step(Step::outside(move |_| {
            there.sql(&format!(
                "CREATE TABLE kept (a int); ALTER TABLE kept OWNER TO {made}"
            ));
        }))
        .step(Step::destroy().fails("2BP01").fails(other.name.as_str()))
        .step(Step::plan(role(&name, "")).plans_nothing())
        .step(Step::outside(move |_| {
            later.sql("DROP TABLE kept");
            assert!(later.has_role(&mended));
        }))
        .run();
    assert!(!db.has_role(&name));
}

#[test]
fn a_role_and_its_objects_can_be_kept() {
    let Some(db) = cluster::database() else {
        return;
    };
    let name = db.named("left");
    let (left, its) = (db.clone(), name.clone());
    db.test()
        .step(Step::apply(role(&name, "  skip_drop_role = true")))
        .after_destroy(move |_| {
            // Fails if the role does not exist.
            left.sql(&format!("DROP ROLE {its}"));
        })
        .run();
    let (there, made) = (db.clone(), name.clone());
    let (later, gone) = (db.clone(), name.clone());
    db.test()
        .step(Step::apply(role(&name, "  skip_reassign_owned = true")))
        .step(Step::outside(move |_| {
            there.sql(&format!(
                "CREATE TABLE kept (a int); ALTER TABLE kept OWNER TO {made}"
            ));
        }))
        // The server drops no role that owns something.
        .step(Step::destroy().fails("2BP01"))
        .step(Step::outside(move |_| {
            assert!(later.has_role(&gone));
            later.sql("DROP TABLE kept");
        }))
        .run();
    assert!(!db.has_role(&name));
}

#[test]
fn a_user_who_is_not_a_superuser_manages_roles() {
    let Some(db) = cluster::database() else {
        return;
    };
    let (user, name) = (db.named("manager"), db.named("managed"));
    db.sql(&format!(
        "CREATE ROLE {user} LOGIN CREATEROLE CREATEDB PASSWORD '{PASSWORD}'; GRANT CREATE ON SCHEMA public TO PUBLIC"
    ));
    let (there, made, as_user) = (db.clone(), name.clone(), user.clone());
    db.test_as(&user, PASSWORD)
        .step(Step::apply(role(
            &name,
            "  login = true\n  password = \"x\"",
        )))
        .step(Step::outside(move |_| {
            there.sql(&format!(
                "DROP TABLE IF EXISTS theirs; CREATE TABLE theirs (a int); ALTER TABLE theirs OWNER TO {made}"
            ));
        }))
        .step(Step::apply(role(&name, "  login = true\n  password = \"y\"")).plans(updates(A)))
        .step(Step::destroy())
        .run();
    assert!(!db.has_role(&name));
    let owner = db.value("SELECT tableowner FROM pg_tables WHERE tablename = 'theirs'");
    assert_eq!(owner.as_deref(), Some(as_user.as_str()));
    // The temporary membership is given back.
    let members = db.sql(&format!("SELECT 1 FROM pg_auth_members m JOIN pg_roles r ON r.oid = m.member WHERE rolname = '{user}'"));
    assert_eq!(members.len(), 0);
}

#[test]
fn fifty_roles_are_created_at_once() {
    let Some(db) = cluster::database() else {
        return;
    };
    let (prefix, group) = (db.named("many"), db.named("all"));
    let config = |limit: u32| {
        format!(
            "resource \"postgresql_role\" \"group\" {{\n  name = {group:?}\n}}\n\
             resource \"postgresql_role\" \"many\" {{\n  count = 50\n  name = \"{prefix}${{count.index}}\"\n  \
             connection_limit = {limit}\n  roles = [postgresql_role.group.name]\n}}\n"
        )
    };
    let (there, gone) = (db.clone(), db.clone());
    let (prefixed, left) = (prefix.clone(), prefix.clone());
    let count = move |db: &TestDatabase<'_>, prefix: &str| {
        db.sql(&format!(
            "SELECT 1 FROM pg_roles WHERE rolname LIKE '{prefix}%'"
        ))
        .len()
    };
    db.test()
        .step(Step::apply(config(1)).counts(51, 0, 0))
        .step(Step::outside(move |_| {
            assert_eq!(count(&there, &prefixed), 50)
        }))
        .step(Step::apply(config(2)).counts(0, 50, 0))
        .after_destroy(move |_| assert_eq!(count(&gone, &left), 0))
        .deadline(std::time::Duration::from_secs(600))
        .run();
}
