//! The provider's program.

use std::process::ExitCode;

fn main() -> ExitCode {
    schema_provider::run::<beside::Beside>()
}
