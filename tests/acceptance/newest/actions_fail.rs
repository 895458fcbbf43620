//! Actions that are invalid, fail, panic or are interrupted, under Terraform from 1.14 on.

use sdk_tests::terraform::Workspace;

use super::actions::{PROVIDER, laboratory, log, sample, test};
use super::{Plugin, said};
use crate::DISK;
use crate::kitchen::failures::kill;

/// Waits for a line that provider code records.
fn wait_for(work: &Workspace, line: &str) {
    let path = work.path().join("lab.log");
    for _ in 0..3000 {
        if std::fs::read_to_string(&path)
            .unwrap_or_default()
            .lines()
            .any(|known| known == line)
        {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    panic!("no {line:?}");
}

#[test]
fn an_error_is_reported_and_stops_later_steps() {
    let Some(work) = laboratory() else { return };
    for (flaw, wrong) in [
        ("error", "the sample is bad"),
        ("panic", "panicked"),
        ("panic-in-task", "panicked"),
        ("silent", "lab_test"),
    ] {
        let main = PROVIDER.to_owned()
            + &sample(
                "a",
                "after_create",
                "action.lab_test.t, action.lab_test.next",
            )
            + &test(
                "t",
                "",
                &format!("sample = \"bad\"\n    times = 2\n    flaw = \"{flaw}\""),
            )
            + &test("next", "", "sample = \"next\"");
        work.main(&main);
        work.apply_fails().says("2 of 2").says(wrong);
        assert_eq!(log(&work), ["create a", "test bad"], "{flaw}");
        // The object is unchanged.
        assert!(!work.state().object("lab_sample.s").is_tainted(), "{flaw}");
        work.nothing_to_do();
        work.destroy();
        log(&work);
    }
    let _ = work.complaints();
}

/// A failure before the object is created leaves none.
#[test]
fn an_error_before_a_create_leaves_nothing() {
    let Some(work) = laboratory() else { return };
    let main = PROVIDER.to_owned()
        + &sample("a", "before_create", "action.lab_test.t")
        + &test("t", "", "sample = \"bad\"\n    flaw = \"error\"");
    work.main(&main);
    work.apply_fails().says("the sample is bad");
    assert_eq!(log(&work), ["test bad"]);
    assert_eq!(work.state().count(), 0);
    work.clean();
}

#[test]
fn warnings_are_reported_without_failure() {
    let Some(work) = laboratory() else { return };
    let main = PROVIDER.to_owned()
        + &sample("a", "after_create", "action.lab_test.t")
        + &test("t", "", "sample = \"odd\"\n    flaw = \"warning\"");
    work.main(&main);
    work.terraform(&["validate"]).succeeded().says("an odd one");
    work.apply().says("the sample is old");
    work.destroy();
    work.clean();
}

#[test]
fn mistakes_are_reported_before_any_change() {
    let Some(work) = laboratory() else { return };
    for (config, wrong) in [
        ("sample = \"forbidden\"", "not this one"),
        ("sample = \"a\"\n    times = 6000", "times"),
        ("sample = \"a\"\n    times = \"many\"", "number"),
        ("sample = null", "sample"),
        ("", "sample"),
        ("sample = \"a\"\n    room = 1", "room"),
        (
            "sample = \"a\"\n    flaw = \"plan-error\"",
            "it will not do",
        ),
        ("sample = \"a\"\n    flaw = \"plan-panic\"", "panicked"),
        ("sample = \"validate-panics\"", "panicked"),
    ] {
        let main = PROVIDER.to_owned()
            + &sample("a", "after_create", "action.lab_test.t")
            + &test("t", "", config);
        work.main(&main);
        let run = work.apply_fails();
        assert!(said(&run).contains(wrong), "{config}: {}", run.text());
        assert_eq!(log(&work), Vec::<String>::new(), "{config}");
        assert_eq!(
            if work.path().join("terraform.tfstate").exists() {
                work.state().count()
            } else {
                0
            },
            0
        );
    }
    let _ = work.complaints();
}

/// Ctrl-C: an interrupted action is an error, and one that ended anyway is not.
#[test]
fn an_interrupt_reaches_provider_code_and_is_an_error() {
    let Some(work) = laboratory() else { return };
    work.main(&(PROVIDER.to_owned() + &test("t", "", "sample = \"a\"\n    flaw = \"wait\"")));
    let run = work.during(
        &["apply", "-auto-approve", "-invoke=action.lab_test.t"],
        |terraform| {
            wait_for(&work, "test a");
            kill("-INT", terraform.id());
        },
    );
    let run = run.failed().says("interrupted");
    run.does_not_mention("Action complete");
    assert_eq!(log(&work), ["test a", "cancelled"]);
    // As the last part of an apply.
    let main = PROVIDER.to_owned()
        + &sample(
            "a",
            "after_create",
            "action.lab_test.t, action.lab_test.next",
        )
        + &test("t", "", "sample = \"a\"\n    flaw = \"wait\"")
        + &test("next", "", "sample = \"next\"");
    work.main(&main);
    let run = work.during(&["apply", "-auto-approve"], |terraform| {
        wait_for(&work, "test a");
        kill("-INT", terraform.id());
    });
    run.failed()
        .says("interrupted")
        .does_not_mention("Action complete");
    assert_eq!(log(&work), ["create a", "test a", "cancelled"]);
    assert!(!work.state().object("lab_sample.s").is_tainted());
    work.destroy();
    work.clean();
}

/// The example's action: an image is compared with its checksum.
#[test]
fn an_image_is_verified() {
    let disk: Plugin = DISK;
    let Some(work) = Workspace::since("1.14", "it has no actions", &[disk]) else {
        return;
    };
    work.set("DISK_DIRECTORY", work.path().join("disks"));
    let main = "resource \"disk_image\" \"a\" {\n  name = \"a\"\n  size_mb = 2\n  lifecycle {\n    action_trigger {\n      \
        events = [after_create, after_update]\n      actions = [action.disk_verify.v]\n    }\n  }\n}\n\
        action \"disk_verify\" \"v\" {\n  config {\n    image_id = \"a\"\n    sha256 = disk_image.a.sha256\n  }\n}\n";
    work.main(main);
    work.apply()
        .says("read 2 of 2 MiB")
        .says("Actions: 1 invoked");
    work.main(&main.replace("size_mb = 2", "size_mb = 3"));
    work.apply().says("read 3 of 3 MiB");
    work.nothing_to_do();
    let invoke = ["apply", "-auto-approve", "-invoke=action.disk_verify.v"];
    work.terraform(&invoke).succeeded().says("read 3 of 3 MiB");
    let zeros = "0".repeat(64);
    let main = main.replace("size_mb = 2", "size_mb = 3");
    work.main(&main.replace("disk_image.a.sha256", &format!("\"{zeros}\"")));
    work.terraform(&invoke)
        .failed()
        .says("The image a has another content");
    work.destroy();
    work.clean();
}
