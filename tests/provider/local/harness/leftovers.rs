//! Nothing is left behind, whatever fails; and imports at the beginning of a test.

use schema_provider::prelude::*;
use schema_provider::testing::{ProviderTest, Step, object};

use super::{a_box, test};
use crate::mem::{Crate, MemBox, Remote};

/// Runs a failing test, checks that nothing is left in the remote system, and returns its message.
fn destroys(name: &str, steps: impl FnOnce(&std::sync::Arc<Remote>) -> Vec<Step>) -> String {
    let remote = Remote::of(name);
    let failure = test(name)
        .steps(steps(&remote))
        .try_run()
        .expect_err("a step fails");
    let left = remote.boxes.lock().expect("boxes").len();
    let text = failure.to_string();
    assert_eq!(left, 0, "{text}");
    assert!(!text.contains("still there"), "{text}");
    text
}

fn breaks(remote: &std::sync::Arc<Remote>, step: &'static str) -> Step {
    let remote = remote.clone();
    Step::outside(move |_| remote.breaks(step, "error"))
}

#[test]
fn a_read_that_fails_keeps_nothing() {
    let text = destroys("leaks-read", |remote| {
        vec![
            Step::outside({
                let remote = remote.clone();
                move |_| remote.repair()
            }),
            Step::apply(a_box("")),
            breaks(remote, "read"),
            Step::refresh(),
        ]
    });
    assert!(text.contains("read went wrong"), "{text}");
}

#[test]
fn an_apply_that_fails_keeps_nothing() {
    let text = destroys("leaks-update", |remote| {
        vec![
            Step::outside({
                let remote = remote.clone();
                move |_| remote.repair()
            }),
            Step::apply(a_box("")),
            breaks(remote, "update"),
            Step::apply(a_box("  size = 9\n")),
        ]
    });
    assert!(text.contains("update went wrong"), "{text}");
}

/// The data source reads what exists at the apply, and is gone once all is destroyed.
#[test]
fn a_data_source_that_fails_keeps_nothing() {
    let remote = Remote::of("leaks-data");
    let put = remote.clone();
    let found = || MemBox {
        name: "other".to_owned(),
        size: 5,
        note: None,
        lids: 0,
    };
    let data = "data \"mem_box\" \"d\" {\n  name = \"other\"\n}\n";
    let text = destroys("leaks-data", |remote| {
        let remove = remote.clone();
        vec![
            Step::outside(move |_| {
                let mut boxes = put.boxes.lock().expect("boxes");
                boxes.insert("box-x".to_owned(), found());
            }),
            Step::apply(data.to_owned() + &a_box("  note = data.mem_box.d.size\n")),
            Step::outside(move |_| {
                remove.boxes.lock().expect("boxes").remove("box-x");
            }),
            Step::plan(data.to_owned() + &a_box("")),
        ]
    });
    assert!(text.contains("There is no box other"), "{text}");
}

/// The last steps are expected to fail: with their settings nothing could be destroyed.
#[test]
fn settings_of_a_failing_step_are_not_used_to_destroy() {
    let remote = Remote::of("leaks-settings");
    let end = remote.clone();
    test("leaks-settings")
        .step(Step::apply(a_box("")))
        .step(Step::plan("provider \"mem\" {\n  region = \"west\"\n}\n").fails("north"))
        .step(Step::apply("provider \"mem\" {\n  region = \"west\"\n}\n").fails("north"))
        .after_destroy(move |_| assert!(end.boxes.lock().expect("boxes").is_empty()))
        .run();
}

/// What cannot be destroyed is named.
#[test]
fn what_remains_is_reported() {
    let remote = Remote::of("leaks-delete");
    remote.breaks("delete", "error");
    let failure = test("leaks-delete")
        .only_in_process("the object stays")
        .step(Step::apply(a_box("")))
        .try_run()
        .expect_err("it stays");
    let text = failure.to_string();
    assert!(text.contains("mem_box.a is still there"), "{text}");
}

/// A box that somebody else made.
fn made(remote: &std::sync::Arc<Remote>) -> Step {
    let remote = remote.clone();
    Step::outside(move |_| {
        let found = MemBox {
            name: "a".to_owned(),
            size: 5,
            note: None,
            lids: 0,
        };
        let mut boxes = remote.boxes.lock().expect("boxes");
        boxes.insert("eu-box-x".to_owned(), found);
    })
}

#[test]
fn a_test_begins_with_an_import() {
    let remote = Remote::of("import-first");
    let size = || object("mem_box.a").attr(Crate::SIZE).is(5);
    test("import-first")
        .step(made(&remote))
        .step(Step::import("mem_box.a").id("eu-box-x").saves(size()))
        .step(Step::validate(a_box("")))
        .step(
            Step::import("mem_box.a")
                .id_from(|_| "eu-box-x".to_owned())
                .into_state()
                .saves(size()),
        )
        .step(
            Step::import("mem_box.a")
                .id_from(|test| {
                    test.saved("mem_box.a", "id")
                        .as_str()
                        .unwrap_or("")
                        .to_owned()
                })
                .ignoring(Crate::SERIAL),
        )
        .step(
            Step::import("mem_box.a")
                .id_prefix("x-")
                .fails("x-eu-box-x"),
        )
        .run();
    let failure = test("import-first")
        .only_in_process("it is about the harness")
        .step(made(&remote))
        .step(Step::import("mem_box.a").id("eu-box-x"))
        .try_run()
        .expect_err("nobody says what is found");
    assert!(failure.text().contains("saves(…)"), "{failure}");
    remote.boxes.lock().expect("boxes").clear();
}

/// A failure in process does not prevent the run under Terraform, and both are reported.
#[test]
fn both_modes_run_and_both_failures_are_reported() {
    let failure = test("both-modes")
        .step(Step::apply(a_box("")).plans_nothing())
        .try_run()
        .expect_err("the plan is not empty");
    let modes = ["in process:", "under terraform:"].map(|mode| failure.to_string().contains(mode));
    let expected = schema_provider::testing::terraform_version().is_some();
    assert_eq!(modes, [true, expected], "{failure}");
}

#[derive(Schema)]
#[schema(provider = "slow")]
struct Slow {}

impl Provider for Slow {
    type Client = ();
    fn resources() -> &'static [ResourceDef<Self>] {
        resources![Snail]
    }
    async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
        Ok(())
    }
}

#[derive(Schema)]
#[schema(resource = "slow_snail", timeouts(create = "5m"))]
struct Snail {
    #[field(required, force_new)]
    name: String,
}

impl Resource for Snail {
    type Provider = Slow;
    async fn create(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set_id(data.get(Snail::NAME));
        Ok(())
    }
    async fn read(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        data.set(Snail::NAME, data.require_id()?.to_owned());
        Ok(())
    }
    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

#[test]
fn an_import_does_not_set_timeouts() {
    let text = "resource \"slow_snail\" \"a\" {\n  name = \"n\"\n  timeouts {\n    create = \"1m\"\n  }\n}\n";
    ProviderTest::new::<Slow>()
        .step(Step::apply(text))
        .step(Step::import("slow_snail.a"))
        .run();
}
