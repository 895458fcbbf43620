//! An identity that is a struct of its own in process and, with `TF_ACC=1`, under Terraform, also
//! of versions that ask for none (1.11).

use schema_provider::testing::{ProviderTest, Step};

use crate::library::Library;

fn loan(how: &str) -> String {
    format!("resource \"lib_loan\" \"l\" {{\n  reader = \"r\"\n  how    = \"{how}\"\n}}\n")
}

/// Only create says what identifies the loan: neither the update nor the read after it does.
#[test]
fn an_update_and_a_read_need_not_say_what_identifies_the_object() {
    ProviderTest::new::<Library>()
        .step(Step::apply(loan("made")))
        .step(Step::apply(loan("silent")))
        .step(Step::apply(loan("silent")))
        .step(Step::apply(loan("changed")))
        .run();
}

/// Create says nothing, and asks for what was planned.
#[test]
fn what_the_plan_hook_says_is_there_in_create() {
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
