//! The function `note`.

use schema_provider::testing::Step;

use super::test;

fn call(text: &str) -> String {
    format!("output \"result\" {{\n  value = provider::acme::note(\"{text}\")\n}}\n")
}

#[test]
fn it_gives_its_result() {
    test()
        .step(Step::apply(call("hello")).output("result").is("HELLO!"))
        .run();
}

#[test]
fn what_it_does_not_take_is_reported() {
    test()
        .step(Step::plan(call("hello!")).fails_at("value =", "it has an end already"))
        .step(Step::plan(call("")).fails_at("value =", "text"))
        .run();
}
