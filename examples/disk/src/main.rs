//! The provider's binary: Terraform runs it as a plugin; run directly, it is the local runner.

use std::process::ExitCode;

use terraform_provider_disk::Disk;

fn main() -> ExitCode {
    schema_provider::run::<Disk>()
}
