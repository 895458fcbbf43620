//! Errors and panics in every callback; kill -9, interrupts, timeouts.

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use super::workspace;
use sdk_tests::terraform::{Kind, Workspace};
use serde_json::json;

fn main(work: &Workspace, fields: &str) {
    work.main(&format!(
        "resource \"kitchen_trouble\" \"a\" {{\n  name = \"a\"\n  {fields}\n}}\n\
         resource \"kitchen_trouble\" \"fine\" {{\n  name = \"fine\"\n}}\n"
    ));
}

#[test]
fn panics_become_diagnostics() {
    let Some(work) = workspace("panics_become_diagnostics") else {
        return;
    };
    let thing = "kitchen_trouble.a";
    let flaw = |flaw: &str| main(&work, &format!("flaw = \"{flaw}\""));
    // Each names the resource and the operation, and the process lives on.
    flaw("validator=panic");
    work.terraform(&["validate"])
        .failed()
        .says("the validator panics")
        .says("kitchen_trouble");
    flaw("validate=panic");
    work.terraform(&["validate"])
        .failed()
        .says("validate panics")
        .says("kitchen_trouble");
    flaw("plan=panic");
    work.terraform(&["plan"])
        .failed()
        .says("plan panics")
        .says("kitchen_trouble");
    main(&work, "");
    work.set("KITCHEN_PANIC", "1");
    work.terraform(&["plan"])
        .failed()
        .says("the default function panics");
    work.unset("KITCHEN_PANIC");

    flaw("before=panic");
    work.apply_fails()
        .says("before panics")
        .says("kitchen_trouble: the provider panicked in create");
    // It had no id: there is nothing to save; the other resource was created all the same.
    assert!(work.state().find(thing).is_none());
    assert!(work.state().find("kitchen_trouble.fine").is_some());
    // With an id what was set is saved, and replaced next time.
    flaw("create=panic");
    work.apply_fails().says("create panics");
    let half = work.state().object(thing);
    assert!(half.is_tainted());
    assert_eq!(
        (half.get("id"), half.get("half")),
        (&json!("a"), &json!("done"))
    );
    main(&work, "");
    let plan = work.plan();
    assert_eq!(plan.action(thing), "delete create");
    work.apply();
    work.nothing_to_do();

    // An update that fails leaves the prior state.
    main(&work, "flaw = \"update=panic\"\n  size = 5");
    work.apply_fails().says("update panics");
    let kept = work.state().object(thing);
    assert!(!kept.is_tainted() && kept.get("size").is_null() && kept.get("flaw").is_null());
    main(&work, "note = \"x\"");
    work.apply();
    main(&work, "note = \"panic\"");
    work.terraform(&["plan"])
        .failed()
        .says("the suppress function panics");

    flaw("read=panic");
    work.apply();
    work.terraform(&["plan"]).failed().says("read panics");
    assert_eq!(work.state().object(thing).get("flaw"), "read=panic");
    main(&work, "");
    work.terraform(&["apply", "-auto-approve", "-refresh=false"])
        .succeeded();
    flaw("delete=panic");
    work.apply();
    work.terraform(&["destroy", "-auto-approve"])
        .failed()
        .says("delete panics");
    assert!(work.state().find(thing).is_some());
    assert!(work.state().find("kitchen_trouble.fine").is_none());
    main(&work, "");
    work.apply();
    work.terraform(&["import", "kitchen_trouble.fine", "import=panic"])
        .failed();
    work.terraform(&["state", "rm", "kitchen_trouble.fine"])
        .succeeded();
    work.terraform(&["import", "kitchen_trouble.fine", "import=panic"])
        .failed()
        .says("import panics");
    work.destroy();
    work.clean();
}

#[test]
fn panics_of_the_provider_itself() {
    let Some(work) = workspace("panics_of_the_provider_itself") else {
        return;
    };
    let main = |words: &str| {
        work.main(&format!(
            "provider \"kitchen\" {{\n  words = [{words}]\n}}\nresource \"kitchen_fixed\" \"a\" {{\n  name = \"a\"\n}}\n"
        ));
    };
    main("\"panic\", \"in\", \"configure\"");
    work.terraform(&["plan"])
        .failed()
        .says("panic in configure");
    main("\"fail\", \"as\", \"asked\"");
    work.terraform(&["plan"])
        .failed()
        .says("fail as asked")
        .says("words =");
    work.clean();
}

#[test]
fn errors_keep_what_there_is() {
    let Some(work) = workspace("errors_keep_what_there_is") else {
        return;
    };
    let thing = "kitchen_trouble.a";
    main(&work, "flaw = \"create=error\"");
    work.apply_fails()
        .says("create fails")
        .says("As asked.")
        .says("flaw = \"create=error\"");
    assert!(work.state().object(thing).is_tainted());
    main(&work, "");
    work.apply();
    // A result that contradicts the plan: our own words, and what really is gets saved.
    work.destroy();
    main(&work, "flaw = \"create=contradict\"\n  size = 1");
    work.apply_fails().says("size");
    let saved = work.state().object(thing);
    assert_eq!(saved.get("size"), &json!(4711));
    work.clean();
}

/// The process id that a slow operation left.
fn sign(path: &Path) -> u32 {
    let start = Instant::now();
    loop {
        if let Ok(text) = std::fs::read_to_string(path)
            && let Ok(id) = text.parse()
        {
            return id;
        }
        assert!(
            start.elapsed() < Duration::from_secs(60),
            "no {}",
            path.display()
        );
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn kill(signal: &str, process: u32) {
    let status = Command::new("kill")
        .args([signal, &process.to_string()])
        .status();
    assert!(status.is_ok_and(|status| status.success()));
}

fn slow(work: &Workspace, fields: &str) {
    work.main(&format!(
        "resource \"kitchen_slow\" \"a\" {{\n  name = \"a\"\n  {fields}\n}}\n"
    ));
}

#[test]
fn kill_9_in_the_middle_of_a_create() {
    let Some(work) = workspace("kill_9_in_the_middle_of_a_create") else {
        return;
    };
    slow(&work, "create_seconds = 60");
    let path = work.path().join("kitchen/a.create");
    let run = work.during(&["apply", "-auto-approve"], |_| kill("-9", sign(&path)));
    let run = run.failed();
    let words = run.words();
    assert!(
        words.contains("Plugin did not respond") || words.contains("Request cancelled"),
        "{}",
        run.text()
    );
    // The following plan recovers, and so does the following apply.
    slow(&work, "");
    assert_eq!(work.plan().action("kitchen_slow.a"), "create");
    work.apply();
    work.nothing_to_do();
    work.clean_but(&[Kind::Crash]);
}

#[test]
fn kill_9_in_the_middle_of_an_update_and_a_delete() {
    let Some(work) = workspace("kill_9_in_the_middle_of_an_update") else {
        return;
    };
    slow(&work, "");
    work.apply();
    slow(&work, "update_seconds = 60");
    let path = work.path().join("kitchen/a.update");
    work.during(&["apply", "-auto-approve"], |_| kill("-9", sign(&path)))
        .failed();
    let kept = work.state().object("kitchen_slow.a");
    assert_eq!(kept.get("update_seconds"), &json!(0));
    assert!(!kept.is_tainted());
    slow(&work, "delete_seconds = 60");
    assert_eq!(work.plan().action("kitchen_slow.a"), "update");
    work.apply();
    let path = work.path().join("kitchen/a.delete");
    work.during(&["destroy", "-auto-approve"], |_| kill("-9", sign(&path)))
        .failed();
    assert!(work.state().find("kitchen_slow.a").is_some());
    slow(&work, "");
    work.apply();
    work.destroy();
    work.clean_but(&[Kind::Crash]);
}

#[test]
fn an_interrupt_reaches_the_author() {
    let Some(work) = workspace("an_interrupt_reaches_the_author") else {
        return;
    };
    slow(&work, "create_seconds = 60");
    let path = work.path().join("kitchen/a.create");
    let start = Instant::now();
    work.during(&["apply", "-auto-approve"], |terraform| {
        sign(&path);
        kill("-INT", terraform.id());
    })
    .failed()
    .says("kitchen_slow: create was interrupted");
    assert!(
        start.elapsed() < Duration::from_secs(30),
        "{:?}",
        start.elapsed()
    );
    // It had set its id.
    assert!(work.state().object("kitchen_slow.a").is_tainted());
    work.clean();
}

#[test]
fn a_timeout_reaches_the_author() {
    let Some(work) = workspace("a_timeout_reaches_the_author") else {
        return;
    };
    slow(&work, "create_seconds = 60\n  timeouts { create = \"1s\" }");
    let start = Instant::now();
    work.apply_fails()
        .says("kitchen_slow: create took longer than 1s");
    assert!(
        start.elapsed() < Duration::from_secs(30),
        "{:?}",
        start.elapsed()
    );
    assert!(work.state().object("kitchen_slow.a").is_tainted());
    slow(&work, "timeouts { create = \"90s\" }");
    work.apply();
    assert_eq!(
        work.state().object("kitchen_slow.a").get("allowed_seconds"),
        &json!(90)
    );
    // The timeouts alone: the author's update is not called, so the volatile field stays.
    slow(&work, "timeouts { update = \"7m\" }");
    let plan = work.plan();
    assert_eq!(plan.action("kitchen_slow.a"), "update");
    assert!(plan.unknown("kitchen_slow.a").is_empty());
    work.apply().says("1 changed");
    work.nothing_to_do();
    assert_eq!(
        work.state().object("kitchen_slow.a").get("allowed_seconds"),
        &json!(90)
    );
    slow(&work, "note = \"n\"\n  timeouts { update = \"7m\" }");
    assert_eq!(work.plan().unknown("kitchen_slow.a"), ["allowed_seconds"]);
    work.apply();
    assert_eq!(
        work.state().object("kitchen_slow.a").get("allowed_seconds"),
        &json!(420)
    );
    work.destroy();
    work.clean();
}

#[test]
fn a_replacement_whose_create_fails() {
    let Some(work) = workspace("a_replacement_whose_create_fails") else {
        return;
    };
    let thing = "kitchen_trouble.a";
    let text = |name: &str, flaw: &str, rule: &str| {
        work.main(&format!(
            "resource \"kitchen_trouble\" \"a\" {{\n  name = \"{name}\"\n  flaw = {flaw}\n  \
             lifecycle {{ create_before_destroy = {rule} }}\n}}\n"
        ));
    };
    // The old one stays if the new one was never there.
    text("one", "null", "true");
    work.apply();
    text("two", "\"before=panic\"", "true");
    work.apply_fails().says("before panics");
    assert_eq!(work.state().object(thing).get("id"), "one");
    assert!(!work.state().object(thing).is_tainted());
    // Half a new one is recorded beside it.
    text("two", "\"create=error\"", "true");
    work.apply_fails().says("create fails");
    let half = work.state().object(thing);
    assert_eq!(half.get("id"), "two");
    assert!(half.is_tainted());
    text("three", "null", "true");
    work.apply();
    work.nothing_to_do();
    assert_eq!(work.state().object(thing).get("id"), "three");
    // Destroyed first, it is gone.
    text("four", "\"before=error\"", "false");
    work.apply_fails().says("before fails");
    assert!(work.state().find(thing).is_none());
    let files = std::fs::read_dir(work.path().join("kitchen"))
        .unwrap()
        .count();
    assert_eq!(files, 0);
    work.clean();
}
