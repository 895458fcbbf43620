//! Functions of a provider: over the protocol's messages, in the local runner and under Terraform.
#![allow(missing_docs, unreachable_pub)]

mod across;
mod between;
mod calc;
mod calc_flaws;
mod impure;
mod language;
mod large;
mod liar;
mod nulls;
#[cfg(unix)]
mod opentofu;
#[cfg(unix)]
#[path = "../../src/programs.rs"]
mod programs;
mod rows;
mod runner;
#[path = "../served/mod.rs"]
mod served;
mod wire;

/// Whether the tests run under OpenTofu, if under anything.
pub(crate) fn is_opentofu() -> bool {
    schema_provider::testing::terraform_version().is_some_and(|version| version.is_opentofu())
}
