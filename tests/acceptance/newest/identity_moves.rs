//! Identities of objects that move: to another type, and to a newer version of the identity.

use serde_json::json;

use sdk_tests::terraform::skips_opentofu;

use super::identity::{book, instance, library, loan, planned, store};

#[test]
fn a_move_sets_the_new_identity() {
    if skips_opentofu(BETWEEN_TYPES) {
        return;
    }
    let Some(work) = library() else { return };
    work.main(&loan(""));
    work.apply();
    store(&work, &json!({ "number": "s" }), 0);
    // A book that is moved from a loan takes the shelf from its identity.
    let moved = "moved {\n  from = lib_loan.l\n  to = lib_book.b\n}\n";
    work.main(&(book("") + moved));
    let (_, after) = planned(&work);
    assert_eq!(after, json!({ "shelf": "s", "code": "moved" }));
    work.apply();
    assert_eq!(
        instance(&work, "lib_book.b"),
        (json!({ "shelf": "s", "code": "moved" }), json!(1))
    );
    work.nothing_to_do();
    work.destroy();
    // And into one whose identity is a separate struct.
    work.main("resource \"lib_plain\" \"p\" {\n  name = \"p\"\n}\n");
    work.apply();
    let moved = "resource \"lib_loan\" \"l\" {\n  reader = \"somebody\"\n}\nmoved {\n  from = lib_plain.p\n  to = lib_loan.l\n}\n";
    work.main(moved);
    work.apply();
    assert_eq!(instance(&work, "lib_loan.l").0["serial"], 7);
    work.nothing_to_do();
    work.destroy();
    work.clean();
}

const BETWEEN_TYPES: &str = "of a move to another type it keeps the old identity";

/// Into a type whose identity has a newer version than the source's.
#[test]
fn a_move_into_a_type_with_a_newer_identity() {
    if skips_opentofu(BETWEEN_TYPES) {
        return;
    }
    let Some(work) = library() else { return };
    work.main(&book(""));
    work.apply();
    assert_eq!(instance(&work, "lib_book.b").1, json!(1));
    let moved = "moved {\n  from = lib_book.b\n  to = lib_loan.l\n}\n";
    let somebody = "resource \"lib_loan\" \"l\" {\n  reader = \"somebody\"\n}\n";
    work.main(&format!("{somebody}{moved}"));
    work.apply();
    let (identity, version) = instance(&work, "lib_loan.l");
    assert_eq!((&identity["serial"], version), (&json!(7), json!(2)));
    work.nothing_to_do();
    work.destroy();
    work.clean();
}

/// To another address of its type, with an identity older than the type's.
#[test]
fn a_move_of_an_older_identity() {
    let Some(work) = library() else { return };
    let somebody = "resource \"lib_loan\" \"l\" {\n  reader = \"somebody\"\n}\n";
    work.main(somebody);
    work.apply();
    store(&work, &json!({ "number": "7" }), 0);
    let renamed = somebody.replace("\"l\"", "\"m\"");
    let moved = "moved {\n  from = lib_loan.l\n  to = lib_loan.m\n}\n";
    work.main(&format!("{renamed}{moved}"));
    work.apply();
    let (identity, version) = instance(&work, "lib_loan.m");
    assert_eq!((&identity["serial"], version), (&json!(7), json!(2)));
    work.nothing_to_do();
    // What does not fit is null until the next read, which may be after a destroy.
    work.destroy();
    work.main(&book(""));
    work.apply();
    store(&work, &json!({ "room": 1 }), 0);
    let moved = "moved {\n  from = lib_book.b\n  to = lib_book.c\n}\n";
    work.main(&(book("").replace("\"b\"", "\"c\"") + moved));
    work.terraform(&["apply", "-auto-approve", "-refresh=false"])
        .succeeded();
    work.terraform(&["destroy", "-auto-approve", "-refresh=false"])
        .succeeded();
    assert_eq!(work.state().count(), 0);
    work.clean();
}
