//! The provider's binary: run by Terraform it is a plugin, run by hand a small tool of its own.

use std::process::ExitCode;

use terraform_provider_postgresql::Postgresql;

fn main() -> ExitCode {
    schema_provider::run::<Postgresql>()
}
