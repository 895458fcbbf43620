//! Validations of variables, conditions before and after, and checks: in process and, with
//! `TF_ACC=1`, under Terraform.

use schema_provider::testing::{ProviderTest, Step, creates, object};

use crate::Bench;
use crate::mem::Mem;

fn test(remote: &str) -> ProviderTest {
    ProviderTest::new::<Mem>().env("MEM_REMOTE", remote)
}

const SIZE: &str = r#"
variable "size" {
  type = number
  validation {
    condition     = var.size > 0
    error_message = "The size must be positive, not ${var.size}."
  }
  validation {
    condition     = var.size <= local.most
    error_message = "At most ${local.most}."
  }
}
locals {
  most = 10
}
resource "mem_box" "a" {
  name = "a"
  size = var.size
}
"#;

#[test]
fn variables_have_rules_of_their_own() {
    test("rules")
        .step(
            Step::plan(SIZE)
                .var("size", 0)
                .fails_at(
                    "variable \"size\"",
                    "Invalid value for variable: The size must be positive, not 0. This was checked by the validation rule \
                     at main.tf:4,3-13",
                ),
        )
        .step(Step::plan(SIZE).var("size", 11).fails_at("variable \"size\"", "At most 10"))
        .step(
            Step::apply(SIZE)
                .var("size", 10)
                .does_not_mention("validation rule"),
        )
        .run();
}

/// As in Terraform: a rejected value is reported, but can be used.
#[tokio::test]
async fn the_console_reports_what_rules_reject_and_goes_on() {
    let bench = Bench::new("console-rules");
    bench.config("variable \"v\" {\n  default = \"x\"\n  validation {\n    condition     = var.v == \"y\"\n    error_message = \"It must be y.\"\n  }\n}\n");
    let done = bench.run_with("console", "var.v\n").await;
    assert_eq!(done.code, 0);
    // The warning has the same place as in Terraform.
    let warning = "some expressions may produce unexpected results";
    assert!(done.output.contains(warning), "{done:?}");
    assert!(done.output.ends_with("\"x\"\n"), "{done:?}");
    assert!(done.errors.contains("It must be y."), "{done:?}");
    let done = bench.run_with("console -var v=y", "var.v\n").await.good();
    assert_eq!(
        (done.output.as_str(), done.errors.as_str()),
        ("\"y\"\n", "")
    );
}

/// Reserved names of `module` blocks, which Terraform 1.11 rejects too.
#[tokio::test]
async fn names_reserved_for_modules_are_rejected_for_variables() {
    for name in [
        "source",
        "version",
        "providers",
        "provider",
        "count",
        "for_each",
        "lifecycle",
        "depends_on",
        "locals",
    ] {
        let bench = Bench::new("reserved-names");
        bench.config(&format!("variable \"{name}\" {{\n  default = 1\n}}\n"));
        bench
            .run("validate")
            .await
            .bad()
            .warns("Invalid variable name")
            .warns(&format!("\"{name}\" is reserved"))
            .warns("on main.tf line 1");
    }
}

#[test]
fn mutually_referencing_rules_are_a_cycle() {
    let config = r#"
variable "least" {
  default = 1
  validation {
    condition     = var.least <= var.most
    error_message = "The least is more than ${var.most}."
  }
}
variable "most" {
  default = 2
  validation {
    condition     = var.most >= var.least
    error_message = "The most is less than ${var.least}."
  }
}
"#;
    test("circle")
        .step(Step::plan(config).fails("[Cc]ycle"))
        .run();
}

#[test]
fn invalid_rules_are_reported() {
    let rule = |inside: &str| {
        format!("variable \"v\" {{\n  default = \"x\"\n  validation {{\n    {inside}\n  }}\n}}\n")
    };
    let fails =
        |inside: &str, line: &str, part: &str| Step::plan(rule(inside)).fails_at(line, part);
    test("norules")
        .step(fails(
            "condition     = true\n    error_message = \"m\"",
            "condition     = true",
            "must refer to var.v in order to test incoming values|must refer to at least one object",
        ))
        .step(fails(
            "condition     = var.v == \"y\" ? true : null\n    error_message = \"m\"",
            "condition     = var.v",
            "Invalid variable validation result: Validation condition expression must return either true or false, not null",
        ))
        .step(fails(
            "condition     = \"maybe ${var.v}\"\n    error_message = \"m\"",
            "condition     = \"maybe",
            "Invalid variable validation result: Invalid validation condition result value: a bool is required",
        ))
        .step(fails(
            "condition     = var.v == \"y\"\n    error_message = null",
            "variable \"v\"",
            "Failed to evaluate condition error message",
        ))
        .step(Step::plan(rule("condition = var.v == \"y\"")).fails("error_message"))
        .run();
}

const CONDITIONS: &str = r#"
variable "least" {
  default = 1
}
resource "mem_box" "first" {
  name = "first"
  size = 5
  lifecycle {
    postcondition {
      condition     = self.size >= var.least
      error_message = "${self.name} is too small."
    }
  }
}
resource "mem_box" "second" {
  name = "second"
  lifecycle {
    precondition {
      condition     = mem_box.first.serial != "never"
      error_message = "The serial is ${mem_box.first.serial}."
    }
  }
}
data "mem_box" "found" {
  name = mem_box.first.name
  lifecycle {
    postcondition {
      condition     = self.size == 5
      error_message = "Another box was found."
    }
  }
}
output "size" {
  value = mem_box.first.size
  precondition {
    condition     = var.least < 5
    error_message = "Nobody may know."
  }
}
"#;

#[test]
fn preconditions_and_postconditions_are_checked() {
    test("conditions")
        .step(Step::plan(CONDITIONS).var("least", 6).fails_at(
            "self.size >= var.least",
            "Resource postcondition failed: first is too small",
        ))
        .step(Step::plan(CONDITIONS).var("least", 5).fails_at(
            "var.least < 5",
            "Module output value precondition failed: Nobody may know",
        ))
        .step(
            Step::apply(CONDITIONS)
                .var("least", 1)
                .plans(creates("mem_box.second"))
                .output("size")
                .is(5),
        )
        .run();
}

#[test]
fn unknown_conditions_are_checked_in_the_apply() {
    let wrong = CONDITIONS.replace("!= \"never\"", "== \"never\"");
    test("later")
        .step(
            Step::apply(wrong)
                .plans(creates("mem_box.second"))
                .fails_at("mem_box.first.serial", "Resource precondition failed: The serial is ")
                .saves(object("mem_box.first").attr("name").is("first"))
                .saves(object("mem_box.second").gone()),
        )
        .step(
            // Existing values are known.
            Step::plan(
                "resource \"mem_box\" \"first\" {\n  name = \"first\"\n  size = 5\n  lifecycle {\n    postcondition {\n      \
                 condition     = self.serial == \"never\"\n      error_message = \"It has ${self.serial}.\"\n    }\n  }\n}\n",
            )
            .fails_at("self.serial", "Resource postcondition failed: It has "),
        )
        .run();
    let after = "resource \"mem_box\" \"a\" {\n  name = \"a\"\n  lifecycle {\n    postcondition {\n      condition     = \
                 self.serial == \"never\"\n      error_message = \"Not this one.\"\n    }\n  }\n}\n\
                 resource \"mem_box\" \"b\" {\n  name = \"b-${mem_box.a.name}\"\n  note = mem_box.a.serial\n}\n";
    test("after")
        .step(
            Step::apply(after)
                .fails_at("self.serial", "Resource postcondition failed: Not this one")
                // It was created, and nothing depends on it.
                .saves(object("mem_box.a").attr("name").is("a"))
                .saves(object("mem_box.b").gone()),
        )
        .run();
}

#[test]
fn each_instance_has_its_conditions() {
    let config = "variable \"names\" {\n  type = set(string)\n}\nresource \"mem_box\" \"a\" {\n  for_each = var.names\n  name = \
                  each.key\n  lifecycle {\n    precondition {\n      condition     = length(each.key) < 3\n      error_message = \
                  \"${each.key} is too long.\"\n    }\n    postcondition {\n      condition     = self.name == each.key\n      \
                  error_message = \"odd\"\n    }\n  }\n}\n";
    test("each")
        .step(
            Step::plan(config)
                .var("names", serde_json::json!(["ab", "abc", "abcd"]))
                .fails("precondition failed: abc is too long")
                .fails("precondition failed: abcd is too long")
                .does_not_mention("ab is too long"),
        )
        .step(Step::apply(config).var("names", serde_json::json!(["a", "ab"])))
        .run();
}

#[test]
fn checks_warn() {
    let config = "resource \"mem_box\" \"a\" {\n  name = \"a\"\n  size = 5\n}\n\
        check \"small\" {\n  assert {\n    condition     = mem_box.a.size < 5\n    error_message = \"It is ${mem_box.a.size}.\"\n  }\n  \
        assert {\n    condition     = mem_box.a.serial == \"never\"\n    error_message = \"The serial.\"\n  }\n}\n\
        check \"found\" {\n  data \"mem_box\" \"same\" {\n    name = mem_box.a.name\n  }\n  assert {\n    condition     = \
        data.mem_box.same.size == 6\n    error_message = \"Found ${data.mem_box.same.size}.\"\n  }\n}\n";
    test("checks")
        .step(
            Step::plan(config)
                .warns("Check block assertion failed: It is 5")
                .warns("Check block assertion known after apply")
                .does_not_mention("The serial"),
        )
        .step(
            Step::apply(config)
                .warns("Check block assertion failed: It is 5")
                .warns("Check block assertion failed: The serial")
                .warns("Check block assertion failed: Found 5")
                .saves(object("mem_box.a").attr("size").is(5)),
        )
        .step(
            Step::plan(config.replace("name = mem_box.a.name", "name = \"nowhere\""))
                .named("what cannot be read is a warning")
                .warns("nowhere")
                .plans_nothing(),
        )
        .step(
            Step::plan("resource \"mem_box\" \"a\" {\n  name = \"a\"\n}\ncheck \"c\" {}\n")
                .fails("Zero assert blocks"),
        )
        .run();
}

#[test]
fn self_is_for_postconditions() {
    let config = |kind: &str| {
        format!(
            "resource \"mem_box\" \"a\" {{\n  name = \"a\"\n  lifecycle {{\n    {kind} {{\n      condition     = self.name == \
             \"a\"\n      error_message = \"m\"\n    }}\n  }}\n}}\n"
        )
    };
    test("self")
        .step(Step::plan(config("precondition")).fails_at("self.name", "self"))
        .step(
            Step::plan(config("postcondition").replace("self.name", "self.nam"))
                .fails_at("self.nam", "Unsupported attribute"),
        )
        .step(
            Step::plan("resource \"mem_box\" \"a\" {\n  name = self.note\n}\n")
                .fails_at("self.note", "self"),
        )
        .step(Step::plan(config("postcondition")))
        .run();
}

#[test]
fn no_message_shows_a_secret() {
    let config = "variable \"pin\" {\n  sensitive = true\n}\nresource \"mem_box\" \"a\" {\n  name = \"a\"\n  lifecycle {\n    \
        precondition {\n      condition     = var.pin == \"no\"\n      error_message = \"It is ${var.pin}.\"\n    }\n  }\n}\n";
    test("secret")
        .step(
            Step::plan(config)
                .var("pin", "hunter22")
                .fails_at(
                    "var.pin == ",
                    "This check failed, but has an invalid error message",
                )
                .does_not_mention("hunter22"),
        )
        .run();
}
