//! Which tests run under Terraform.

use schema_provider::testing::ProviderTest;
use terraform_provider_postgresql::Postgresql;

/// What Terraform's part in a test can change: plans, imports, states, destroys at the same time
/// and the newer kinds, for each shape of a resource once. All other tests are about the server,
/// and take several times longer under Terraform.
const UNDER_TERRAFORM: [&str; 17] = [
    "a_long::",
    "data_sources::",
    "database::",
    "default_privileges::",
    "destroyed_together::",
    "extension::",
    "function::a_function",
    "grants::drift",
    "grants::in_place",
    "imports::",
    "lists::",
    "newer_kinds::",
    "replication::publications",
    "restarts::",
    "role::",
    "state_of_go::",
    "tablespace::",
];

/// A test of the provider, under Terraform if that is part of it; with `POSTGRESQL_LONG=1`, as
/// `.ci/long` sets it, always.
pub fn provider_test() -> ProviderTest {
    let test = ProviderTest::new::<Postgresql>();
    let thread = std::thread::current();
    let name = thread.name().unwrap_or_default();
    let is_chosen = UNDER_TERRAFORM
        .iter()
        .any(|chosen| name.starts_with(chosen));
    if is_chosen || std::env::var_os("POSTGRESQL_LONG").is_some() {
        test
    } else {
        test.only_in_process("POSTGRESQL_LONG=1 runs it under Terraform too")
    }
}
