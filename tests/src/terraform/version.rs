//! Which program runs the tests, of which version.

use std::io::Write as _;

/// Whether the `terraform` that tests run is of this version, such as `[1, 15]`, or newer: for
/// tests whose expected words changed with it. Without one it is not.
#[must_use]
pub fn is_at_least(version: [u32; 2]) -> bool {
    schema_provider::testing::terraform_version().is_some_and(|found| found.is_at_least(version))
}

/// Whether it is an OpenTofu, which has words and lines of its own.
#[must_use]
pub fn is_opentofu() -> bool {
    schema_provider::testing::terraform_version().is_some_and(|found| found.is_opentofu())
}

/// Whether a test has nothing to ask an OpenTofu, which is said with the reason.
#[must_use]
pub fn skips_opentofu(reason: &str) -> bool {
    if is_opentofu() {
        // Past the capture of the test's output.
        let _ = writeln!(std::io::stderr(), "SKIPPED under OpenTofu: {reason}");
    }
    is_opentofu()
}
