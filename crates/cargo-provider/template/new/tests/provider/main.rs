//! The provider's behaviour: in process, and with `TF_ACC=1` under the real `terraform` too.
#![allow(missing_docs)]

mod conformance;
mod note;
mod note_data_source;

use schema_provider::testing::{ProviderTest, TestContext};
use terraform_provider_acme::Acme;

/// A test in an empty directory, that leaves nothing there.
fn test() -> ProviderTest {
    ProviderTest::new::<Acme>()
        .env_path("ACME_DIRECTORY", "acme")
        .after_destroy(|run| assert_eq!(files(run), [""; 0]))
}

/// What exists.
fn files(run: &TestContext<'_>) -> Vec<String> {
    let Ok(files) = std::fs::read_dir(run.directory().join("acme")) else {
        return Vec::new();
    };
    files
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .collect()
}
