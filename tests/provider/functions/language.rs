//! Functions in configurations, in process and, with `TF_ACC=1`, under Terraform.

use schema_provider::testing::{ProviderTest, Step, terraform_version};
use serde_json::json;

use crate::calc::Calc;
use crate::is_opentofu;

fn test() -> ProviderTest {
    ProviderTest::new::<Calc>()
}

fn output(expression: &str) -> String {
    format!("output \"it\" {{\n  value = {expression}\n}}\n")
}

/// Applies an output, and checks it.
fn gives(expressions: &[(&str, serde_json::Value)]) {
    let mut test = test();
    for (expression, value) in expressions {
        test = test.step(
            Step::apply(output(&format!("provider::calc::{expression}")))
                .output("it")
                .is(value.clone()),
        );
    }
    test.run();
}

/// Plans an output, which must fail with this error.
fn fails(expressions: &[(&str, &str)]) {
    let mut test = test();
    for (expression, pattern) in expressions {
        let expression = format!("provider::calc::{expression}");
        test = test.step(Step::plan(output(&expression)).fails_at("value = provider", *pattern));
    }
    test.run();
}

#[test]
fn scalars() {
    gives(&[
        ("size_mb(\"2GiB\")", json!(2048)),
        ("echo_text(\"a\")", json!("a")),
        // Converted by the language's rules.
        ("echo_text(12)", json!("12")),
        ("echo_bool(\"true\")", json!(true)),
        ("echo_number(\"7\")", json!(7)),
        ("echo_float(1.5)", json!(1.5)),
        ("grade(\"soft\")", json!("hard")),
        ("echo_address(\"10.0.0.1\")", json!("10.0.0.1")),
    ]);
}

#[test]
fn collections_objects_and_dynamic_values() {
    gives(&[
        ("echo_list([\"a\", 1])", json!(["a", "1"])),
        ("echo_set([3, 1, 3])", json!([1, 3])),
        ("echo_map({ a = true })", json!({"a": true})),
        ("echo_tuple([\"a\", 1])", json!(["a", 1])),
        ("echo_dynamic(\"a\")", json!("a")),
        ("echo_dynamic([1, \"a\"])", json!([1, "a"])),
        ("echo_dynamic({ a = [1] })", json!({"a": [1]})),
        (
            "area({ width = 2, height = 3, label = null }, [{ width = 1, height = 1, label = \"x\" }])",
            json!(7),
        ),
        ("boxes(3)[0].width", json!(3)),
        ("mixed(\"a\", 1)", json!("a 1 0")),
    ]);
}

#[test]
fn further_arguments() {
    gives(&[
        ("join(\"-\")", json!("")),
        ("join(\"-\", \"a\")", json!("a")),
        ("join(\"-\", \"a\", \"b\")", json!("a-b")),
        ("join(\"-\", [\"a\", \"b\"]...)", json!("a-b")),
        ("join_nullable(\"a\", null)", json!("a,-")),
        ("kinds()", json!([])),
        (
            "kinds(\"a\", 1, [true])",
            json!(["string", "number", "tuple([bool])"]),
        ),
        ("labelled()", json!([])),
        (
            "labelled({ label = \"a\", value = 1 }, { label = \"b\", value = [true] }, { label = \"c\", value = null })",
            json!(["a: number", "b: tuple([bool])", "c"]),
        ),
    ]);
    fails(&[
        ("join(\"-\", \"a\", null)", "argument must not be null"),
        (
            "join(\"-\", \"a\", \"bad\")",
            "Invalid value for \"parts\" parameter: this part is bad",
        ),
        ("boxes(10)", "Invalid value for \"widths\" parameter"),
        (
            "labelled({ label = \"a\", value = 1 }, { label = \"bad\", value = \"x\" })",
            "Invalid value for \"all\" parameter: it is bad",
        ),
        (
            "labelled({ label = \"a\" })",
            "attribute \"value\" is required",
        ),
        (
            "labelled({ label = \"a\", value = 1 }, null)",
            "argument must not be null",
        ),
    ]);
}

#[test]
fn null() {
    gives(&[
        ("echo_option(\"a\")", json!("a")),
        ("describe(null, null)", json!("not a string, null")),
        ("describe(\"a\", 1)", json!("a, 1")),
        ("known(null, \"b\")", json!("b")),
    ]);
    test()
        .step(
            Step::apply(output("provider::calc::echo_option(null) == null"))
                .output("it")
                .is(true),
        )
        .run();
    fails(&[
        (
            "size_mb(null)",
            "Invalid value for \"text\" parameter: argument must not be null",
        ),
        ("echo_dynamic(null)", "argument must not be null"),
        (
            "area({ width = null, height = 3, label = null }, [])",
            "rectangle.width is required",
        ),
    ]);
}

#[test]
fn mistakes_are_reported_at_the_argument() {
    fails(&[
        (
            "size_mb(\"2 apples\")",
            "Invalid value for \"text\" parameter",
        ),
        (
            "size_mb([])",
            "Invalid value for \"text\" parameter: string (is )?required",
        ),
        ("grade(\"mild\")", "Invalid value for \"level\" parameter"),
        (
            "echo_address(\"x\")",
            "Invalid value for \"value\" parameter",
        ),
        (
            "area({ width = 1 }, [])",
            "Invalid value for \"rectangle\" parameter",
        ),
        (
            "area({ width = 1001, height = 1, label = null }, [])",
            "rectangle.width",
        ),
        ("refuses()", "it does not want to"),
        (
            "refuses_at(0, \"a\")",
            "Invalid value for \"place\" parameter: wrong",
        ),
        (
            "refuses_at(1, \"a\")",
            "Invalid value for \"other\" parameter: wrong",
        ),
        (
            "refuses_at(3, \"a\", \"b\", \"c\")",
            "Invalid value for \"rest\" parameter: wrong",
        ),
        (
            "refuses_at(-1, \"a\")",
            if is_opentofu() {
                ": wrong"
            } else {
                "refuses_at\" failed: wrong"
            },
        ),
        ("panics()", "the provider panicked in call"),
        (
            "panics_in_validator(\"wrong\")",
            "what a mess in a validator",
        ),
        ("infinite()", "infinite"),
        ("wrong()", "not of the type string"),
        ("size_mb()", "Not enough function arguments"),
        ("size_mb(\"1MiB\", \"1MiB\")", "Too many function arguments"),
        ("size_kb(\"1MiB\")", "size_kb"),
    ]);
}

#[test]
fn names_without_a_provider() {
    test()
        .step(Step::plan(output("provider::other::size_mb(\"1MiB\")")).fails("other"))
        .step(Step::plan(output("size_mb(\"1MiB\")")).fails("size_mb"))
        .run();
}

const UNKNOWN: &str = r#"
resource "terraform_data" "a" {
  input = "2GiB"
}
"#;

#[test]
fn unknown_arguments_are_known_when_applied() {
    let config = format!(
        "{UNKNOWN}{}",
        output("provider::calc::size_mb(terraform_data.a.output)")
    );
    test()
        .step(
            Step::apply(config)
                .only_with_terraform("the runner has no resources of other providers")
                .planned_output("it")
                .is_unknown()
                .output("it")
                .is(2048),
        )
        .run();
}

#[test]
fn a_sensitive_argument_makes_the_result_sensitive() {
    let config = |expression: &str, sensitive: bool| {
        format!(
            "variable \"size\" {{\n  sensitive = true\n}}\noutput \"it\" {{\n  value = {expression}\n  sensitive = {sensitive}\n}}\n"
        )
    };
    let call = "provider::calc::size_mb(var.size)";
    let inside = "provider::calc::kinds([1, { a = var.size }])";
    test()
        .step(
            Step::plan(config(call, false))
                .var("size", "1GiB")
                .fails("Output refers to sensitive values"),
        )
        .step(
            Step::plan(config(inside, false))
                .var("size", "1GiB")
                .fails("Output refers to sensitive values"),
        )
        .step(
            Step::apply(config(call, true))
                .var("size", "1GiB")
                .output("it")
                .is_sensitive(),
        )
        .step(
            Step::plan(config(call, true))
                .var("size", "hunter2")
                .fails("Invalid value for \"text\" parameter")
                .does_not_mention("hunter2"),
        )
        .run();
}

#[test]
fn functions_work_everywhere_in_a_configuration() {
    let config = r#"
variable "sizes" {
  default = ["1GiB", "2MiB"]
}
locals {
  all   = [for size in var.sizes : provider::calc::size_mb(size)]
  total = local.all[0] + local.all[1]
}
output "it" {
  value = local.total > 1000 ? provider::calc::join("+", local.all...) : "small"
}
output "tried" {
  value = try(provider::calc::refuses(), "nothing")
}
output "can" {
  value = can(provider::calc::size_mb("x"))
}
output "text" {
  value = "is ${provider::calc::size_mb("1GiB")} MiB"
}
"#;
    test()
        .step(
            Step::apply(config)
                .output("it")
                .is("1024+2")
                .output("tried")
                .is("nothing")
                .output("can")
                .is(false)
                .output("text")
                .is("is 1024 MiB"),
        )
        .run();
}

/// A module's requirements do not apply to the root, whose functions Terraform finds by the root's
/// own block.
#[test]
fn a_modules_required_provider_does_not_apply_to_the_root() {
    let inner = "terraform {\n  required_providers {\n    calc = { source = \"example/calc\" }\n  }\n}\n\
                 output \"it\" {\n  value = provider::calc::size_mb(\"1GiB\")\n}\n";
    let root = "module \"inner\" {\n  source = \"./inner\"\n}\n\
                output \"it\" {\n  value = provider::calc::size_mb(\"2GiB\") + module.inner.it\n}\n";
    test()
        .source("example/calc")
        .step(
            Step::apply(root)
                .file("inner/main.tf", inner)
                .only_with_terraform("the local runner has no modules")
                .output("it")
                .is(3072),
        )
        .run();
}

#[test]
fn functions_over_protocol_5() {
    test()
        .protocol(schema_provider::testing::Protocol::V5)
        .step(
            Step::apply(output("provider::calc::size_mb(\"2GiB\")"))
                .output("it")
                .is(2048),
        )
        .step(
            Step::plan(output("provider::calc::size_mb(\"2 apples\")"))
                .fails("Invalid value for \"text\" parameter"),
        )
        .run();
}

fn test_of_results() -> ProviderTest {
    if is_opentofu() {
        test().only_in_process("OpenTofu compares no results of functions")
    } else {
        test()
    }
}

#[test]
fn a_different_result_in_the_same_apply_is_rejected() {
    // Once in the plan, once in its apply.
    let config = "resource \"terraform_data\" \"a\" {\n  input = provider::calc::impure()\n}\n";
    test_of_results()
        .step(
            Step::apply(config)
                .only_with_terraform("the runner has no resources of other providers")
                .fails("inconsistent result"),
        )
        .run();
}

#[test]
fn different_results_for_equal_arguments_are_rejected() {
    let config =
        "output \"it\" {\n  value = [provider::calc::impure(), provider::calc::impure()]\n}\n";
    test_of_results()
        .step(Step::plan(config).fails("inconsistent result"))
        .run();
}

#[test]
fn unknown_or_known_for_the_same_arguments() {
    // Like Terraform 1.11 and 1.12; from 1.13 on an unknown result may become anything.
    let config = output("[provider::calc::late(), provider::calc::late()]");
    let under_terraform = Step::plan(&*config).only_with_terraform("its version decides");
    let refused = terraform_version()
        .is_some_and(|version| !version.is_opentofu() && !version.is_at_least([1, 13]));
    test()
        .step(
            Step::plan(&*config)
                .fails("inconsistent result")
                .only_in_process("it is as Terraform 1.11"),
        )
        .step(if refused {
            under_terraform.fails("inconsistent result")
        } else {
            under_terraform
        })
        .run();
}
