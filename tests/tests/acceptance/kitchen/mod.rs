//! Each type, behaviour and nesting mode under Terraform.

mod behaviour;
mod checked;
mod equality;
mod evolved;
mod panics;
mod schema;
mod secrets;
mod told;
mod trouble;
mod types;
mod unknowns;

use crate::KITCHEN;
use sdk_tests::terraform::Workspace;

/// A workspace with the kitchen, whose files are in `kitchen`.
pub(crate) fn workspace(test: &str) -> Option<Workspace> {
    Workspace::new(test, &[KITCHEN])
}

/// Creates, looks again, updates, looks again, destroys; without a complaint.
#[track_caller]
pub(crate) fn live(test: &str, first: &str, second: &str) {
    let Some(work) = workspace(test) else {
        return;
    };
    for text in [first, second] {
        work.main(text);
        work.apply();
        work.nothing_to_do();
    }
    work.destroy();
    work.clean();
}
