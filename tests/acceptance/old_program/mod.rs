//! A provider that replaces its old program, type by type, under Terraform. The old program is one
//! of ours, and one in Go.

mod every_kind;
mod every_kind_of_go;
mod proof;
mod without_terraform;

use sdk_tests::terraform::{Kind, Plugin, Workspace};

const MOVING: Plugin = Plugin {
    name: "old",
    binary: env!("CARGO_BIN_EXE_test-provider-moving"),
};

/// A workspace with our old program.
fn workspace() -> Option<Workspace> {
    let work = Workspace::new(&[MOVING])?;
    let program = work.path().join("terraform-provider-moving-old");
    std::os::unix::fs::symlink(MOVING.binary, &program).unwrap();
    work.set("MOVING_OLD_PROGRAM", program);
    Some(work)
}

/// A workspace with the old program of `tests/peers/go/old`, which uses terraform-plugin-sdk/v2 and
/// protocol 5. As without us, Terraform's log says that it tolerates its plans: a default of that
/// SDK breaks its rules.
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

/// Created by the old program, taken over by our type, and given back, with empty plans.
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
    work.clean_but(&[Kind::Tolerated]);
}

/// Both Go SDKs write private data, which they can still read after our provider has updated the
/// object and added its own. Ours remains after they have read the object, and after they have
/// updated it if their SDK passes on unknown data.
#[track_caller]
fn assert_private_data_survives_both_ways(package: &str, update_hands_on: bool) {
    let Some(work) = Workspace::new(&[MOVING]) else {
        return;
    };
    let Some(program) = sdk_tests::go_peer::built(package) else {
        return;
    };
    work.set("MOVING_OLD_PROGRAM", program);
    work.set("MOVING_KEPT", "1");
    let write = |note: &str| {
        work.main(&format!(
            "resource \"old_kept\" \"a\" {{\n  name = \"a\"\n  note = {note:?}\n  timeouts {{\n    create = \"7m\"\n  }}\n}}\n"
        ));
    };
    let seen = || work.state().object("old_kept.a").get("seen").clone();
    write("of Go");
    work.apply();
    assert_eq!(seen(), "7m0s");
    let mut updates = 0;
    for _ in 0..2 {
        for _ in 0..2 {
            work.set("MOVING_PORTED", "1");
            work.nothing_to_do();
            updates += 1;
            write(&"*".repeat(updates));
            work.apply();
            work.nothing_to_do();
            work.unset("MOVING_PORTED");
            work.nothing_to_do();
            let refresh = ["apply", "-refresh-only", "-auto-approve"];
            work.terraform(&refresh).succeeded();
            assert_eq!(seen(), "7m0s");
        }
        write("of Go");
        work.apply();
        assert_eq!(seen(), "7m0s");
        if !update_hands_on {
            updates = 0;
        }
    }
    work.destroy();
    work.clean();
}

/// Its update only rewrites the timeouts and the version.
#[test]
fn private_data_of_sdkv2_survives_both_ways() {
    assert_private_data_survives_both_ways("kept/sdkv2", false);
}

#[test]
fn private_data_of_the_framework_survives_both_ways() {
    assert_private_data_survives_both_ways("kept/framework", true);
}

#[test]
fn types_of_only_the_old_program_work() {
    let Some(work) = workspace() else {
        return;
    };
    work.main("resource \"old_extra\" \"a\" {\n  name = \"a\"\n}\n");
    let run = work.apply();
    // Its diagnostics about the settings come with its first call, with its name.
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
fn the_old_program_rejects_the_settings() {
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
fn the_old_program_dies_in_an_update() {
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
    // The object in the state is unchanged.
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
