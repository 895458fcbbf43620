//! What the local runner does not have: conditions, and modules. Under Terraform alone, with `TF_ACC=1`. (Conditions that
//! hold are not among them: `terraform show` of 1.11 crashes over a plan with the results of an ephemeral resource's.)

use schema_provider::testing::Step;

use crate::language::test;

/// The log of an apply under Terraform; nothing where it is not asked for.
fn log(text: &str, fails: Option<&str>, files: &[(&str, &str)]) -> Option<Vec<String>> {
    let mut test = test();
    let mut step = Step::apply(test.config(text));
    for (name, text) in files {
        step = step.file(*name, *text);
    }
    if let Some(pattern) = fails {
        step = step.fails(pattern);
    }
    let step = step.only_with_terraform("the runner has neither conditions nor modules");
    test.test = test.test.step(step);
    let log = test.run();
    schema_provider::testing::terraform_program().map(|_| log)
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
    let Some(log) = log(&text, Some("it must not be"), &[]) else {
        return;
    };
    assert!(!log.iter().any(|line| line.starts_with("open")), "{log:?}");
}

#[test]
fn a_failed_postcondition_stops_what_needs_it_and_closes() {
    let text = token("postcondition").replace("CONDITION", "self.name != \"a\"");
    let Some(log) = log(&text, Some("it must not be"), &[]) else {
        return;
    };
    // `run` saw that each one was closed.
    assert!(log.iter().any(|line| line.starts_with("open a")), "{log:?}");
    assert!(
        !log.iter().any(|line| line.starts_with("create")),
        "{log:?}"
    );
}

/// A provider that is fed by something ephemeral, in a module of which there is no instance, and of which there is one.
#[test]
fn a_module_without_instances_takes_settings_that_are_ephemeral() {
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
        let Some(log) = log(&text(count), None, &[("m/main.tf", module)]) else {
            return;
        };
        let created = log.iter().filter(|line| line.starts_with("create")).count();
        assert_eq!(created, count, "{log:?}");
    }
}
