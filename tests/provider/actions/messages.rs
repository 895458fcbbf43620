//! The local runner's messages while actions run: no secrets, an interrupt, lines for machines.

use std::time::Duration;

use schema_provider::lifecycle::{Grace, Instance};
use schema_provider::local::{Io, run};
use schema_provider::prelude::*;
use serde_json::json;

use crate::lab::Lab;
use crate::runner::Runner;

#[tokio::test(flavor = "multi_thread")]
async fn no_secret_is_shown() {
    let runner = Runner::new("secrets");
    let config = "variable \"code\" {\n  sensitive = true\n  default = \"xyzzy-99\"\n}\n\
                  action \"lab_test\" \"t\" {\n  config {\n    sample = var.code\n    code = \"plugh-11\"\n    \
                  flaw = \"unknown ${var.code}\"\n  }\n}\n\
                  action \"lab_plain\" \"p\" {\n  config {\n    text = \"it is ${var.code}\"\n  }\n}\n";
    let (_, output, errors) = runner
        .run(config, "invoke -auto-approve action.lab_test.t")
        .await;
    let all = output + &errors;
    assert!(all.contains("unknown flaw"), "{all}");
    assert!(!all.contains("xyzzy") && !all.contains("plugh"), "{all}");
    let output = runner
        .good(config, "invoke -auto-approve action.lab_plain.p")
        .await;
    let progress = "Action action.lab_plain.p (triggered by CLI): ";
    assert!(output.contains(progress), "{output}");
    assert!(!output.contains("xyzzy"), "{output}");
}

/// Interrupts a command this often while its action runs, and returns its errors.
async fn interrupted(runner: &Runner, config: &str, line: &str, times: u32) -> String {
    let provider = format!("provider \"lab\" {{\n  name = \"{}\"\n}}\n", runner.name);
    let file = runner.directory.path().join("main.tf");
    std::fs::write(file, provider + config).unwrap();
    let (io, captured) = Io::captured(runner.directory.path(), "");
    let grace = Duration::from_millis(if times > 1 { 60_000 } else { 80 });
    let instance = Instance::new::<Lab>(Environment::default())
        .unwrap()
        .with_grace(Grace {
            apply: grace,
            other: grace,
        });
    let line: Vec<String> = line.split(' ').map(str::to_owned).collect();
    let running = tokio::spawn(run(line, instance, io));
    runner.log.wait("test a").await;
    for _ in 0..times {
        captured.interrupt();
        while !captured.output().contains("Interrupt received.") {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
    let limit = Duration::from_secs(60);
    let ended = tokio::time::timeout(limit, running).await;
    assert_eq!(ended.expect("the end").unwrap().code(), 1);
    captured.errors()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn an_interrupt_reaches_an_action_and_starts_nothing_else() {
    let config = |flaw: &str| {
        format!(
            "resource \"lab_sample\" \"s\" {{\n  name = \"a\"\n  lifecycle {{\n    action_trigger {{\n      \
             events = [before_create]\n      actions = [action.lab_test.t]\n      on_failure = continue\n    }}\n  }}\n}}\n\
             action \"lab_test\" \"t\" {{\n  config {{\n    sample = \"a\"\n    flaw = \"{flaw}\"\n  }}\n}}\n"
        )
    };
    let runner = Runner::new("interrupt");
    for line in [
        "apply -auto-approve",
        "invoke -auto-approve action.lab_test.t",
    ] {
        let errors = interrupted(&runner, &config("wait"), line, 1).await;
        assert!(
            errors.contains("lab_test: invoke was interrupted"),
            "{errors}"
        );
        let lines = runner.log.take();
        assert!(!lines.contains(&"create a".to_owned()), "{lines:?}");
        // An action that ignores the interrupt is abandoned, or no longer waited for.
        for (times, words) in [(1, "abandoned"), (2, "Abandoned")] {
            let errors = interrupted(&runner, &config("hang"), line, times).await;
            assert!(errors.contains(words), "{times}: {errors}");
            runner.log.take();
        }
    }
}

/// The JSON lines of Terraform 1.14 and later: what triggers which action, its progress, and its
/// end.
#[tokio::test(flavor = "multi_thread")]
async fn json_output_has_triggers_and_ends_of_actions() {
    let runner = Runner::new("machines");
    let lines = |output: &str| -> Vec<serde_json::Value> {
        let lines = output
            .lines()
            .map(|line| serde_json::from_str(line).expect("JSON"));
        let of_actions = lines.filter(|line: &serde_json::Value| {
            let kind = line["type"].as_str().unwrap_or_default();
            kind.starts_with("action_") || kind == "planned_action_invocation"
        });
        of_actions.collect()
    };
    let config = "resource \"lab_sample\" \"s\" {\n  name = \"a\"\n  origin = \"x\"\n  lifecycle {\n    action_trigger {\n      \
                  events = [before_update]\n      actions = [action.lab_test.two[0]]\n    }\n    action_trigger {\n      \
                  events = [after_create]\n      actions = [action.lab_test.one, action.lab_test.two[1]]\n    }\n  }\n}\n\
                  action \"lab_test\" \"one\" {\n  config {\n    sample = \"a\"\n  }\n}\n\
                  action \"lab_test\" \"two\" {\n  count = 2\n  config {\n    sample = \"b\"\n    FLAW\n  }\n}\n";
    let failing = config.replace("FLAW", "flaw = \"error\"");
    let (code, output, _) = runner.run(&failing, "apply -auto-approve -json").await;
    assert_eq!(code, 1);
    let told = lines(&output);
    let action = |name: &str, key: serde_json::Value| {
        let block = format!("action.lab_test.{name}");
        let addr = if key.is_null() {
            block
        } else {
            format!("{block}[{key}]")
        };
        json!({
            "addr": addr, "module": "", "action": addr, "implied_provider": "lab", "action_type": "lab_test",
            "action_name": name, "action_key": key,
        })
    };
    let resource = json!({
        "addr": "lab_sample.s", "module": "", "resource": "lab_sample.s", "implied_provider": "lab",
        "resource_type": "lab_sample", "resource_name": "s", "resource_key": null,
    });
    let lifecycle = |place: usize| json!({"resource": resource, "trigger_index": 1, "actions_index": place, "trigger_event": "AfterCreate"});
    let planned = |place: usize| {
        json!({
            "triggering_resource": resource, "triggering_event": "AfterCreate", "action_trigger_block_index": 1,
            "actions_list_index": place,
        })
    };
    let (one, two) = (action("one", json!(null)), action("two", json!(1)));
    let kinds: Vec<&str> = told
        .iter()
        .filter_map(|line| line["type"].as_str())
        .collect();
    assert_eq!(
        kinds,
        [
            "planned_action_invocation",
            "planned_action_invocation",
            "action_start",
            "action_progress",
            "action_complete",
            "action_start",
            "action_progress",
            "action_errored"
        ],
        "{told:#?}"
    );
    assert_eq!(
        told[0]["invocation"],
        json!({"action_addr": one, "lifecycle_trigger": planned(0)})
    );
    assert_eq!(
        told[1]["invocation"],
        json!({"action_addr": two, "lifecycle_trigger": planned(1)})
    );
    assert_eq!(
        told[2]["hook"],
        json!({"action": one, "lifecycle": lifecycle(0)})
    );
    assert_eq!(
        told[2]["@message"],
        "lab_sample.s.trigger[1]: Action started: action.lab_test.one"
    );
    assert_eq!(
        told[3]["hook"],
        json!({"action": one, "lifecycle": lifecycle(0), "message": "1 of 1"})
    );
    assert_eq!(
        told[3]["@message"],
        "lab_sample.s (1): action.lab_test.one - 1 of 1"
    );
    assert_eq!(
        told[4]["hook"],
        json!({"action": one, "lifecycle": lifecycle(0)})
    );
    assert_eq!(
        told[4]["@message"],
        "lab_sample.s (1): Action complete: action.lab_test.one"
    );
    let error = told[7]["hook"]["error"]
        .as_str()
        .expect("an error")
        .to_owned();
    assert!(error.contains("the sample is bad"), "{error}");
    let errored = json!({"action": two, "lifecycle": lifecycle(1), "error": error});
    assert_eq!(told[7]["hook"], errored);
    let text = format!("lab_sample.s (1): Action errored: action.lab_test.two[1] - {error}");
    assert_eq!(told[7]["@message"], text.as_str());
    // Invoked manually.
    let config = config.replace("FLAW", "");
    let output = runner
        .good(&config, "invoke -auto-approve -json action.lab_test.one")
        .await;
    let told = lines(&output);
    assert_eq!(
        told[0]["invocation"],
        json!({"action_addr": one, "action_trigger": {}})
    );
    assert_eq!(told[1]["hook"], json!({"action": one, "invoke": {}}));
    assert_eq!(told[1]["@message"], "Action started: action.lab_test.one");
    let last = told.last().expect("an end");
    assert_eq!(last["@message"], "Action complete: action.lab_test.one");
}
