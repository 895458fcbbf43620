//! A state store as the state of the local runner.

use std::path::Path;
use std::time::Duration;

use schema_provider::lifecycle::Instance;
use schema_provider::local::{Captured, Io, run};
use schema_provider::prelude::*;
use tempfile::TempDir;

use crate::keep::{Keep, environment, space};

/// A directory with this configuration and a state store of this memory.
pub fn directory(space: &str, settings: &str, rest: &str) -> TempDir {
    let directory = tempfile::tempdir().unwrap();
    let config = format!(
        "terraform {{\n  state_store \"keep_states\" {{\n    provider \"keep\" {{}}\n    space = \"{space}\"\n    \
         {settings}\n  }}\n}}\n{rest}"
    );
    std::fs::write(directory.path().join("main.tf"), config).unwrap();
    directory
}

async fn runs_with(directory: &Path, line: &str, environment: Environment) -> (u8, String, String) {
    let (io, captured) = Io::captured(directory, "");
    let instance = Instance::new::<Keep>(environment).unwrap();
    let status = run(line.split(' '), instance, io).await;
    (status.code(), captured.output(), captured.errors())
}

/// Runs a command line: status, output, errors.
pub async fn runs(directory: &Path, line: &str) -> (u8, String, String) {
    runs_with(directory, line, environment()).await
}

/// The same for one that succeeds.
#[track_caller]
pub fn succeeds(directory: &Path, line: &str) -> impl Future<Output = String> {
    let caller = std::panic::Location::caller();
    async move {
        let (code, output, errors) = runs(directory, line).await;
        assert_eq!((code, errors.as_str()), (0, ""), "{caller}: {output}");
        output
    }
}

pub const NOTE: &str = "resource \"keep_note\" \"a\" {\n  name = \"a\"\n}\noutput \"it\" {\n  value = keep_note.a.name\n}\n";

/// The state in the store, as text.
fn stored(name: &str) -> String {
    let space = space(name);
    let space = space.lock().unwrap();
    let state = space.states.get("default").expect("a state");
    String::from_utf8(state.to_vec()).unwrap()
}

fn local(directory: &TempDir) -> serde_json::Value {
    let text = std::fs::read(directory.path().join("keep.state.json")).unwrap();
    serde_json::from_slice(&text).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn applied_state_is_in_the_store_and_visible_elsewhere() {
    let here = directory("seen", "", NOTE);
    succeeds(here.path(), "apply -auto-approve").await;
    assert!(stored("seen").contains("keep_note"));
    assert!(!stored("seen").contains("stored_serial"));
    assert_eq!(local(&here)["stored_serial"], local(&here)["serial"]);
    {
        let space = space("seen");
        let space = space.lock().unwrap();
        assert!(space.locks.is_empty());
        let begins: Vec<&str> = space.calls.iter().map(String::as_str).take(2).collect();
        assert_eq!(begins, ["lock", "read"]);
        assert_eq!(space.calls.last().unwrap(), "unlock");
    }
    let there = directory("seen", "", NOTE);
    let plan = succeeds(there.path(), "plan").await;
    assert!(plan.contains("No changes"), "{plan}");
    let listed = succeeds(there.path(), "state list").await;
    assert_eq!(listed, "keep_note.a\n");
    let fresh = directory("seen", "", NOTE);
    let output = succeeds(fresh.path(), "output -raw it").await;
    assert_eq!(output, "a");
    let shown = succeeds(fresh.path(), "show").await;
    assert!(shown.contains("keep_note.a"), "{shown}");
    succeeds(fresh.path(), "state rm keep_note.a").await;
    assert!(!stored("seen").contains("keep_note.a"));
    // The first one reads what others have done since.
    let plan = succeeds(here.path(), "plan").await;
    assert!(plan.contains("1 to add"), "{plan}");
    succeeds(here.path(), "apply -auto-approve").await;
    succeeds(there.path(), "destroy -auto-approve").await;
    let listed = succeeds(here.path(), "state list").await;
    assert_eq!(listed, "");
    assert!(space("seen").lock().unwrap().locks.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_locked_state_is_left_alone_until_it_is_unlocked_by_force() {
    let here = directory("held", "", NOTE);
    let holder = schema_provider::LockInfo::new("42");
    let lock = |holder| {
        space("held")
            .lock()
            .unwrap()
            .locks
            .insert("default".into(), holder)
    };
    lock(holder);
    for line in ["apply -auto-approve", "plan"] {
        let (code, output, errors) = runs(here.path(), line).await;
        assert_eq!(code, 1, "{output}");
        assert!(errors.contains("the state default is locked"), "{errors}");
        assert!(errors.contains("force-unlock 42"), "{errors}");
    }
    assert_eq!(space("held").lock().unwrap().calls, ["lock", "lock"]);
    let (code, _, errors) = runs(here.path(), "force-unlock -force 41").await;
    assert_eq!(code, 1);
    assert!(errors.contains("a different id"), "{errors}");
    let (code, _, _) = runs(here.path(), "force-unlock 42").await;
    assert_eq!(code, 1, "nobody said yes");
    succeeds(here.path(), "force-unlock -force 42").await;
    succeeds(here.path(), "apply -auto-approve").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn unsaved_state_is_written_to_the_store_by_the_next_command() {
    let here = directory("runner_later", "fault = \"fail write\"", NOTE);
    let (code, _, errors) = runs(here.path(), "apply -auto-approve").await;
    assert_eq!(code, 1);
    assert!(errors.contains("no write today"), "{errors}");
    assert!(
        errors.contains("The state is not in the state store"),
        "{errors}"
    );
    assert!(space("runner_later").lock().unwrap().locks.is_empty());
    assert_eq!(local(&here)["resources"][0]["name"], "a");
    assert!(space("runner_later").lock().unwrap().states.is_empty());
    let config = std::fs::read_to_string(here.path().join("main.tf")).unwrap();
    let config = config.replace("fault = \"fail write\"", "");
    std::fs::write(here.path().join("main.tf"), config).unwrap();
    let output = succeeds(here.path(), "plan").await;
    assert!(output.contains("No changes"), "{output}");
    assert!(stored("runner_later").contains("keep_note"));
}

#[tokio::test(flavor = "multi_thread")]
async fn conflicting_changes_of_two_commands_are_an_error_and_kept() {
    let here = directory("apart", "", NOTE);
    succeeds(here.path(), "apply -auto-approve").await;
    let there = directory("apart", "", NOTE);
    succeeds(there.path(), "destroy -auto-approve").await;
    // A command that died here, before the store had its changes.
    let file = here.path().join("keep.state.json");
    let mut state = local(&here);
    state["serial"] = 90.into();
    std::fs::write(&file, state.to_string()).unwrap();
    let before = stored("apart");
    let (code, _, errors) = runs(here.path(), "apply -auto-approve").await;
    assert_eq!(code, 1);
    assert!(
        errors.contains("The state file and the state store differ"),
        "{errors}"
    );
    assert_eq!((stored("apart"), local(&here)), (before, state));
    assert!(space("apart").lock().unwrap().locks.is_empty());
    std::fs::remove_file(file).unwrap();
    let plan = succeeds(here.path(), "plan").await;
    assert!(plan.contains("1 to add"), "{plan}");
}

const SLOW: &str = "resource \"keep_note\" \"a\" {\n  name = \"first\"\n}\nresource \"keep_note\" \"b\" {\n  name = \
                    \"second\"\n  wait_ms = 6000\n  depends_on = [keep_note.a]\n}\n";

/// Waits until the state in the store has this.
async fn comes(name: &str, text: &str) {
    for _ in 0..3000 {
        let found = {
            let space = space(name);
            let space = space.lock().unwrap();
            let state = space.states.get("default").cloned().unwrap_or_default();
            String::from_utf8_lossy(&state).contains(text)
        };
        if found {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("{name} never had {text}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_state_is_written_while_the_command_runs() {
    let here = directory("interval", "", SLOW);
    let mut environment = environment();
    environment.set("TF_STATE_PERSIST_INTERVAL", "0.05");
    let path = here.path().to_owned();
    let applying =
        tokio::spawn(async move { runs_with(&path, "apply -auto-approve", environment).await });
    comes("interval", "first").await;
    assert!(!applying.is_finished());
    assert!(!space("interval").lock().unwrap().locks.is_empty());
    let (code, _, errors) = applying.await.unwrap();
    assert_eq!((code, errors.as_str()), (0, ""));
    comes("interval", "second").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_interrupt_writes_at_once_and_unlocks() {
    let here = directory("interrupted_run", "", &SLOW.replace("6000", "600000"));
    let (io, captured): (Io, Captured) = Io::captured(here.path(), "");
    let instance = Instance::new::<Keep>(environment()).unwrap();
    let running = tokio::spawn(run(["apply", "-auto-approve"], instance.clone(), io));
    let begun = || {
        let running = instance.running();
        running.iter().any(|call| call == "create of keep_note")
            && captured.output().contains("keep_note.b: Creating")
    };
    while !begun() {
        assert!(
            !running.is_finished(),
            "{}{}",
            captured.output(),
            captured.errors()
        );
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    captured.interrupt();
    let status = running.await.unwrap();
    assert_eq!(status.code(), 1);
    let state = stored("interrupted_run");
    assert!(state.contains("first"), "{state}");
    // It has an id, so it is saved, to be replaced.
    assert!(
        state.contains("second") && state.contains("tainted"),
        "{state}"
    );
    assert!(space("interrupted_run").lock().unwrap().locks.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn mistakes_in_the_block_are_reported_at_their_place() {
    let block = |text: &str| format!("terraform {{\n  {text}\n}}\n");
    for (config, line, said) in [
        (
            block("state_store \"keep_state\" {\n    provider \"keep\" {}\n  }"),
            2,
            "There is no state store \"keep_state\"",
        ),
        (
            block("state_store \"keep_states\" {\n    space = \"a\"\n  }"),
            2,
            "Missing provider block",
        ),
        (
            block("state_store \"keep_states\" {\n    provider \"aws\" {}\n    space = \"a\"\n  }"),
            3,
            "A state store of another provider",
        ),
        (
            block(
                "state_store \"keep_states\" {\n    provider \"keep\" {}\n    space = var.a\n  }",
            ),
            4,
            "Variables not allowed",
        ),
        (
            block(
                "state_store \"keep_states\" {\n    provider \"keep\" {}\n    space = \"a b\"\n  }",
            ),
            4,
            "no spaces in a space",
        ),
        (
            block("state_store \"keep_states\" {\n    provider \"keep\" {}\n  }"),
            2,
            "space",
        ),
        (
            block(
                "state_store \"keep_states\" {\n    provider \"keep\" {}\n    space = \"a\"\n  }\n  state_store \
                 \"keep_states\" {}",
            ),
            6,
            "Duplicate state_store block",
        ),
    ] {
        for command in ["plan", "validate"] {
            let directory = tempfile::tempdir().unwrap();
            std::fs::write(directory.path().join("main.tf"), &config).unwrap();
            let (code, _, errors) = runs(directory.path(), command).await;
            assert_eq!(code, 1, "{config}");
            assert!(errors.contains(said), "{config}{errors}");
            assert!(
                errors.contains(&format!("main.tf line {line}")),
                "{config}{errors}"
            );
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_state_of_something_else_in_the_store_is_left_unchanged() {
    let here = directory("other", "", NOTE);
    for text in [
        "{}",
        "not JSON",
        r#"{"version": 4, "terraform_version": "1.16.0"}"#,
    ] {
        let state = Bytes::from(text.to_owned());
        let put = |state| {
            space("other")
                .lock()
                .unwrap()
                .states
                .insert("default".into(), state)
        };
        put(state.clone());
        let (code, _, errors) = runs(here.path(), "apply -auto-approve").await;
        assert_eq!(code, 1);
        assert!(
            errors.contains("The state in the state store cannot be used"),
            "{errors}"
        );
        assert_eq!(stored("other"), text);
        assert!(space("other").lock().unwrap().locks.is_empty());
    }
}
