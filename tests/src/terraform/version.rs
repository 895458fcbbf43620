//! Which version the `terraform` is that runs the tests.

use std::process::{Command, Stdio};
use std::sync::OnceLock;

/// Whether the `terraform` that tests run is of this version, such as `[1, 15]`, or newer: for tests whose expected words
/// changed with it. Without one it is not.
///
/// # Panics
/// It does not say which version it is.
#[must_use]
pub fn is_at_least(version: [u32; 2]) -> bool {
    static FOUND: OnceLock<Option<[u32; 2]>> = OnceLock::new();
    let found = FOUND.get_or_init(|| {
        let program = schema_provider::testing::terraform_program()?;
        let output = Command::new(program)
            .args(["version", "-json"])
            .env("CHECKPOINT_DISABLE", "1")
            .stdin(Stdio::null())
            .output()
            .expect("terraform runs");
        let said: serde_json::Value =
            serde_json::from_slice(&output.stdout).expect("its version in JSON");
        let text = said["terraform_version"].as_str().expect("its version");
        let mut parts = text.split('.').map(|part| part.parse().expect("a number"));
        Some([parts.next()?, parts.next()?])
    });
    found.is_some_and(|found| found >= version)
}
