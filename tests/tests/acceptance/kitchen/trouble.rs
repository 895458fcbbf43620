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
