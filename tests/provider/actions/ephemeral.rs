//! Ephemeral resources in configurations of actions that the user invokes.

use crate::runner::Runner;

#[tokio::test(flavor = "multi_thread")]
async fn ephemeral_resources_are_open_while_an_action_runs() {
    let runner = Runner::new("ephemeral");
    let config = "resource \"lab_sample\" \"s\" {\n  name = \"abcd\"\n}\n\
                  ephemeral \"lab_code\" \"c\" {\n  length = lab_sample.s.number\n}\n\
                  action \"lab_test\" \"t\" {\n  count = 2\n  config {\n    sample = \"c${count.index}\"\n    flaw = \"code\"\n    \
                  code = ephemeral.lab_code.c.text\n  }\n}\n";
    let errors = runner
        .bad(config, "invoke -auto-approve action.lab_test.t")
        .await;
    assert!(errors.contains("apply them first"), "{errors}");
    runner.good(config, "apply -auto-approve").await;
    runner.log.take();
    runner.good(config, "invoke action.lab_test.t[1]").await;
    // Opened for the plan, and again for the action.
    assert_eq!(
        runner.log.take(),
        [
            "open",
            "plan c1",
            "close",
            "open",
            "test c1",
            "code 4, 0 pins",
            "tested c1",
            "close"
        ]
    );
    let failing = config.replace("\"code\"", "\"error\"");
    let errors = runner
        .bad(&failing, "invoke -auto-approve action.lab_test.t")
        .await;
    assert!(errors.contains("the sample is bad"), "{errors}");
    assert_eq!(
        runner.log.take(),
        [
            // As in Terraform: each is invoked, whatever happens to the other.
            "open", "plan c0", "plan c1", "close", "open", "test c0", "test c1", "close"
        ]
    );
    // An action that is not invoked opens nothing.
    runner.good(config, "invoke action.lab_test.t[0]").await;
    runner.log.take();
    let kept = config.replace(
        "code = ephemeral.lab_code.c.text",
        "sample = ephemeral.lab_code.c.text",
    );
    let kept = kept.replace("    sample = \"c${count.index}\"\n", "");
    let errors = runner
        .bad(&kept, "invoke -auto-approve action.lab_test.t")
        .await;
    assert!(errors.contains("phemeral"), "{errors}");
}
