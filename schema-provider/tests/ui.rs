//! What the compiler says to mistakes in a provider's registration.
#![allow(missing_docs)]

#[test]
fn registration() {
    let cases = trybuild::TestCases::new();
    cases.pass("tests/ui/pass/*.rs");
    cases.compile_fail("tests/ui/*.rs");
}
