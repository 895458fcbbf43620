//! The resource `postgresql_database`.

use schema_provider::testing::{Step, changes_nothing, creates, drifts, object, replaces, updates};
use terraform_provider_postgresql::Database;
use terraform_provider_postgresql::sql::{ident, literal};

use super::role::hcl;
use crate::common::cluster::{self, PASSWORD, TestDatabase};

const A: &str = "postgresql_database.a";

/// The database `a` of a configuration.
pub fn database(name: &str, rest: &str) -> String {
    format!(
        "resource \"postgresql_database\" \"a\" {{\n  name = {}\n{rest}\n}}\n",
        hcl(name)
    )
}

fn found(db: &TestDatabase<'_>, name: &str, column: &str) -> Option<String> {
    let name = literal(name);
    db.value(&format!(
        "SELECT ({column})::text FROM pg_database WHERE datname = {name}"
    ))
}

fn check(db: &TestDatabase<'static>, name: &str, expected: &'static str) -> Step {
    let (db, name) = (db.clone(), name.to_owned());
    Step::outside(move |_| {
        let columns = "concat_ws(' ', datdba::regrole, pg_encoding_to_char(encoding), datcollate, datctype, datconnlimit,
            datallowconn, datistemplate)";
        assert_eq!(found(&db, &name, columns).as_deref(), Some(expected));
    })
}

fn by_hand(db: &TestDatabase<'static>, sql: String) -> Step {
    let db = db.clone();
    Step::outside(move |_| drop(db.sql(&sql)))
}

#[test]
fn a_database_has_a_life() {
    let Some(db) = cluster::database() else {
        return;
    };
    let (name, renamed) = (db.named("life"), db.named("renamed"));
    let owner: &'static str = db.named("owner").leak();
    db.sql(&format!("CREATE ROLE {owner}"));
    let gone = (db.clone(), renamed.clone());
    let owned: &'static str = format!("{owner} UTF8 C C 5 f f").leak();
    let full =
        format!("  owner = \"{owner}\"\n  connection_limit = 5\n  allow_connections = false");
    db.test()
        .step(
            Step::apply(database(&name, ""))
                .plans(creates(A).only_unknown([
                    "id",
                    "owner",
                    "template",
                    "encoding",
                    "lc_collate",
                    "lc_ctype",
                    "locale_provider",
                    "icu_locale",
                    "icu_rules",
                    "builtin_locale",
                    "tablespace_name",
                    "is_template",
                ]))
                .saves(
                    object(A)
                        .attr("id")
                        .is(name.as_str())
                        .attr(Database::OWNER)
                        .is("postgres")
                        .attr(Database::TEMPLATE)
                        .is("template0")
                        .attr(Database::ENCODING)
                        .is("UTF8")
                        .attr(Database::LC_COLLATE)
                        .is("C")
                        .attr(Database::LC_CTYPE)
                        .is("C")
                        .attr(Database::TABLESPACE_NAME)
                        .is("pg_default")
                        .attr(Database::CONNECTION_LIMIT)
                        .is(-1)
                        .attr(Database::ALLOW_CONNECTIONS)
                        .is(true)
                        .attr(Database::IS_TEMPLATE)
                        .is(false)
                        .attr(Database::ALTER_OBJECT_OWNERSHIP)
                        .is(false),
                ),
        )
        .step(check(&db, &name, "postgres UTF8 C C -1 t f"))
        .step(Step::import(A))
        .step(
            Step::apply(database(&name, "  connection_limit = 3"))
                .plans(updates(A).only_unknown(Vec::<&str>::new())),
        )
        .step(Step::apply(database(&name, "  is_template = true")).plans(updates(A)))
        .step(check(&db, &name, "postgres UTF8 C C -1 t t"))
        .step(
            Step::plan(database(&name, ""))
                .plans(changes_nothing(A))
                .named("what is removed stays"),
        )
        .step(
            Step::apply(database(
                &name,
                "  is_template = false\n  allow_connections = false",
            ))
            .plans(updates(A)),
        )
        .step(check(&db, &name, "postgres UTF8 C C -1 f f"))
        .step(
            Step::apply(database(&name, &full)).plans(updates(A).only_unknown(Vec::<&str>::new())),
        )
        .step(check(&db, &name, owned))
        .step(
            Step::plan(database(&name, &full.replace("  owner", "  // owner")))
                .plans(changes_nothing(A)),
        )
        .step(
            Step::plan(database(
                &name,
                &format!("{full}\n  tablespace_name = \"\"\n  encoding = \"\""),
            ))
            .plans_nothing(),
        )
        .step(
            Step::apply(database(
                &name,
                &format!("{full}\n  tablespace_name = \"pg_default\""),
            ))
            .plans_nothing(),
        )
        .step(
            Step::apply(database(&renamed, &full))
                .plans(updates(A).only_unknown(["id"]))
                .saves(object(A).attr("id").is(renamed.as_str())),
        )
        .step(check(&db, &renamed, owned))
        .step(by_hand(
            &db,
            format!(
                "ALTER DATABASE {r} CONNECTION LIMIT 9; ALTER DATABASE {r} OWNER TO postgres",
                r = ident(&renamed)
            ),
        ))
        .step(
            Step::apply(database(&renamed, &full))
                .plans(drifts(A).attr(Database::CONNECTION_LIMIT).is(9))
                .plans(drifts(A).attr(Database::OWNER).is("postgres"))
                .plans(updates(A)),
        )
        .step(check(&db, &renamed, owned))
        .step(by_hand(&db, format!("DROP DATABASE {}", ident(&renamed))))
        .step(Step::apply(database(&renamed, &full)).plans(creates(A)))
        .after_destroy(move |_| assert!(!gone.0.has_database(&gone.1)))
        .run();
}

#[test]
fn immutable_settings_replace_the_database() {
    let Some(db) = cluster::database() else {
        return;
    };
    let name = db.named("replaced");
    let replaced = |rest: &str, because: &'static str| {
        Step::apply(database(&name, rest)).plans(replaces(A).only_because_of([because]))
    };
    db.test()
        .step(Step::apply(database(&name, "  encoding = \"SQL_ASCII\"")))
        .step(check(&db, &name, "postgres SQL_ASCII C C -1 t f"))
        .step(replaced("  encoding = \"UTF8\"", "encoding"))
        .step(replaced(
            "  encoding = \"UTF8\"\n  template = \"template1\"",
            "template",
        ))
        .step(replaced("  lc_collate = \"C.UTF-8\"", "lc_collate"))
        .step(replaced(
            "  lc_collate = \"C.UTF-8\"\n  lc_ctype = \"C.UTF-8\"",
            "lc_ctype",
        ))
        .step(check(&db, &name, "postgres UTF8 C.UTF-8 C.UTF-8 -1 t f"))
        .step(Step::import(A).ignoring("template"))
        .run();
}

#[test]
fn default_is_a_keyword() {
    let Some(db) = cluster::database() else {
        return;
    };
    let name = db.named("default");
    let config = database(
        &name,
        "  template = \"default\"\n  encoding = \"DEFAULT\"\n  lc_collate = \"Default\"\n  lc_ctype = \"DEFAULT\"\n  \
         tablespace_name = \"DEFAULT\"\n  lifecycle {\n    ignore_changes = [encoding, lc_collate, lc_ctype, \
         tablespace_name]\n  }",
    );
    db.test()
        .step(
            Step::apply(config.as_str())
                .saves(object(A).attr("template").is("default"))
                // A refresh finds what DEFAULT became.
                .leaves_changes(),
        )
        .step(Step::plan(config).plans(changes_nothing(A)))
        .step(
            Step::plan(database(
                &name,
                "  encoding = \"DEFAULT\"\n  template = \"default\"",
            ))
            .plans_nothing(),
        )
        .step(check(&db, &name, "postgres UTF8 C C -1 t f"))
        .run();
}

#[test]
fn objects_follow_the_database_to_its_new_owner() {
    let Some(db) = cluster::database() else {
        return;
    };
    let name = db.named("objects");
    let (first, second, third) = (db.named("first"), db.named("second"), db.named("third"));
    db.sql(&format!(
        "CREATE ROLE {first}; CREATE ROLE {second}; CREATE ROLE {third}"
    ));
    let (there, made, owner) = (db.clone(), name.clone(), first.clone());
    let owner_is = |expected: &str| {
        let (db, name, expected) = (db.clone(), name.clone(), expected.to_owned());
        Step::outside(move |_| {
            let owner = db.cluster.value(
                &name,
                "SELECT tableowner FROM pg_tables WHERE tablename = 'kept'",
            );
            assert_eq!(owner, Some(expected.clone()));
        })
    };
    let config = |owner: &str, alter: bool| {
        database(
            &name,
            &format!("  owner = {owner:?}\n  alter_object_ownership = {alter}"),
        )
    };
    db.test()
        .step(Step::apply(config(&first, false)))
        .step(Step::outside(move |_| {
            there.cluster.sql(
                &made,
                &format!("CREATE TABLE kept (a int); ALTER TABLE kept OWNER TO {owner}"),
            );
        }))
        .step(Step::apply(config(&second, true)).plans(updates(A)))
        .step(owner_is(&second))
        .step(Step::apply(config(&third, false)).plans(updates(A)))
        .step(owner_is(&second))
        .step(Step::apply(config(&third, true)).plans(updates(A)))
        .step(owner_is(&second))
        .run();
}

#[test]
fn a_user_who_is_not_a_superuser_transfers_a_database() {
    let Some(db) = cluster::database() else {
        return;
    };
    let (user, owner, other, name) = (
        db.named("creator"),
        db.named("keeper"),
        db.named("heir"),
        db.named("given"),
    );
    db.sql(&format!(
        "CREATE ROLE {user} LOGIN CREATEROLE CREATEDB PASSWORD '{PASSWORD}'; CREATE ROLE {owner}; CREATE ROLE {other};
         GRANT {other} TO {user}"
    ));
    db.cluster.as_if_made_by(&user, &[&owner]);
    let memberships = format!(
        "SELECT pg_get_userbyid(roleid) FROM pg_auth_members m WHERE pg_get_userbyid(member) = '{user}'
            AND coalesce((to_jsonb(m)->>'set_option')::boolean, true)"
    );
    let (there, made, query, heir) = (db.clone(), name.clone(), memberships.clone(), other.clone());
    let (table, keeper, its) = (db.clone(), owner.clone(), name.clone());
    db.test_as(&user, PASSWORD)
        .step(Step::apply(database(
            &name,
            &format!("  owner = {owner:?}"),
        )))
        .step(Step::outside(move |_| {
            assert!(there.has_database(&made));
            // The temporary membership is revoked, and nothing else.
            assert_eq!(there.sql(&query), [[Some(heir.clone())]]);
            table.cluster.sql(
                &its,
                &format!("CREATE TABLE kept (a int); ALTER TABLE kept OWNER TO {keeper}"),
            );
        }))
        .step(
            Step::apply(database(
                &name,
                &format!("  owner = {other:?}\n  alter_object_ownership = true"),
            ))
            .plans(updates(A)),
        )
        .run();
    assert!(!db.has_database(&name));
    assert_eq!(db.sql(&memberships), [[Some(other)]]);
}

#[test]
fn any_name_is_a_name() {
    let Some(db) = cluster::database() else {
        return;
    };
    for name in [
        "with \"quotes\"",
        "it's; DROP DATABASE postgres; --",
        "Upper Case",
        "日本語 é 😀",
        "back\\slash",
        "a.b/c",
    ] {
        let name = db.named(name);
        let (there, gone) = ((db.clone(), name.clone()), (db.clone(), name.clone()));
        db.test()
            .step(Step::apply(database(&name, "")).saves(object(A).attr("id").is(name.as_str())))
            .step(Step::outside(move |_| {
                assert!(there.0.has_database(&there.1))
            }))
            .step(
                Step::apply(database(
                    &name,
                    "  connection_limit = 3\n  owner = \"postgres\"",
                ))
                .plans(updates(A)),
            )
            .step(Step::import(A))
            .after_destroy(move |_| assert!(!gone.0.has_database(&gone.1)))
            .only_in_process("one of many names")
            .run();
    }
    let longest = format!("{:x<63}", db.named("n"));
    db.test()
        .step(Step::apply(database(&longest, "")))
        .step(Step::plan(database(&format!("{longest}x"), "")).fails("name"))
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
    for attack in [
        format!("x'; DROP ROLE {victim}; --"),
        format!("x\"; DROP ROLE {victim}; --"),
        format!("x\\'; DROP ROLE {victim}; --"),
    ] {
        for argument in [
            "owner",
            "template",
            "encoding",
            "lc_collate",
            "lc_ctype",
            "tablespace_name",
        ] {
            let config = database(&name, &format!("  {argument} = {}", hcl(&attack)));
            db.test()
                .step(
                    Step::apply(&config)
                        .fails("SQLSTATE")
                        .named(format!("{argument}: {attack}")),
                )
                .step(Step::apply(database(&name, "")))
                .step(
                    Step::apply(&config)
                        .fails("SQLSTATE")
                        .named(format!("changed {argument}: {attack}")),
                )
                .only_in_process("one of many attacks")
                .run();
            assert!(db.has_role(&victim), "{argument}");
        }
    }
}

#[test]
fn invalid_arguments_are_named_in_errors() {
    let Some(db) = cluster::database() else {
        return;
    };
    let name = db.named("wrong");
    let there = (db.clone(), name.clone());
    db.test()
        .step(Step::plan(database(&name, "  connection_limit = -2")).fails("connection_limit"))
        .step(Step::plan("resource \"postgresql_database\" \"a\" {}\n").fails("name"))
        .step(Step::apply(database(&name, "  owner = \"nobody-has-it\"")).fails("nobody-has-it"))
        .step(Step::apply(database(&name, "  encoding = \"none-such\"")).fails("none-such"))
        // A failed operation leaves nothing, not even in the state.
        .step(Step::outside(move |run| {
            assert!(!there.0.has_database(&there.1));
            assert_eq!(run.addresses().count(), 0);
        }))
        .step(Step::apply(database(&name, "")))
        .step(Step::import(A).id("nobody-has-this-name").fails("exist"))
        .step(
            Step::apply(format!(
                "{}resource \"postgresql_database\" \"b\" {{\n  name = {name:?}\n}}\n",
                database(&name, "")
            ))
            .fails("already exists")
            .fails("42P04"),
        )
        .run();
}

#[test]
fn a_database_with_other_sessions_is_dropped() {
    let Some(db) = cluster::database() else {
        return;
    };
    let name = db.named("busy");
    let (there, made) = (db.clone(), name.clone());
    let (busy, is_busy) = std::sync::mpsc::channel();
    let busy = std::sync::Mutex::new(busy);
    db.test()
        .step(Step::apply(database(&name, "  is_template = true")))
        .step(Step::outside(move |_| {
            let (db, name, busy) = (there.clone(), made.clone(), busy.lock().unwrap().clone());
            std::thread::spawn(move || {
                busy.send(()).unwrap();
                // The destroy ends it.
                db.cluster
                    .try_sql("postgres", PASSWORD, &name, "SELECT pg_sleep(600)")
                    .unwrap_err();
                busy.send(()).unwrap();
            });
            std::thread::sleep(std::time::Duration::from_millis(300));
        }))
        .only_in_process("the session of the other one is ended once")
        .run();
    is_busy.recv().unwrap();
    is_busy
        .recv_timeout(std::time::Duration::from_secs(60))
        .unwrap();
    assert!(!db.has_database(&name));
}

#[test]
fn many_databases_are_created_at_once() {
    let Some(db) = cluster::database() else {
        return;
    };
    let (prefix, owner) = (db.named("many"), db.named("all"));
    let config = format!(
        "resource \"postgresql_role\" \"owner\" {{\n  name = {owner:?}\n}}\n\
         resource \"postgresql_database\" \"many\" {{\n  count = 8\n  name = \"{prefix}${{count.index}}\"\n  \
         owner = postgresql_role.owner.name\n}}\n"
    );
    db.test()
        // Two connections each, and not more than three at a time.
        .step(Step::apply(format!(
            "{}{config}",
            db.provider_block()
                .replace("  host", "  max_connections = 3\n  host")
        )))
        .run();
}
