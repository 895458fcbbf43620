//! A separate identity struct in process and, with `TF_ACC=1`, under Terraform, including versions
//! that request no identity (1.11).

use schema_provider::testing::{ProviderTest, Step};

use crate::library::Library;

fn loan(how: &str) -> String {
    format!("resource \"lib_loan\" \"l\" {{\n  reader = \"r\"\n  how    = \"{how}\"\n}}\n")
}

/// Only create sets the identity of the loan, neither the update nor the read after it.
#[test]
fn an_update_and_a_read_need_not_set_the_identity() {
    ProviderTest::new::<Library>()
        .step(Step::apply(loan("made")))
        .step(Step::apply(loan("silent")))
        .step(Step::apply(loan("silent")))
        .step(Step::apply(loan("changed")))
        .run();
}

/// Create sets none, and requires the planned one.
#[test]
fn the_plan_hooks_identity_is_available_in_create() {
    let volume = |place: &str| {
        format!(
            "resource \"lib_volume\" \"v\" {{\n  shelf = \"a\"\n  place = \"{place}\"\n  how   = \"whole\"\n}}\n"
        )
    };
    ProviderTest::new::<Library>()
        .step(Step::apply(volume("p")))
        .step(Step::apply(volume("q")))
        .run();
}
