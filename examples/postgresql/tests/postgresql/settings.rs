//! The provider's own settings: defaults, what is refused, and what is not connected for.

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
fn nobody_is_connected_to_before_it_is_needed() {
    // Nothing listens there.
    ProviderTest::of::<Postgresql>()
        .step(Step::apply(NOTHING))
        .step(Step::plan(with("  host = \"127.0.0.1\"\n  port = 1")).counts(1, 0, 0))
        .run();
}

#[test]
fn settings_that_cannot_be_are_refused_by_name() {
    let refused =
        |settings: &str, pattern: &str| Step::plan(with(settings)).fails(pattern).named(settings);
    ProviderTest::of::<Postgresql>()
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
        .step(refused("  expected_version = \"newest\"", "is no version"))
        .step(refused("  clientcert {\n    cert = \"a\"\n  }", "key"))
        .step(refused(
            "  clientcert {\n    cert = \"a\"\n    key = \"b\"\n  }\n  clientcert {\n    cert = \"a\"\n    key = \"b\"\n  }",
            "clientcert",
        ))
        .step(Step::plan(with("  port = 1")).env("PGPORT", "x").counts(1, 0, 0))
        .step(Step::plan(with("")).env("PGPORT", "x").fails("PGPORT"))
        .step(Step::plan(with("  ssl_mode = \"disable\"")).warns("sslmode"))
        // What turns nothing on is nothing.
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
fn a_block_says_what_the_environment_does_not() {
    let Some(db) = cluster::database() else {
        return;
    };
    let name = db.named("block");
    let config = format!(
        "{}resource \"postgresql_role\" \"a\" {{\n  name = {name:?}\n}}\n",
        db.provider_block()
    );
    ProviderTest::of::<Postgresql>()
        .step(Step::apply(config))
        .step(Step::outside(move |_| assert!(db.has_role(&name))))
        .run();
}

#[test]
fn empty_texts_are_unset_and_brackets_are_of_an_address() {
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
fn a_server_that_is_not_there_is_named() {
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
