//! A provider that moves away from its old program, type by type, under Terraform. The old program
//! is one of ours, and one in Go.

mod every_kind;
mod proof;
mod without_terraform;

use sdk_tests::terraform::{Plugin, Workspace};

const MOVING: Plugin = Plugin {
    name: "old",
    binary: env!("CARGO_BIN_EXE_test-provider-moving"),
};

/// A workspace with our old program.
fn workspace() -> Option<Workspace> {
    let work = Workspace::new(&[MOVING])?;
    let program = work.path().join("terraform-provider-moving-old");
    std::fs::copy(MOVING.binary, &program).unwrap();
    work.set("MOVING_OLD_PROGRAM", program);
    Some(work)
}

/// A workspace with the old program of `tests/peers/go/old`, which is one of
/// terraform-plugin-sdk/v2 and protocol 5.
fn workspace_with_go() -> Option<Workspace> {
    let work = Workspace::new(&[MOVING])?;
    let program = sdk_tests::go_peer::built("old")?;
    work.set("MOVING_OLD_PROGRAM", program);
    Some(work)
}

fn thing(plain: &str) -> String {
    format!(
        "resource \"old_thing\" \"a\" {{\n  name  = \"a\"\n  plain = {plain:?}\n}}\nresource \"old_own\" \"b\" {{\n  name = \"b\"\n}}\n"
    )
}

/// Made by the old program, taken over by our type, and given back, without a planned change.
#[track_caller]
fn moves(work: &Workspace) {
    work.main(&thing("small"));
    work.apply();
    work.nothing_to_do();
    work.main(&thing("large"));
    work.apply();
    let made = work.state().json().to_string();
    assert!(made.contains("\"made\""), "{made}");
    work.set("MOVING_PORTED", "1");
    work.nothing_to_do();
    work.main(&thing("small"));
    work.apply();
    work.nothing_to_do();
    work.unset("MOVING_PORTED");
    work.nothing_to_do();
    work.main(&thing("large"));
    work.apply();
    work.nothing_to_do();
    work.destroy();
}

#[test]
fn an_object_moves_and_goes_back() {
    let Some(work) = workspace() else {
        return;
    };
    moves(&work);
    work.clean();
}

#[test]
fn an_object_of_the_go_sdk_moves_and_goes_back() {
    let Some(work) = workspace_with_go() else {
        return;
    };
    moves(&work);
    work.clean();
}

#[test]
fn what_only_the_old_program_has() {
    let Some(work) = workspace() else {
        return;
    };
    work.main("resource \"old_extra\" \"a\" {\n  name = \"a\"\n}\n");
    let run = work.apply();
    // What it says of the settings comes with its first call, with its name.
    assert!(
        run.text().contains("the old program is old"),
        "{}",
        run.text()
    );
    work.nothing_to_do();
    work.terraform(&["validate"]).succeeded();
    work.destroy();
    work.clean();
}

#[test]
fn it_rejects_the_settings() {
    let Some(work) = workspace() else {
        return;
    };
    work.set("MOVING_REFUSES", "1");
    work.main("resource \"old_own\" \"b\" {\n  name = \"b\"\n}\n");
    work.apply();
    work.main(&thing("small"));
    let run = work.apply_fails();
    for words in [
        "no credentials",
        "terraform-provider-moving-old reported this about the",
    ] {
        assert!(run.text().contains(words), "{}", run.text());
    }
    work.clean();
}

#[test]
fn it_dies_in_an_update() {
    let Some(work) = workspace() else {
        return;
    };
    let named = |plain: &str| {
        format!("resource \"old_thing\" \"a\" {{\n  name  = \"dies\"\n  plain = {plain:?}\n}}\n")
    };
    work.main(&named("small"));
    work.apply();
    work.main(&named("large"));
    let run = work.apply_fails();
    assert!(
        run.text().contains("ended in the middle of"),
        "{}",
        run.text()
    );
    // The object is in the state as it was.
    let state = work.state().json().to_string();
    assert!(
        state.contains("\"small\"") && state.contains("\"made\""),
        "{state}"
    );
    work.main(&named("small"));
    work.nothing_to_do();
    work.destroy();
    work.clean();
}
