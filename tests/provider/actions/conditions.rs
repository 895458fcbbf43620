//! The conditions of `action_trigger` blocks in the local runner.

use crate::runner::{Runner, done, sample};

/// A sample whose action is invoked after it was created, on a condition.
fn on_condition(condition: &str) -> String {
    sample("abc", "x", &["after_create"]).replace(
        "      actions",
        &format!("      condition = {condition}\n      actions"),
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn a_condition_decides_and_must_be_known() {
    let runner = Runner::new("condition");
    let config = on_condition;
    let apply = "apply -auto-approve";
    for (condition, invoked) in [
        ("true", true),
        ("1 > 2", false),
        ("lab_sample.s.name == \"abc\"", true),
        ("lab_sample.s.name == \"x\"", false),
    ] {
        runner.good(&config(condition), apply).await;
        let lines = done(&runner.log);
        assert_eq!(
            lines.len(),
            if invoked { 2 } else { 1 },
            "{condition}: {lines:?}"
        );
        runner
            .good(&config(condition), "destroy -auto-approve")
            .await;
        runner.log.take();
    }
    for (condition, part) in [
        ("\"maybe\"", "must be true or false"),
        ("null", "must be true or false"),
        ("var.x", "has not been declared"),
        ("sensitive(true)", "made of a sensitive value"),
        ("var.passing", "made of an ephemeral value"),
        ("self.number > 2", "\"self\" object is not available"),
        // A condition on the triggering object, and on another one.
        ("lab_sample.s.number > 2", "Condition must be known"),
        ("lab_sample.other.number > 2", "Condition must be known"),
    ] {
        let other = "resource \"lab_sample\" \"other\" {\n  name = \"other\"\n}\n";
        let passing = "variable \"passing\" {\n  default = true\n  ephemeral = true\n}\n";
        let config = config(condition) + other + passing;
        for line in ["plan", apply] {
            let errors = runner.bad(&config, line).await;
            assert!(errors.contains(part), "{condition}: {errors}");
        }
        assert_eq!(runner.log.take(), [""; 0], "{condition}");
        // An event that does not happen needs no unknown values.
        if part == "Condition must be known" {
            let config = config.replace("[after_create]", "[after_update]");
            runner.good(&config, "plan").await;
        }
    }
    // Once it exists, its values are known.
    let config = on_condition("lab_sample.s.number > 2").replace("after_create", "after_update");
    runner.good(&config, apply).await;
    runner.log.take();
    runner
        .good(&config.replace("\"abc\"", "\"abcd\""), apply)
        .await;
    assert_eq!(done(&runner.log), ["update abcd", "tested after_update"]);
}

/// A planned action is done, or its absence is an error.
#[tokio::test(flavor = "multi_thread")]
async fn conditions_are_evaluated_again_in_apply() {
    let runner = Runner::with_log_file();
    let _ = runner.log.take();
    let config = on_condition("length(regexall(\"create\", file(\"lab.log\"))) == 0");
    let errors = runner.bad(&config, "apply -auto-approve").await;
    assert!(
        errors.contains("Condition changed evaluation during apply"),
        "{errors}"
    );
    let lines = runner.log.take();
    assert!(lines.contains(&"create abc".to_owned()), "{lines:?}");
    assert!(
        !lines.contains(&"test after_create".to_owned()),
        "{lines:?}"
    );
    // The object is unchanged.
    let output = runner.good("", "state list").await;
    assert_eq!(output, "lab_sample.s\n");
}

/// A condition before a resource's change cannot refer to its instance; and no event occurs twice.
#[tokio::test(flavor = "multi_thread")]
async fn invalid_triggers_are_reported() {
    let runner = Runner::new("trigger");
    for (events, meta, condition, part) in [
        (
            "before_create",
            "count = 2",
            "count.index == 0",
            "Count reference not allowed",
        ),
        (
            "after_create, before_update",
            "count = 2",
            "count.index == 0",
            "Count reference not allowed",
        ),
        (
            "before_create",
            "for_each = toset([\"a\"])",
            "each.key == \"a\"",
            "Each reference not allowed",
        ),
        (
            "after_create, after_create",
            "",
            "true",
            "Duplicate \"after_create\" event",
        ),
    ] {
        let config = format!(
            "resource \"lab_sample\" \"s\" {{\n  name = \"a\"\n  {meta}\n  lifecycle {{\n    action_trigger {{\n      \
             events = [{events}]\n      condition = {condition}\n      actions = [action.lab_test.t]\n    }}\n  }}\n}}\n\
             action \"lab_test\" \"t\" {{\n  config {{\n    sample = \"t\"\n  }}\n}}\n"
        );
        let errors = runner.bad(&config, "plan").await;
        assert!(errors.contains(part), "{events}: {errors}");
        let after = config.replace(&format!("[{events}]"), "[after_create]");
        runner.good(&after, "plan").await;
    }
}
