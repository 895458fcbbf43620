//! The provider's binary: run by Terraform it is a plugin, run by hand a small tool of its own.

use std::process::ExitCode;

use terraform_provider_disk::Disk;

fn main() -> ExitCode {
    schema_provider::run::<Disk>()
}
