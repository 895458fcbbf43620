//! The random plans of `tests/plans`, as many as show that each combination occurs:
//! `.ci/random-plans` builds it optimised.

use std::process::ExitCode;

use sdk_tests::strict;

/// From so many on the coverage is looked at.
const CASES: u64 = 120_000;

fn main() -> ExitCode {
    match std::env::args().nth(1).map(|number| number.parse()) {
        None => strict::run(CASES),
        Some(Ok(cases)) => strict::run(cases),
        Some(Err(_)) => {
            sdk_tests::say!("usage: random-plans [NUMBER]");
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}
