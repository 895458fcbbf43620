//! The provider's own settings: defaults, errors, and what needs no connection.

use std::net::TcpListener;

use schema_provider::testing::{ProviderTest, Step};
use terraform_provider_postgresql::Postgresql;

use crate::common::cluster;

const NOTHING: &str = "output \"a\" {\n  value = 1\n}\n";

fn with(settings: &str) -> String {
    format!(
        "provider \"postgresql\" {{\n{settings}\n}}\nresource \"postgresql_role\" \"a\" {{\n  name = \"a\"\n}}\n"
    )
}

#[test]
fn the_provider_connects_only_when_needed() {
    // Nothing listens there.
    ProviderTest::new::<Postgresql>()
        .step(Step::apply(NOTHING))
        .step(Step::plan(with("  host = \"127.0.0.1\"\n  port = 1")).counts(1, 0, 0))
        .run();
}

#[test]
fn invalid_settings_are_named_in_errors() {
    let refused =
        |settings: &str, pattern: &str| Step::plan(with(settings)).fails(pattern).named(settings);
    ProviderTest::new::<Postgresql>()
        .step(refused("  scheme = \"mysql\"", "scheme"))
        .step(refused("  scheme = \"Postgres\"", "scheme"))
        .step(refused("  scheme = \"awspostgres\"", "scheme is not supported"))
        .step(refused("  scheme = \"gcppostgres\"", "scheme is not supported"))
        .step(refused("  aws_rds_iam_auth = true", "aws_rds_iam_auth is not supported"))
        .step(refused("  azure_identity_auth = true", "azure_tenant_id is required"))
        .step(refused("  gcp_iam_impersonate_service_account = \"a@b\"", "is not supported"))
        .step(refused("  port = 70000", "port"))
        .step(refused("  connect_timeout = -2", "connect_timeout"))
        .step(refused("  max_connections = -2", "max_connections"))
        .step(refused("  expected_version = \"newest\"", "is not a version"))
        .step(refused("  clientcert {\n    cert = \"a\"\n  }", "key"))
        .step(refused(
            "  clientcert {\n    cert = \"a\"\n    key = \"b\"\n  }\n  clientcert {\n    cert = \"a\"\n    key = \"b\"\n  }",
            "clientcert",
        ))
        .step(Step::plan(with("  port = 1")).env("PGPORT", "x").counts(1, 0, 0))
        .step(Step::plan(with("")).env("PGPORT", "x").fails("PGPORT"))
        .step(Step::plan(with("  ssl_mode = \"disable\"")).warns("sslmode"))
        // A setting that turns nothing on has no effect.
        .step(
            Step::plan(with(
                "  aws_rds_iam_auth = false\n  azure_identity_auth = false\n  aws_rds_iam_profile = \"a\"\n  \
                 expected_version = \"15\"\n  max_connections = 0\n  connect_timeout = 0",
            ))
            .counts(1, 0, 0),
        )
        .run();
}

#[test]
fn a_block_overrides_the_environment() {
    let Some(db) = cluster::database() else {
        return;
    };
    let name = db.named("block");
    let config = format!(
        "{}resource \"postgresql_role\" \"a\" {{\n  name = {name:?}\n}}\n",
        db.provider_block()
    );
    ProviderTest::new::<Postgresql>()
        .step(Step::apply(config))
        .step(Step::outside(move |_| assert!(db.has_role(&name))))
        .run();
}

#[test]
fn empty_strings_are_unset_and_addresses_may_have_brackets() {
    let Some(db) = cluster::database() else {
        return;
    };
    let name = db.named("empty");
    let config = format!(
        "provider \"postgresql\" {{\n  database = \"\"\n  username = \"\"\n}}\n\
         resource \"postgresql_role\" \"a\" {{\n  name = {name:?}\n}}\n"
    );
    db.test()
        .step(Step::apply(with("  host = \"[::1]\"\n  port = 1")).fails("server ::1:1,"))
        .step(Step::apply(config))
        .step(Step::outside(move |_| assert!(db.has_role(&name))))
        .run();
}

#[test]
fn sslmode_takes_precedence_over_its_former_name() {
    let Some(db) = cluster::database() else {
        return;
    };
    let name = db.named("mode");
    let config = |modes: &str| {
        format!(
            "provider \"postgresql\" {{\n{}}}\nresource \"postgresql_role\" \"a\" {{\n  name = {name:?}\n}}\n",
            db.settings().replace("  sslmode  = \"disable\"\n", modes)
        )
    };
    ProviderTest::new::<Postgresql>()
        .step(Step::apply(config("  ssl_mode = \"maybe\"\n")).fails("sslmode is \"maybe\""))
        .step(Step::apply(config(
            "  sslmode = \"disable\"\n  ssl_mode = \"maybe\"\n",
        )))
        .step(Step::apply(config("  ssl_mode = \"disable\"\n")).counts(0, 0, 0))
        .run();
}

#[test]
fn the_environment_sets_the_connect_timeout() {
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = silent.local_addr().unwrap().port();
    let config = with(&format!("  host = \"127.0.0.1\"\n  port = {port}"));
    ProviderTest::new::<Postgresql>()
        .env("PGCONNECT_TIMEOUT", "1")
        .step(Step::apply(config).fails("(?s)no\\s+answer\\s+within\\s+1s"))
        .run();
}

#[test]
fn connections_are_named_by_the_environment() {
    let Some(db) = cluster::database() else {
        return;
    };
    let function = "CREATE FUNCTION named() RETURNS event_trigger LANGUAGE plpgsql SECURITY DEFINER AS \
        $$ BEGIN INSERT INTO names VALUES (current_setting('application_name')); END $$";
    let setup = format!(
        "CREATE TABLE names (name text); {function}; \
         CREATE EVENT TRIGGER named ON ddl_command_start WHEN TAG IN ('CREATE SCHEMA') EXECUTE FUNCTION named()"
    );
    db.sql(&setup);
    let config = "resource \"postgresql_schema\" \"a\" {\n  name = \"a\"\n}\n";
    let found = |name: &'static str| {
        let db = db.clone();
        Step::outside(move |_| {
            let query = "WITH found AS (DELETE FROM names RETURNING name) SELECT name FROM found";
            assert_eq!(db.value(query).as_deref(), Some(name));
        })
    };
    for (variable, name) in [("", "Terraform provider"), ("my pipeline", "my pipeline")] {
        db.test()
            .env("PGAPPNAME", variable)
            .step(Step::apply(config))
            .step(found(name))
            .run();
    }
}

#[test]
fn times_are_printed_in_one_way() {
    let Some(db) = cluster::database() else {
        return;
    };
    db.cluster.sql(
        "postgres",
        &format!("ALTER DATABASE {} SET datestyle = 'SQL, DMY'", db.name),
    );
    let name = db.named("until");
    let config = format!(
        "resource \"postgresql_role\" \"a\" {{\n  name = {name:?}\n  valid_until = \"2030-02-01 00:00:00+00\"\n}}\n"
    );
    db.test()
        .step(Step::apply(&*config))
        .step(Step::plan(&*config).plans_nothing())
        .run();
}

#[test]
fn an_unreachable_server_is_named() {
    let Some(db) = cluster::database() else {
        return;
    };
    let config = with("  host = \"127.0.0.1\"\n  port = 1\n  password = \"hunter2-and-more\"");
    db.test()
        .step(
            Step::apply(config)
                .fails("cannot connect")
                .fails("postgres server 127.0.0.1:1")
                .does_not_mention("hunter2"),
        )
        .run();
}
