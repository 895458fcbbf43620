//! Errors, kill -9, interrupts, timeouts.

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use super::{test, workspace};
use crate::KITCHEN;
use crate::disk::debug::started;
use schema_provider::testing::{Step, TestContext, object, replaces, updates};
use sdk_tests::terraform::{Kind, Workspace};
use serde_json::json;

#[test]
fn errors_keep_what_there_is() {
    let thing = "kitchen_trouble.a";
    let main = |fields: &str| {
        format!(
            "resource \"kitchen_trouble\" \"a\" {{\n  name = \"a\"\n  {fields}\n}}\n\
             resource \"kitchen_trouble\" \"fine\" {{\n  name = \"fine\"\n}}\n"
        )
    };
    test()
        .step(
            Step::apply(main("flaw = \"create=error\""))
                .fails_at("flaw = \"create=error\"", "create fails.*As asked[.]")
                .saves(object(thing).tainted())
                .saves(object("kitchen_trouble.fine")),
        )
        .step(Step::apply(main("")).plans(replaces(thing)))
        // A result that contradicts the plan: our own message, and the actual result is saved.
        .step(Step::destroy())
        .step(
            Step::apply(main("flaw = \"create=contradict\"\n  size = 1"))
                .fails("size")
                .saves(object(thing).tainted().attr("size").is(4711)),
        )
        .run();
}

/// The process id that a slow operation left.
pub(crate) fn sign(path: &Path) -> u32 {
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

pub(crate) fn kill(signal: &str, process: u32) {
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
    let Some(work) = workspace() else {
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
    let Some(work) = workspace() else {
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
fn an_interrupt_reaches_provider_code() {
    let Some(work) = workspace() else {
        return;
    };
    slow(&work, "create_seconds = 600");
    let path = work.path().join("kitchen/a.create");
    let run = work
        .during(&["apply", "-auto-approve"], |terraform| {
            sign(&path);
            kill("-INT", terraform.id());
        })
        .failed()
        .says("kitchen_slow: create was interrupted");
    assert!(!run.words().contains("abandoned"), "{}", run.words());
    // It had set its id.
    assert!(work.state().object("kitchen_slow.a").is_tainted());
    work.clean();
}

/// Resources open during an interrupt are still closed, by Terraform and according to its output.
#[test]
fn an_interrupt_closes_open_resources() {
    let Some(work) = workspace() else {
        return;
    };
    work.main(
        "provider \"kitchen\" {\n  alias = \"leased\"\n  token = ephemeral.kitchen_lease.l.key\n}\n\
         ephemeral \"kitchen_lease\" \"l\" {\n  name   = \"l\"\n  renews = 1000\n}\n\
         resource \"kitchen_slow\" \"a\" {\n  provider = kitchen.leased\n  name = \"a\"\n  create_seconds = 60\n}\n",
    );
    let directory = work.path().join("kitchen");
    work.during(&["apply", "-auto-approve"], |terraform| {
        sign(&directory.join("a.create"));
        kill("-INT", terraform.id());
    })
    .failed()
    .says("create was interrupted");
    let leases = std::fs::read_to_string(directory.join("leases")).expect("leases");
    let lines: Vec<&str> = leases.lines().collect();
    // For the plan, and for the apply.
    assert_eq!(lines, ["open l", "close l", "open l", "close l"]);
    work.destroy();
    work.clean();
}

/// A stop applies to current calls: a single process, as in a debugger, answers later ones.
#[test]
fn calls_after_an_interrupt_are_answered_by_the_same_process() {
    let Some(work) = workspace() else {
        return;
    };
    let directory = work.path().join("kitchen");
    let mut debugged = started(&work, KITCHEN, ("KITCHEN_DIRECTORY", &directory));
    slow(&work, "create_seconds = 60");
    for _ in 0..2 {
        let path = directory.join("a.create");
        work.during(&["apply", "-auto-approve"], |terraform| {
            sign(&path);
            kill("-INT", terraform.id());
        })
        .failed()
        .says("kitchen_slow: create was interrupted");
        assert!(work.state().object("kitchen_slow.a").is_tainted());
        std::fs::remove_file(&path).expect("the sign was there");
    }
    slow(&work, "note = \"later\"");
    work.apply();
    work.nothing_to_do();
    work.destroy();
    assert!(debugged.is_running());
    work.clean();
}

#[test]
fn a_timeout_reaches_provider_code() {
    let thing = "kitchen_slow.a";
    let main = |fields: &str| {
        format!("resource \"kitchen_slow\" \"a\" {{\n  name = \"a\"\n  {fields}\n}}\n")
    };
    test()
        // The create would take ten minutes; the whole test takes no longer than that.
        .deadline(Duration::from_secs(550))
        .step(
            Step::apply(main("create_seconds = 600\n  timeouts { create = \"1s\" }"))
                .fails("kitchen_slow: create took longer than 1s")
                .saves(object(thing).tainted()),
        )
        .step(
            Step::apply(main("timeouts { create = \"90s\" }"))
                .saves(object(thing).attr("allowed_seconds").is(90)),
        )
        // Only the timeouts: the developer's update is not called, so the volatile field is
        // unchanged.
        .step(
            Step::apply(main("timeouts { update = \"7m\" }"))
                .plans(updates(thing).only_unknown([""; 0]))
                .counts(0, 1, 0)
                .saves(object(thing).attr("allowed_seconds").is(90)),
        )
        .step(
            Step::apply(main("note = \"n\"\n  timeouts { update = \"7m\" }"))
                .plans(updates(thing).only_unknown(["allowed_seconds"]))
                .saves(object(thing).attr("allowed_seconds").is(420)),
        )
        .run();
}

#[test]
fn a_replacement_whose_create_fails() {
    let thing = "kitchen_trouble.a";
    let main = |name: &str, flaw: &str| {
        format!("resource \"kitchen_trouble\" \"a\" {{\n  name = \"{name}\"\n  flaw = {flaw}\n}}\n")
    };
    let files = |run: &TestContext<'_>| {
        std::fs::read_dir(run.directory().join("kitchen")).map_or(0, Iterator::count)
    };
    // Destroyed first, it no longer exists.
    test()
        .step(Step::apply(main("one", "null")))
        .step(
            Step::apply(main("two", "\"before=error\""))
                .plans(replaces(thing))
                .fails("before fails")
                .saves(object(thing).gone()),
        )
        .step(Step::outside(move |run| assert_eq!(files(run), 0)))
        .run();
    let first = |name: &str, flaw: &str| {
        let rule = "  lifecycle { create_before_destroy = true }\n}\n";
        main(name, flaw).replace("}\n", rule)
    };
    test()
        .step(Step::apply(first("one", "null")))
        // The old one stays if the new one never existed.
        .step(
            Step::apply(first("two", "\"before=panic\""))
                .plans(replaces(thing).create_first())
                .fails("before panics")
                .saves(object(thing).attr("id").is("one")),
        )
        // Half a new one is recorded beside it.
        .step(
            Step::apply(first("two", "\"create=error\""))
                .fails("create fails")
                .saves(object(thing).tainted().attr("id").is("two")),
        )
        .step(Step::apply(first("three", "null")).saves(object(thing).attr("id").is("three")))
        .step(Step::outside(move |run| assert_eq!(files(run), 1)))
        .run();
}

/// As in the Go SDK. With an empty id, an API might delete everything.
#[test]
fn an_object_without_an_id_counts_as_deleted() {
    let Some(work) = workspace() else {
        return;
    };
    work.main("resource \"kitchen_trouble\" \"a\" {\n  name = \"a\"\n}\n");
    work.apply();
    let path = work.path().join("terraform.tfstate");
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.contains("\"id\": \"a\""), "{text}");
    std::fs::write(&path, text.replace("\"id\": \"a\"", "\"id\": \"\"")).unwrap();
    let told = "kitchen_trouble: the object in the state has no id";
    // Without a refresh there is nothing to update, and no information.
    work.main("resource \"kitchen_trouble\" \"a\" {\n  name = \"a\"\n  size = 2\n}\n");
    work.terraform(&["apply", "-auto-approve", "-refresh=false"])
        .failed()
        .says(told)
        .says("Plan again with a refresh");
    let plan = work.plan();
    assert_eq!(plan.action("kitchen_trouble.a"), "create");
    assert!(work.outputs().contains(told));
    work.terraform(&["destroy", "-auto-approve", "-refresh=false"])
        .succeeded()
        .says("Nothing was deleted.");
    assert_eq!(work.state().count(), 0);
    // The remote object still exists.
    let left = std::fs::read_dir(work.path().join("kitchen")).unwrap();
    assert_eq!(left.count(), 1);
    work.clean();
}

/// If Terraform allows no deferral, a deferred answer is our error, which says what to do.
#[test]
fn what_cannot_be_deferred_is_an_error() {
    let text = "resource \"kitchen_trouble\" \"a\" {\n  name = \"a\"\n  flaw = \"plan=defer\"\n}\n";
    test()
        .step(Step::plan(text).fails("plan cannot be deferred"))
        .step(
            Step::plan("data \"kitchen_order\" \"a\" {\n  dish = \"later\"\n}\n")
                .fails("kitchen_order: read cannot be deferred"),
        )
        .run();
    let Some(work) = workspace() else {
        return;
    };
    work.main("resource \"kitchen_order\" \"a\" {\n  dish = \"soup\"\n}\n");
    work.apply();
    work.terraform(&["state", "rm", "kitchen_order.a"])
        .succeeded();
    work.terraform(&["import", "kitchen_order.a", "later"])
        .failed()
        .says("kitchen_order: import cannot be deferred");
    assert_eq!(work.state().count(), 0);
    work.apply();
    // The plan would succeed.
    let dish = |dish: &str| {
        work.state().edit(|state| {
            state["resources"][0]["instances"][0]["attributes"]["dish"] = dish.into();
        });
    };
    dish("later");
    work.terraform(&["plan"])
        .failed()
        .says("kitchen_order: read cannot be deferred");
    assert_eq!(
        work.state().object("kitchen_order.a").get("dish"),
        &json!("later")
    );
    dish("soup");
    work.nothing_to_do();
    work.destroy();
    work.clean();
}
