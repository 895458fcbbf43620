//! What must compile, in a package of its own, as cargo builds an author's.

#[test]
fn what_is_right_compiles_in_another_package() {
    trybuild::TestCases::new().pass("../ui/pass/*.rs");
}
