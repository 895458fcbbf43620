//! Which version the `terraform` is that runs the tests.

/// Whether the `terraform` that tests run is of this version, such as `[1, 15]`, or newer: for
/// tests whose expected words changed with it. Without one it is not.
#[must_use]
pub fn is_at_least(version: [u32; 2]) -> bool {
    schema_provider::testing::terraform_version().is_some_and(|found| found.is_at_least(version))
}
