//! Ephemeral resources, the action and the function.

use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use schema_provider::testing::conformance::{Conformance, Example};
use schema_provider::testing::{Step, opened};
use serde_json::{Value as Json, json};
use terraform_provider_postgresql::{
    Postgresql, QuoteIdent, RolePassword, TemporaryRole, TerminateBackends,
};

use crate::common::cluster::PASSWORD;
use crate::own_database::OwnDatabase;

#[test]
fn a_password_is_random_and_ephemeral() {
    let Some(own) = OwnDatabase::new("ephemeral_password", "") else {
        return;
    };
    let of = |arguments: &str| {
        format!("ephemeral \"postgresql_role_password\" \"p\" {{\n{arguments}\n}}\n")
    };
    own.test()
        .step(
            Step::plan(of("")).opens(
                opened("postgresql_role_password")
                    .attr(RolePassword::PASSWORD)
                    .matches("^[A-Za-z0-9_-]{32}$")
                    .attr(RolePassword::VERIFIER)
                    .matches(
                        "^SCRAM-SHA-256\\$4096:[A-Za-z0-9+/=]+\\$[A-Za-z0-9+/=]+:[A-Za-z0-9+/=]+$",
                    ),
            ),
        )
        .step(
            Step::plan(of("  length = 100")).opens(
                opened("postgresql_role_password")
                    .attr(RolePassword::PASSWORD)
                    .matches("^[A-Za-z0-9_-]{100}$"),
            ),
        )
        .step(Step::plan(of("  length = 15")).fails_at("length", "length"))
        .step(Step::plan(of("  length = 257")).fails_at("length", "length"))
        .run();
}

#[test]
fn the_verifier_sets_the_password() {
    let Some(own) = OwnDatabase::new("ephemeral_verifier", "") else {
        return;
    };
    let made: Arc<Mutex<Vec<String>>> = Arc::default();
    let keep = || {
        let made = Arc::clone(&made);
        move |value: &Json| {
            made.lock()
                .unwrap()
                .extend(value.as_str().map(str::to_owned));
            true
        }
    };
    let asked = own.clone();
    own.test()
        .step(
            Step::plan("ephemeral \"postgresql_role_password\" \"p\" {}\n").opens(
                opened("postgresql_role_password")
                    .attr(RolePassword::PASSWORD)
                    .satisfies("kept", keep())
                    .attr(RolePassword::VERIFIER)
                    .satisfies("kept", keep()),
            ),
        )
        .step(Step::outside(move |_| {
            let [password, verifier] = &std::mem::take(&mut *made.lock().unwrap())[..] else {
                panic!("a password and its verifier");
            };
            asked.answer(&format!("CREATE ROLE verified LOGIN PASSWORD '{verifier}'"));
            let cluster = asked.database.cluster;
            let answer = cluster.try_sql("verified", password, "ephemeral_verifier", "SELECT 1");
            asked.answer("DROP ROLE verified");
            assert_eq!(answer, Ok(vec![vec![Some("1".to_owned())]]));
        }))
        .run();
}

/// From the ephemeral resource into the role, by an argument that is not saved.
#[test]
fn a_role_logs_in_with_a_random_password_that_is_saved_nowhere() {
    let Some(own) = OwnDatabase::new("ephemeral_chain", "") else {
        return;
    };
    let config = "ephemeral \"postgresql_role_password\" \"p\" {}\n\
        resource \"postgresql_role\" \"r\" {\n  name = \"ephemeral_chain\"\n  login = true\n  \
        password_wo = ephemeral.postgresql_role_password.p.password\n  password_wo_version = 1\n}\n";
    let cluster = own.database.cluster;
    let logs_in = move |password: &str| {
        let answer = cluster.try_sql("ephemeral_chain", password, "ephemeral_chain", "SELECT 1");
        answer.is_ok()
    };
    own.test()
        .needs_terraform("1.11", "write-only arguments")
        .step(
            // Each plan opens one too, which is never used.
            Step::apply(config).opens(
                opened("postgresql_role_password")
                    .attr(RolePassword::PASSWORD)
                    .satisfies("lets the role log in", move |value: &Json| {
                        value.as_str().is_some_and(logs_in)
                    }),
            ),
        )
        .step(Step::outside(move |_| assert!(!logs_in("another one"))))
        .run();
}

const ROLES: &str = "SELECT rolname || ':' || rolcanlogin || ':' || (rolvaliduntil > now()) FROM pg_roles \
    WHERE rolname LIKE 'temp\\_%' ORDER BY 1";

#[test]
fn a_temporary_role_exists_until_the_end_of_the_run() {
    let setup =
        "DO $$ BEGIN CREATE ROLE ephemeral_group; EXCEPTION WHEN duplicate_object THEN END $$;
        CREATE TABLE t (a int); GRANT SELECT ON t TO ephemeral_group;";
    let Some(own) = OwnDatabase::new("ephemeral_role", setup) else {
        return;
    };
    // Another provider logs in with it, and creates an object that it owns.
    let config = "ephemeral \"postgresql_temporary_role\" \"r\" {\n  name_prefix = \"temp_\"\n  roles = [\"ephemeral_group\"]\n}\n\
         provider \"postgresql\" {\n  alias = \"as_role\"\n  username = ephemeral.postgresql_temporary_role.r.name\n  \
         password = ephemeral.postgresql_temporary_role.r.password\n  superuser = false\n}\n\
         data \"postgresql_tables\" \"d\" {\n  provider = postgresql.as_role\n  database = \"ephemeral_role\"\n  \
         schemas = [\"public\"]\n}\n\
         output \"tables\" {\n  value = data.postgresql_tables.d.tables[*].object_name\n}\n";
    own
        .test()
        .step(
            Step::apply(config)
                .opens(
                    opened("postgresql_temporary_role")
                        .attr(TemporaryRole::NAME)
                        .matches("^temp_[a-z2-7]{16}$"),
                )
                .output("tables")
                .is(json!(["t"])),
        )
        .step(own.finds(ROLES, ""))
        .step(
            Step::plan("ephemeral \"postgresql_temporary_role\" \"r\" {\n  valid_for = \"9s\"\n}\n")
                .fails_at("valid_for", "duration is too short"),
        )
        .step(
            Step::plan("ephemeral \"postgresql_temporary_role\" \"r\" {\n  name_prefix = \"temp_\"\n  roles = [\"no\\\"; DROP TABLE t; --\"]\n}\n")
                .fails("does not exist"),
        )
        .step(
            Step::apply("ephemeral \"postgresql_temporary_role\" \"r\" {\n  name_prefix = \"temp_\\\"; DROP TABLE t; --\"\n}\n")
                .opens(
                    opened("postgresql_temporary_role")
                        .attr(TemporaryRole::NAME)
                        .matches("^temp_\"; DROP TABLE t; --[a-z2-7]{16}$"),
                ),
        )
        .step(own.finds(ROLES, ""))
        .step(own.finds("SELECT count(*)::text FROM t", "0"))
        .run();
}

#[test]
fn a_name_is_quoted() {
    let Some(own) = OwnDatabase::new("function_quote", "") else {
        return;
    };
    let quoted = |name: &str| {
        format!("output \"q\" {{\n  value = provider::postgresql::quote_ident({name:?})\n}}\n")
    };
    own.test()
        .step(Step::apply(quoted("a")).output("q").is("\"a\""))
        .step(
            Step::apply(quoted("Sales \"2026\""))
                .output("q")
                .is("\"Sales \"\"2026\"\"\""),
        )
        .step(Step::plan(quoted("")).fails("name"))
        .run();
}

#[test]
fn connections_are_ended() {
    let Some(own) = OwnDatabase::new("action_terminate", "") else {
        return;
    };
    let action = |arguments: &str| {
        format!(
            "action \"postgresql_terminate_backends\" \"a\" {{\n  config {{\n{arguments}\n  }}\n}}\n"
        )
    };
    let database = "    database = \"action_terminate\"";
    let invoke = || Step::invoke("action.postgresql_terminate_backends.a");
    let (told, ended) = channel();
    let ended = Mutex::new(ended);
    let (busy, told) = (own.clone(), Mutex::new(told));
    own
        .test()
        .needs_terraform("1.14", "actions come with that version")
        .env("PGDATABASE", "postgres")
        .step(Step::outside(move |_| {
            let (other, told) = (busy.clone(), told.lock().unwrap().clone());
            std::thread::spawn(move || {
                let statement = "SET application_name = 'busy'; SELECT pg_sleep(60)";
                let cluster = other.database.cluster;
                told.send(cluster.try_sql("postgres", PASSWORD, "action_terminate", statement))
            });
            let query = "SELECT 1 FROM pg_stat_activity WHERE application_name = 'busy' AND state = 'active'";
            while busy.answer(query).is_empty() {
                std::thread::sleep(Duration::from_millis(10));
            }
        }))
        // Matches nobody.
        .step(Step::apply(action("    application_name = \"nobody\"")))
        .step(invoke().shows_progress("0 of 0 connections are left"))
        .step(Step::apply(action(&format!("{database}\n    states = [\"idle\"]"))))
        .step(invoke().shows_progress("0 of 0 connections are left"))
        .step(Step::apply(action(&format!("{database}\n    in_state_for = \"1h\""))))
        .step(invoke().shows_progress("0 of 0 connections are left"))
        .step(Step::apply(action(&format!("{database}\n    role = \"' OR true --\""))))
        .step(invoke().shows_progress("0 of 0 connections are left"))
        .step(Step::apply(action("    database = \"' OR true --\"")))
        .step(invoke().shows_progress("0 of 0 connections are left"))
        .step(Step::apply(action("    application_name = \"busy' OR true --\"")))
        .step(invoke().shows_progress("0 of 0 connections are left"))
        .step(Step::apply(action(&format!(
            "{database}\n    role = \"postgres\"\n    application_name = \"busy\"\n    states = [\"active\"]\n    \
             in_state_for = \"0s\""
        ))))
        .step(invoke().shows_progress("0 of 1 connections are left"))
        .step(Step::outside(move |_| {
            let answer = ended.lock().unwrap().recv_timeout(Duration::from_secs(20)).unwrap();
            assert!(answer.unwrap_err().contains("terminating connection"));
        }))
        .step(Step::plan(action("    states = [\"idle\"]")).fails("database"))
        .step(Step::plan(action("    database = \"\"")).fails("database"))
        .step(Step::plan(action(&format!("{database}\n    states = [\"asleep\"]"))).fails("states"))
        .run();
}

#[test]
fn the_kit_finds_nothing() {
    let Some(own) = OwnDatabase::new("newer_kit", "") else {
        return;
    };
    own.begin();
    Conformance::new::<Postgresql>()
        .settings(own.settings())
        .open(Example::<RolePassword>::hcl("length = 20"))
        .open(Example::<TemporaryRole>::hcl(
            "name_prefix = \"kit_\"\nvalid_for = \"10m\"",
        ))
        .invoke(Example::<TerminateBackends>::hcl(
            "database = \"newer_kit\"",
        ))
        .call(QuoteIdent {
            name: "a".to_owned(),
        })
        .run()
        .assert_clean();
    assert_eq!(
        own.answer("SELECT rolname FROM pg_roles WHERE rolname LIKE 'kit\\_%'"),
        ""
    );
}
