//! `validate` of a function in process, in configurations and under Terraform: checks of several
//! arguments together.

use schema_provider::Value;
use schema_provider::lifecycle::Instance;
use schema_provider::prelude::*;
use schema_provider::testing::{ProviderTest, Step};

use crate::calc::Calc;
use crate::is_opentofu;

#[tokio::test(flavor = "multi_thread")]
async fn arguments_are_validated_together_in_process() {
    let instance = Instance::new::<Calc>(Environment::default()).unwrap();
    let arguments = [Value::from(3), Value::from(2), Value::from("token")];
    let refused = instance.call_function("between", arguments.to_vec()).await;
    let refused = refused.unwrap_err();
    assert_eq!(refused.text, "It must not be above `most`");
    assert_eq!(refused.argument, Some(0));
}

#[test]
fn arguments_are_validated_together_in_configurations() {
    let call = |arguments: &str| {
        format!("output \"it\" {{\n  value = provider::calc::between({arguments})\n}}\n")
    };
    let unknown = "resource \"terraform_data\" \"a\" {\n  input = 13\n}\n";
    let secret = "variable \"token\" {\n  sensitive = true\n}\n";
    ProviderTest::new::<Calc>()
        .step(Step::apply(call("2, 8, \"\", 1, 2, 9")).output("it").is(1))
        .step(Step::plan(call("3, 2, \"\"")).fails_at(
            "value = provider",
            "Invalid value for \"least\" parameter: It must not be above `most`",
        ))
        .step(Step::plan(call("0, null, \"\", 1, 13")).fails_at(
            "value = provider",
            "Invalid value for \"numbers\" parameter: it brings bad luck",
        ))
        .step(
            Step::plan(call("0, null, \"\", 1, 1, 1, 1")).fails(if is_opentofu() {
                // It names the first parameter if no other is meant.
                "four are too many"
            } else {
                "between\" failed: four are too many"
            }),
        )
        .step(Step::plan(call("0, null, \"\", 1, 1, 1, 1, 1, 1")).fails("what a mess in validate"))
        .step(
            Step::plan(format!(
                "{secret}{}",
                call("3, 2, var.token").replace('}', "  sensitive = true\n}")
            ))
            .var("token", "hunter2hunter2")
            .fails("Invalid value for \"least\" parameter")
            .does_not_mention("hunter2"),
        )
        .step(
            // Not rejected as long as it is unknown.
            Step::apply(format!(
                "{unknown}{}",
                call("0, null, \"\", terraform_data.a.output")
            ))
            .only_with_terraform("the runner has no resources of other providers")
            .fails("it brings bad luck"),
        )
        .step(Step::apply(call("2, 8, \"\"")))
        .run();
}
