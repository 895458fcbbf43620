//! Each type, behaviour and nesting mode under Terraform.

mod behaviour;
mod blocking;
mod corrupt;
mod crash_log;
mod equality;
pub(crate) mod failures;
mod moves;
pub(crate) mod panics;
mod provider_meta;
mod schema;
mod secrets;
mod size;
mod special_types;
pub(crate) mod typed;
mod types;
mod unknowns;
mod upgrade;
mod validation;
mod write_only;

use crate::KITCHEN;
use schema_provider::testing::{ProviderTest, Step};
use sdk_tests::kitchen::Kitchen;
use sdk_tests::terraform::Workspace;

/// A workspace with the kitchen's program, whose files are in `kitchen`: for tests that need a
/// separate process.
#[track_caller]
pub(crate) fn workspace() -> Option<Workspace> {
    Workspace::new(&[KITCHEN])
}

/// A test of the kitchen, in process and under Terraform.
pub(crate) fn test() -> ProviderTest {
    ProviderTest::new::<Kitchen>()
        .source(sdk_tests::terraform::address("kitchen"))
        .env_path("KITCHEN_DIRECTORY", "kitchen")
        .after_destroy(|between| {
            // Nothing is left in the remote system.
            let files = std::fs::read_dir(between.directory().join("kitchen"));
            let left: Vec<_> = files
                .into_iter()
                .flatten()
                .map(|file| file.unwrap().path())
                .filter(|path| path.extension().is_some_and(|end| end == "json"))
                .collect();
            assert!(left.is_empty(), "{left:?}");
        })
}

/// Creates, refreshes, updates, refreshes, destroys; without an error.
#[track_caller]
pub(crate) fn live(first: &str, second: &str) {
    test()
        .step(Step::apply(first))
        .step(Step::apply(second))
        .run();
}
