//! The provider's program: Terraform starts it as a plugin; run directly, it is the local
//! runner (`-help` lists what it can do).

use std::process::ExitCode;

fn main() -> ExitCode {
    schema_provider::run::<terraform_provider_acme::Acme>()
}
