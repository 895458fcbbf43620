//! Actions in the local runner: what triggers them, in which order. For manual invocation see
//! `invoke`; for their output, `messages`.

use std::sync::Arc;
use std::time::Duration;

use schema_provider::lifecycle::{Grace, Instance};
use schema_provider::local::{Io, run};
use schema_provider::prelude::*;
use tempfile::TempDir;

use crate::lab::{Lab, Log};

/// A directory with a configuration, and what its laboratory did.
pub(crate) struct Runner {
    pub(crate) directory: TempDir,
    pub(crate) name: String,
    pub(crate) log: Arc<Log>,
}

impl Runner {
    /// A directory whose laboratory writes into `lab.log`, beside the configuration.
    pub(crate) fn with_log_file() -> Runner {
        let directory = tempfile::tempdir().unwrap();
        let name = directory.path().join("lab.log").display().to_string();
        Runner {
            log: Log::of(&name),
            directory,
            name,
        }
    }

    pub(crate) fn new(name: &str) -> Runner {
        let name = format!("runner-{name}");
        Runner {
            directory: tempfile::tempdir().unwrap(),
            log: Log::of(&name),
            name,
        }
    }

    /// Runs a command line with this configuration: status, output, errors.
    pub(crate) async fn run(&self, config: &str, line: &str) -> (u8, String, String) {
        let provider = format!("provider \"lab\" {{\n  name = \"{}\"\n}}\n", self.name);
        let file = self.directory.path().join("main.tf");
        std::fs::write(file, provider + config).unwrap();
        let (io, captured) = Io::captured(self.directory.path(), "yes\n");
        let grace = Grace {
            apply: Duration::from_millis(80),
            other: Duration::from_millis(40),
        };
        let instance = Instance::new::<Lab>(Environment::default())
            .unwrap()
            .with_grace(grace);
        let status = run(line.split(' '), instance, io).await;
        (status.code(), captured.output(), captured.errors())
    }

    /// The output of a command that succeeds.
    pub(crate) async fn good(&self, config: &str, line: &str) -> String {
        let (code, output, errors) = self.run(config, line).await;
        assert_eq!((code, errors.as_str()), (0, ""), "{output}");
        output
    }

    /// The errors of one that fails.
    pub(crate) async fn bad(&self, config: &str, line: &str) -> String {
        let (code, output, errors) = self.run(config, line).await;
        assert_eq!(code, 1, "{output}{errors}");
        errors
    }
}

/// A sample, and one action for each event of these.
pub(crate) fn sample(name: &str, origin: &str, events: &[&str]) -> String {
    let mut text = format!(
        "resource \"lab_sample\" \"s\" {{\n  name = \"{name}\"\n  origin = \"{origin}\"\n  lifecycle {{\n"
    );
    for event in events {
        text.push_str(&format!(
            "    action_trigger {{\n      events = [{event}]\n      actions = [action.lab_test.{event}]\n    }}\n"
        ));
    }
    text.push_str("  }\n}\n");
    for event in events {
        text.push_str(&format!(
            "action \"lab_test\" \"{event}\" {{\n  config {{\n    sample = \"{event}\"\n  }}\n}}\n"
        ));
    }
    text
}

const ALL: [&str; 6] = [
    "before_create",
    "after_create",
    "before_update",
    "after_update",
    "before_destroy",
    "after_destroy",
];

/// The actions done, without the planned ones.
pub(crate) fn done(log: &Log) -> Vec<String> {
    let lines = log.take().into_iter();
    lines
        .filter(|line| !line.starts_with("plan ") && !line.starts_with("test "))
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn each_event_triggers_its_listed_actions() {
    let runner = Runner::new("events");
    let apply = "apply -auto-approve";
    let output = runner.good(&sample("a", "x", &ALL), apply).await;
    assert_eq!(
        done(&runner.log),
        ["tested before_create", "create a", "tested after_create"]
    );
    for part in [
        "# action.lab_test.before_create will be invoked for lab_sample.s, before it is created",
        "Plan: 1 to add, 0 to change, 0 to destroy. Actions: 2 to invoke.",
        "Action started: action.lab_test.after_create (triggered by lab_sample.s)",
        "Action action.lab_test.after_create (triggered by lab_sample.s): 1 of 1",
        "Action complete: action.lab_test.after_create (triggered by lab_sample.s)",
        "Resources: 1 added, 0 changed, 0 destroyed. Actions: 2 invoked.",
    ] {
        assert!(output.contains(part), "{part}: {output}");
    }
    // Nothing changes, and nothing is invoked, even if only an action has changed.
    let other = sample("a", "x", &ALL).replace("\"after_create\"\n  }", "\"other\"\n  }");
    let output = runner.good(&other, apply).await;
    assert!(
        !output.contains("nvoke") && !output.contains("Action "),
        "{output}"
    );
    assert_eq!(done(&runner.log), [""; 0]);
    runner.good(&sample("b", "x", &ALL), apply).await;
    assert_eq!(
        done(&runner.log),
        ["tested before_update", "update b", "tested after_update"]
    );
    runner.good(&sample("b", "y", &ALL), apply).await;
    assert_eq!(
        done(&runner.log),
        [
            "tested before_destroy",
            "delete b",
            "tested after_destroy",
            "tested before_create",
            "create b",
            "tested after_create"
        ]
    );
    let output = runner
        .good(&sample("b", "y", &ALL), "destroy -auto-approve")
        .await;
    assert_eq!(
        done(&runner.log),
        ["tested before_destroy", "delete b", "tested after_destroy"]
    );
    assert!(output.contains("Actions: 2 invoked."), "{output}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_plan_plans_actions_and_invokes_none() {
    let runner = Runner::new("plan");
    let config = sample("a", "x", &["after_create"]);
    runner.good(&config, "plan").await;
    assert_eq!(runner.log.take(), ["plan after_create"]);
    let wrong = config.replace(
        "sample = \"after",
        "flaw = \"plan-error\"\n    sample = \"after",
    );
    let errors = runner.bad(&wrong, "apply -auto-approve").await;
    assert!(errors.contains("it will not do"), "{errors}");
    assert_eq!(runner.log.take(), ["plan after_create"]);
    let wrong = config.replace("\"after_create\"\n  }", "\"forbidden\"\n  }");
    for line in ["validate", "plan"] {
        let errors = runner.bad(&wrong, line).await;
        assert!(errors.contains("not this one"), "{errors}");
        assert!(errors.contains("sample = \"forbidden\""), "{errors}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_action_sees_the_object_that_triggers_it() {
    let runner = Runner::new("self");
    let config = |event: &str| {
        format!(
            "resource \"lab_sample\" \"s\" {{\n  name = \"abc\"\n  lifecycle {{\n    action_trigger {{\n      \
             events = [{event}]\n      actions = [action.lab_test.t]\n    }}\n  }}\n}}\n\
             action \"lab_test\" \"t\" {{\n  config {{\n    sample = \"n${{lab_sample.s.number}}\"\n  }}\n}}\n"
        )
    };
    runner
        .good(&config("after_create"), "apply -auto-approve")
        .await;
    assert_eq!(
        runner.log.take(),
        ["plan ?", "create abc", "test n3", "tested n3"]
    );
    runner
        .good(&config("after_create"), "destroy -auto-approve")
        .await;
    runner.log.take();
    // Before the object exists, a condition can use none of its attributes, not even configured
    // ones.
    for attribute in ["number", "name"] {
        let config = config("before_create").replace("number", attribute);
        let errors = runner.bad(&config, "apply -auto-approve").await;
        assert!(errors.contains("Cycle"), "{errors}");
        assert_eq!(runner.log.take(), [""; 0]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failure_stops_the_rest() {
    let runner = Runner::new("failure");
    let config = |event: &str, on_failure: &str| {
        format!(
            "resource \"lab_sample\" \"s\" {{\n  name = \"a\"\n  lifecycle {{\n    action_trigger {{\n      \
             events = [{event}]\n      actions = [action.lab_test.bad, action.lab_test.next]\n{on_failure}    }}\n  }}\n}}\n\
             resource \"lab_sample\" \"dependent\" {{\n  name = \"after ${{lab_sample.s.number}}\"\n}}\n\
             action \"lab_test\" \"bad\" {{\n  config {{\n    sample = \"bad\"\n    flaw = \"error\"\n  }}\n}}\n\
             action \"lab_test\" \"next\" {{\n  config {{\n    sample = \"next\"\n  }}\n}}\n"
        )
    };
    let apply = "apply -auto-approve";
    let before = config("before_create", "");
    let errors = runner.bad(&before, apply).await;
    assert!(errors.contains("the sample is bad"), "{errors}");
    assert!(errors.contains("action.lab_test.bad"), "{errors}");
    assert_eq!(done(&runner.log), [""; 0]);
    let output = runner.good(&before, "plan").await;
    assert!(
        output.contains("2 to add, 0 to change, 0 to destroy."),
        "{output}"
    );
    runner.log.take();
    // The object stays, and what depends on it is not created.
    let after = config("after_create", "");
    runner.bad(&after, apply).await;
    assert_eq!(done(&runner.log), ["create a"]);
    assert_eq!(runner.good(&after, "state list").await, "lab_sample.s\n");
    let output = runner.good(&after, apply).await;
    assert!(
        output.contains("1 added, 0 changed, 0 destroyed."),
        "{output}"
    );
    runner.good(&after, "destroy -auto-approve").await;
    runner.log.take();
    // A warning, and the rest is done.
    let goes_on = config("after_create", "      on_failure = continue\n");
    let (code, output, errors) = runner.run(&goes_on, apply).await;
    assert_eq!((code, errors.as_str()), (0, ""), "{output}");
    for part in ["Warning", "the sample is bad"] {
        assert!(output.contains(part), "{part}: {output}");
    }
    assert!(output.contains("Actions: 1 invoked."), "{output}");
    assert_eq!(
        done(&runner.log),
        ["create a", "tested next", "create after 1"]
    );
    runner.good(&goes_on, "destroy -auto-approve").await;
    let taints = config("after_create", "      on_failure = taint\n");
    runner.bad(&taints, apply).await;
    let output = runner.good(&taints, "plan").await;
    assert!(output.contains("lab_sample.s is tainted"), "{output}");
}

/// A failure has the same effect for every event, with two exceptions: what has happened by then,
/// and that only a new object is tainted.
#[tokio::test(flavor = "multi_thread")]
async fn failures_have_the_same_effect_at_each_event() {
    let apply = "apply -auto-approve";
    // The event, the steps until the action fails, and the object's state then; `None` if there is
    // no object.
    let events = [
        ("before_create", "", false),
        ("after_create", "create a", true),
        ("before_update", "", true),
        ("after_update", "update b", true),
        ("before_destroy", "", true),
        ("after_destroy", "delete a", false),
    ];
    for (event, until, stays) in events {
        for on_failure in ["", "halt", "taint", "continue"] {
            let what = format!("{event} {on_failure}");
            let runner = Runner::new(&format!("failure {what}"));
            let line = match on_failure {
                "" => String::new(),
                word => format!("      on_failure = {word}\n"),
            };
            let config = |name: &str| {
                let config = sample(name, "x", &[event]);
                let config = config.replace("]\n    }", &format!("]\n{line}    }}"));
                config.replace(
                    &format!("sample = \"{event}\""),
                    "sample = \"bad\"\n    flaw = \"error\"",
                )
            };
            // Neither the creation before an update nor an empty update triggers anything.
            if !event.ends_with("create") {
                runner.good(&config("a"), apply).await;
            }
            runner.log.take();
            let (text, command) = match event {
                _ if event.ends_with("destroy") => (config("a"), "destroy -auto-approve"),
                _ if event.ends_with("update") => (config("b"), apply),
                _ => (config("a"), apply),
            };
            let (code, output, errors) = runner.run(&text, command).await;
            let goes_on = on_failure == "continue";
            assert_eq!(code, u8::from(!goes_on), "{what}: {output}{errors}");
            let told = if goes_on { &output } else { &errors };
            assert!(
                told.contains("the sample is bad"),
                "{what}: {output}{errors}"
            );
            assert_eq!(output.contains("Warning"), goes_on, "{what}: {output}");
            let whole = match event.split_once('_') {
                Some((_, "create")) => "create a",
                Some((_, "update")) => "update b",
                _ => "delete a",
            };
            let expected = if goes_on { whole } else { until };
            assert_eq!(done(&runner.log).join(", "), expected, "{what}");
            let there = if goes_on {
                !event.ends_with("destroy")
            } else {
                stays
            };
            // If nothing was ever saved, there is no state to list.
            let (_, listed, _) = runner.run(&text, "state list").await;
            assert_eq!(listed.contains("lab_sample.s"), there, "{what}: {listed}");
            let planned = runner.good(&text, "plan").await;
            let tainted = on_failure == "taint" && event == "after_create";
            assert_eq!(planned.contains("is tainted"), tainted, "{what}: {planned}");
            // Steps not done remain to be done, and completed ones are not repeated.
            let open = !goes_on && matches!(event, "before_create" | "before_update") || tainted;
            if !event.ends_with("destroy") {
                assert_eq!(planned.contains("No changes"), !open, "{what}: {planned}");
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn instances_of_resources_and_of_actions() {
    let runner = Runner::new("instances");
    let config = "resource \"lab_sample\" \"s\" {\n  for_each = toset([\"a\", \"b\"])\n  name = each.key\n  \
                  lifecycle {\n    action_trigger {\n      events = [after_create]\n      \
                  actions = [action.lab_test.t[each.key], action.lab_test.c[1]]\n    }\n  }\n}\n\
                  action \"lab_test\" \"t\" {\n  for_each = toset([\"a\", \"b\"])\n  config {\n    \
                  sample = \"${each.value}${lab_sample.s[each.key].number}\"\n  }\n}\n\
                  action \"lab_test\" \"c\" {\n  count = 2\n  config {\n    sample = \"c${count.index}\"\n  }\n}\n";
    runner.good(config, "apply -auto-approve").await;
    assert_eq!(
        done(&runner.log),
        [
            "create a",
            "tested a1",
            "tested c1",
            "create b",
            "tested b1",
            "tested c1"
        ]
    );
    runner.good(config, "destroy -auto-approve").await;
    for (from, to, part) in [
        (
            "c[1]",
            "c[7]",
            "The configuration has no action.lab_test.c[7]",
        ),
        ("c[1]", "c", "say which of its instances is meant"),
        ("c[1]", "d", "\"action.lab_test.d\" has not been declared"),
        (
            "action.lab_test.c[1]",
            "lab_sample.s",
            "Invalid action reference",
        ),
        ("[after_create]", "[after_all]", "Invalid event"),
        ("[after_create]", "[]", "No events specified"),
        (
            "name = each.key",
            "name = action.lab_test.c[0].sample",
            "is an action, which has no value",
        ),
        (
            "action \"lab_test\" \"c\"",
            "action \"lab_tset\" \"c\"",
            "Did you mean \"lab_test\"?",
        ),
    ] {
        let errors = runner.bad(&config.replace(from, to), "plan").await;
        assert!(errors.contains(part), "{to}: {errors}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_destroy_uses_the_configuration_of_the_plan() {
    let runner = Runner::new("destroy");
    let config = sample("abc", "x", &["before_destroy"])
        .replace("sample = \"before_destroy\"", "sample = lab_sample.s.name");
    runner.good(&config, "apply -auto-approve").await;
    // Another instance of the same resource is destroyed because it is out of range.
    runner.log.take();
    runner.good(&config, "destroy -auto-approve").await;
    assert_eq!(done(&runner.log), ["tested abc", "delete abc"]);
    runner.good(&config, "apply -auto-approve").await;
    runner.log.take();
    // A trigger removed from the resource triggers nothing.
    runner.good("", "apply -auto-approve").await;
    assert_eq!(done(&runner.log), ["delete abc"]);
    let failing = sample("abc", "x", &["before_destroy"]).replace(
        "sample = \"before",
        "flaw = \"error\"\n    sample = \"before",
    );
    runner.good(&failing, "apply -auto-approve").await;
    runner.log.take();
    runner.bad(&failing, "destroy -auto-approve").await;
    assert_eq!(done(&runner.log), [""; 0]);
    assert_eq!(runner.good(&failing, "state list").await, "lab_sample.s\n");
}

#[tokio::test(flavor = "multi_thread")]
async fn aliases_have_their_own_actions() {
    let runner = Runner::new("alias");
    let other = Log::of("runner-alias-other");
    let config = "provider \"lab\" {\n  alias = \"other\"\n  name = \"runner-alias-other\"\n}\n\
                  resource \"lab_sample\" \"s\" {\n  name = \"a\"\n  lifecycle {\n    action_trigger {\n      \
                  events = [after_create]\n      actions = [action.lab_test.t]\n    }\n  }\n}\n\
                  action \"lab_test\" \"t\" {\n  provider = lab.other\n  config {\n    sample = \"x\"\n  }\n}\n";
    runner.good(config, "apply -auto-approve").await;
    assert_eq!(runner.log.take(), ["create a"]);
    assert_eq!(other.take(), ["plan x", "test x", "tested x"]);
}
