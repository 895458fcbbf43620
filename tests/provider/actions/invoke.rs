//! `invoke` of the local runner.

use crate::runner::{Runner, done};

#[tokio::test(flavor = "multi_thread")]
async fn invoke_runs_one_or_all_instances_and_nothing_else() {
    let runner = Runner::new("invoke");
    let config = "resource \"lab_sample\" \"s\" {\n  name = \"abcd\"\n}\n\
                  action \"lab_test\" \"one\" {\n  config {\n    sample = \"n${lab_sample.s.number}\"\n  }\n}\n\
                  action \"lab_test\" \"two\" {\n  count = 2\n  config {\n    sample = \"c${count.index}\"\n  }\n}\n\
                  action \"lab_plain\" \"p\" {}\n";
    let errors = runner
        .bad(config, "invoke -auto-approve action.lab_test.one")
        .await;
    assert!(
        errors.contains("is not known") && errors.contains("apply them first"),
        "{errors}"
    );
    runner.good(config, "apply -auto-approve").await;
    runner.log.take();
    let output = runner.good(config, "invoke action.lab_test.one").await;
    assert_eq!(runner.log.take(), ["plan n4", "test n4", "tested n4"]);
    for part in [
        "Plan: 0 to add, 0 to change, 0 to destroy. Actions: 1 to invoke.",
        "Action started: action.lab_test.one (triggered by CLI)",
        "Apply complete! Resources: 0 added, 0 changed, 0 destroyed. Actions: 1 invoked.",
    ] {
        assert!(output.contains(part), "{part}: {output}");
    }
    runner
        .good(config, "invoke -auto-approve action.lab_test.two")
        .await;
    assert_eq!(done(&runner.log), ["tested c0", "tested c1"]);
    runner
        .good(config, "invoke -auto-approve action.lab_test.two[1]")
        .await;
    assert_eq!(done(&runner.log), ["tested c1"]);
    let output = runner
        .good(config, "invoke -auto-approve -json action.lab_plain.p")
        .await;
    for part in [
        "\"type\":\"action_progress\"",
        "\"addr\":\"action.lab_plain.p\"",
        "\"action_type\":\"lab_plain\"",
        "\"message\":\"made\"",
        "\"action_invocation\":1",
    ] {
        assert!(output.contains(part), "{part}: {output}");
    }
    let errors = runner
        .bad(config, "invoke -auto-approve action.lab_test.two[2]")
        .await;
    assert!(
        errors.contains("The configuration has no action.lab_test.two[2]"),
        "{errors}"
    );
    let errors = runner
        .bad(config, "invoke -auto-approve action.lab_test.on")
        .await;
    assert!(
        errors.contains("Did you mean \"action.lab_test.one\"?"),
        "{errors}"
    );
    let errors = runner.bad(config, "invoke lab_sample.s").await;
    assert!(errors.contains("not the address of an action"), "{errors}");
    let panics = config.replace("sample = \"c", "flaw = \"panic\"\n    sample = \"c");
    let errors = runner
        .bad(&panics, "invoke -auto-approve action.lab_test.two")
        .await;
    assert!(
        errors.contains("the provider panicked in invoke"),
        "{errors}"
    );
    assert_eq!(done(&runner.log), [""; 0]);
}
