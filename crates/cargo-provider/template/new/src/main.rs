//! The provider's program: started by Terraform it serves; run by hand it is a small tool of its
//! own (`-help` lists what it can do).

use std::process::ExitCode;

fn main() -> ExitCode {
    schema_provider::run::<terraform_provider_acme::Acme>()
}
