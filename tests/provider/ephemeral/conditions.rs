//! Conditions of ephemeral resources, in process and, with `TF_ACC=1`, under Terraform; and
//! ephemeral settings of a provider that manages nothing.

use schema_provider::testing::Step;

use crate::language::test;

/// The log of an apply that fails.
fn failed(text: &str, pattern: &str) -> Vec<String> {
    let mut test = test();
    let step = Step::apply(test.config(text)).fails(pattern);
    test.test = test.test.step(step);
    test.run()
}

const SECRET: &str =
    "resource \"lease_secret\" \"s\" {\n  value = ephemeral.lease_token.a.token\n}\n";

fn token(condition: &str) -> String {
    let lifecycle = format!(
        "  lifecycle {{\n    {condition} {{\n      condition     = CONDITION\n      error_message = \"it must not be\"\n    }}\n  }}\n"
    );
    format!("ephemeral \"lease_token\" \"a\" {{\n  name = \"a\"\n{lifecycle}}}\n{SECRET}")
}

#[test]
fn a_failed_precondition_opens_nothing() {
    let text =
        token("precondition").replace("CONDITION", "local.one > 2") + "locals {\n  one = 1\n}\n";
    let log = failed(&text, "it must not be");
    assert!(!log.iter().any(|line| line.starts_with("open")), "{log:?}");
}

#[test]
fn a_failed_postcondition_stops_dependents_and_closes() {
    let text = token("postcondition").replace("CONDITION", "self.name != \"a\"");
    let log = failed(&text, "it must not be");
    // `run` checks that each one was closed.
    assert!(log.iter().any(|line| line.starts_with("open a")), "{log:?}");
    assert!(
        !log.iter().any(|line| line.starts_with("create")),
        "{log:?}"
    );
}

/// `terraform show` of 1.11 crashes over a plan with the results of an ephemeral resource's
/// conditions.
#[test]
fn satisfied_conditions_allow_use() {
    for (condition, expression) in [
        ("precondition", "local.one > 0"),
        ("postcondition", "self.name == \"a\""),
    ] {
        let text = token(condition).replace("CONDITION", expression);
        let mut test = test();
        let step = Step::apply(test.config(&format!("{text}locals {{\n  one = 1\n}}\n")))
            .only_in_process(
                "`terraform show` of 1.11 crashes over the results of such conditions",
            );
        test.test = test.test.step(step);
        let log = test.run();
        let made = "create with a-xxx".to_owned();
        assert!(log.contains(&made), "{condition}: {log:?}");
    }
}

/// The calls to a provider that gets ephemeral settings and manages nothing: only configure, in
/// plan and apply. The same holds if the resource or its module has no instances.
#[test]
fn resources_without_instances_accept_ephemeral_settings() {
    for (opened, managed) in [(1, 0), (1, 1), (0, 0)] {
        let text = format!(
            "provider \"lease\" {{\n  LOG\n}}\n\
             provider \"lease\" {{\n  alias = \"fed\"\n  LOG\n  echo = ephemeral.lease_token.a[*].name\n}}\n\
             ephemeral \"lease_token\" \"a\" {{\n  count = {opened}\n  name  = \"a\"\n}}\n\
             resource \"lease_secret\" \"s\" {{\n  provider = lease.fed\n  count    = {managed}\n}}\n"
        );
        let mut test = test();
        let step = Step::apply(test.config(&text));
        test.test = test.test.step(step);
        let log = test.run();
        let said = |line: &str| log.iter().filter(|said| *said == line).count();
        let settings = if opened == 0 { "[]" } else { "[\"a\"]" };
        // For the plan and for the apply.
        let configured = said(&format!("configure with {settings}"));
        assert!(configured >= 2, "{opened} {managed}: {log:?}");
        assert_eq!(said("configure with something unknown"), 0, "{log:?}");
        let opens = said("open a of 3");
        assert_eq!(opens > 0, opened == 1, "{log:?}");
        let made = log
            .iter()
            .any(|line| line.starts_with("create") || line == "delete");
        assert_eq!(made, managed == 1, "{log:?}");
    }
}

/// A provider with ephemeral settings, in a module without instances, and in one with an instance.
#[test]
fn modules_without_instances_accept_ephemeral_settings() {
    let text = |count: usize| {
        format!(
            "provider \"lease\" {{\n  LOG\n}}\n\
             provider \"lease\" {{\n  alias = \"fed\"\n  LOG\n  echo = ephemeral.lease_token.a\n}}\n\
             ephemeral \"lease_token\" \"a\" {{\n  name = \"a\"\n}}\n\
             module \"m\" {{\n  source    = \"./m\"\n  count     = {count}\n  providers = {{ lease = lease.fed }}\n}}\n"
        )
    };
    let module = "resource \"lease_secret\" \"s\" {}\n";
    for count in [0, 1] {
        let mut test = test();
        let step = Step::apply(test.config(&text(count)))
            .file("m/main.tf", module)
            .only_with_terraform("the runner has no modules");
        test.test = test.test.step(step);
        let log = test.run();
        if schema_provider::testing::terraform_program().is_none() {
            return;
        }
        let created = log.iter().filter(|line| line.starts_with("create")).count();
        assert_eq!(created, count, "{log:?}");
    }
}
