//! The provider's binary: Terraform runs it as a plugin; run directly, it is the local runner.

use std::process::ExitCode;

use terraform_provider_postgresql::Postgresql;

fn main() -> ExitCode {
    schema_provider::run::<Postgresql>()
}
