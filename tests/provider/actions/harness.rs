//! Actions in the test harness: in process and, with `TF_ACC=1` and a Terraform that supports them,
//! under Terraform.

use schema_provider::testing::{ProviderTest, Step};

use crate::lab::{Lab, Log};

fn test() -> ProviderTest {
    ProviderTest::new::<Lab>().needs_terraform("1.14", "actions come with that version")
}

fn config(name: &str, rest: &str) -> String {
    format!("provider \"lab\" {{\n  name = \"harness-{name}\"\n}}\n{rest}")
}

const TRIGGERED: &str = "resource \"lab_sample\" \"s\" {
  name = \"abc\"
  lifecycle {
    action_trigger {
      events  = [after_create]
      actions = [action.lab_test.t]
    }
  }
}
action \"lab_test\" \"t\" {
  config {
    sample = \"n${lab_sample.s.number}\"
    times  = 2
  }
}
";

#[test]
fn an_apply_triggers_and_invoke_invokes() {
    let config = config("triggers", TRIGGERED);
    test()
        .step(
            Step::apply(&config)
                .counts(1, 0, 0)
                .shows_progress("2 of 2"),
        )
        .step(Step::invoke("action.lab_test.t").shows_progress("1 of 2"))
        .run();
    let lines = Log::of("harness-triggers").take();
    let tested = lines.iter().filter(|line| *line == "tested n3");
    assert!(tested.count() >= 2, "{lines:?}");
}

#[test]
fn failed_actions_are_reported() {
    let bad = config(
        "fails",
        &TRIGGERED.replace("times  = 2", "flaw = \"error\""),
    );
    test()
        .step(Step::apply(&bad).fails("the sample is bad"))
        .step(Step::invoke("action.lab_test.t").fails("the sample is bad"))
        .run();
    let unknown = config("unknown", TRIGGERED);
    test()
        .step(Step::plan(&unknown))
        .step(Step::invoke("action.lab_test.t").fails("not known"))
        .only_in_process("Terraform has other words")
        .run();
}

#[test]
fn missing_progress_is_reported() {
    let config = config("silent", TRIGGERED);
    let failure = test()
        .step(Step::apply(&config).shows_progress("3 of 3"))
        .try_run()
        .unwrap_err()
        .to_string();
    assert!(
        failure.contains("no progress matches \"3 of 3\""),
        "{failure}"
    );
    assert!(failure.contains("1 of 2"), "{failure}");
    let failure = test()
        .step(Step::plan(&config).shows_progress("1 of 2"))
        .try_run()
        .unwrap_err()
        .to_string();
    assert!(
        failure.contains("`shows_progress` says nothing of this step"),
        "{failure}"
    );
}
