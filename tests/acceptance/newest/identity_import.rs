//! Imports by id and by identity, under Terraform from 1.12 on.

use sdk_tests::terraform::Workspace;
use serde_json::json;

use super::LIB;

#[track_caller]
fn library() -> Option<Workspace> {
    Workspace::since("1.12", "it imports nothing by identity", &[LIB])
}

fn import(to: &str, by: &str) -> String {
    format!("import {{\n  to = {to}\n  {by}\n}}\n")
}

const BOOK: &str = "resource \"lib_book\" \"b\" {\n  shelf = \"s\"\n}\n";
const LOAN: &str = "resource \"lib_loan\" \"l\" {\n  reader = \"somebody\"\n}\n";
const SEAT: &str = "resource \"lib_seat\" \"s\" {\n  row = 3\n  window = false\n}\n";

/// Imports without a change; the identity of the object is the same for every form of import.
#[track_caller]
fn imports(work: &Workspace, config: &str, by: &str, identity: &serde_json::Value) {
    let words: Vec<&str> = config.split('"').collect();
    let address = format!("{}.{}", words[1], words[3]);
    work.main(&(config.to_owned() + &import(&address, by)));
    work.terraform(&["plan"])
        .succeeded()
        .says("1 to import, 0 to add, 0 to change, 0 to destroy");
    work.apply();
    assert_eq!(work.state().object(&address).identity(), identity, "{by}");
    work.nothing_to_do();
    work.terraform(&["state", "rm", &address]).succeeded();
}

#[test]
fn by_id_and_by_identity() {
    let Some(work) = library() else { return };
    let book = json!({ "shelf": "s", "code": "c1" });
    imports(&work, BOOK, "id = \"s/c1\"", &book);
    imports(
        &work,
        BOOK,
        "identity = { shelf = \"s\", code = \"c1\" }",
        &book,
    );
    // The provider fills in what is optional.
    imports(&work, BOOK, "identity = { shelf = \"s\" }", &book);
    imports(
        &work,
        BOOK,
        "identity = { shelf = \"s\", code = null }",
        &book,
    );
    let loan = json!({ "serial": 7, "branch": null, "pages": [1, 2] });
    imports(&work, LOAN, "id = \"7\"", &loan);
    imports(&work, LOAN, "identity = { serial = 7 }", &loan);
    imports(
        &work,
        LOAN,
        "identity = { serial = \"7\", pages = [1, 2] }",
        &loan,
    );
    let seat = json!({ "row": 3, "window": false, "height": 0.75, "lamps": ["left", "right"] });
    imports(&work, SEAT, "identity = { row = 3, window = false }", &seat);
    imports(
        &work,
        SEAT,
        "identity = { row = 3, window = false, height = 0.75, lamps = [\"left\", \"right\"] }",
        &seat,
    );
    work.clean();
}

/// As the remote system writes it: the first read may correct what was just imported.
#[test]
fn the_first_read_may_correct_an_import() {
    let Some(work) = library() else { return };
    imports(
        &work,
        BOOK,
        "identity = { shelf = \"S\" }",
        &json!({ "shelf": "s", "code": "c1" }),
    );
    imports(
        &work,
        BOOK,
        "id = \"S/c1\"",
        &json!({ "shelf": "s", "code": "c1" }),
    );
    work.clean();
}

#[test]
fn with_for_each() {
    let Some(work) = library() else { return };
    work.main(
        "locals {\n  all = { a = { shelf = \"x\" }, b = { shelf = \"y\", code = \"c2\" } }\n}\n\
         resource \"lib_book\" \"b\" {\n  for_each = local.all\n  shelf = each.value.shelf\n}\n\
         import {\n  for_each = local.all\n  to = lib_book.b[each.key]\n  identity = each.value\n}\n",
    );
    work.terraform(&["plan"])
        .succeeded()
        .says("2 to import, 0 to add, 0 to change, 0 to destroy");
    work.apply();
    assert_eq!(work.state().count(), 2);
    work.nothing_to_do();
    work.destroy();
    work.clean();
}

#[test]
fn invalid_imports_are_rejected() {
    let Some(work) = library() else { return };
    for (config, by, wrong) in [
        (BOOK, "identity = { code = \"c1\" }", "shelf"),
        (BOOK, "identity = { shelf = null }", "shelf"),
        (LOAN, "identity = { serial = \"seven\" }", "serial"),
        (LOAN, "identity = { serial = 404 }", "there is no loan 404"),
        // The provider developer forgot the id.
        (LOAN, "identity = { serial = 0 }", "id"),
        (
            "resource \"lib_plain\" \"p\" {\n  name = \"p\"\n}\n",
            "identity = { name = \"p\" }",
            "identity",
        ),
    ] {
        let words: Vec<&str> = config.split('"').collect();
        let address = format!("{}.{}", words[1], words[3]);
        work.main(&(config.to_owned() + &import(&address, by)));
        let failed = work.terraform(&["plan"]).failed();
        assert!(failed.words().contains(wrong), "{by}: {}", failed.text());
        assert!(!failed.words().contains("panic"), "{by}: {}", failed.text());
    }
    work.clean();
}

/// The command line supports only ids.
#[test]
fn by_the_command() {
    let Some(work) = library() else { return };
    work.main(BOOK);
    work.terraform(&["import", "lib_book.b", "s/c1"])
        .succeeded();
    assert_eq!(
        work.state().object("lib_book.b").identity(),
        &json!({ "shelf": "s", "code": "c1" })
    );
    work.nothing_to_do();
    work.destroy();
    work.clean();
}
