//! The search for complaints finds them: a provider that breaks every rule.

use crate::BAD;
use sdk_tests::terraform::{Kind, Workspace, is_opentofu};

const THING: &str = r#"
resource "bad_thing" "one" {
  name   = "one"
  secret = "s"
}
"#;

/// Breaks a rule while a thing is created, and checks whether Terraform complains.
#[track_caller]
fn create(flaw: &str, expected: Kind, succeeds: bool) {
    let Some(work) = Workspace::new(&[BAD]) else {
        return;
    };
    work.main(THING);
    work.set("BAD_FLAW", flaw);
    let run = work.terraform(&["apply", "-auto-approve"]);
    assert_eq!(run.status, Some(i32::from(!succeeds)), "{}", run.text());
    work.clean_but(&[expected]);
}

/// OpenTofu has the same message for a write-only value at any path.
fn write_only_value(kind: Kind) -> Kind {
    if is_opentofu() {
        Kind::InvalidObject
    } else {
        kind
    }
}

#[test]
fn plans() {
    create("plan-config", Kind::InvalidPlan, false);
    create("plan-note", Kind::InvalidPlan, false);
    create("plan-secret", write_only_value(Kind::InvalidPlan), false);
    create("plan-tolerated", Kind::Tolerated, true);
}

#[test]
fn plans_that_change() {
    create("plan-changes", Kind::InconsistentFinalPlan, false);
}

#[test]
fn results() {
    create("apply-other", Kind::InconsistentResult, false);
    create("apply-tolerated", Kind::Tolerated, true);
    create("apply-null", Kind::InconsistentResult, false);
    create("apply-unknown", Kind::InvalidObject, false);
    create("apply-secret", Kind::InvalidObject, false);
}

/// A write-only value in an answer: the object of an apply is not even saved. The legacy flag does
/// not help.
#[test]
fn write_only_values() {
    create(
        "plan-secret-tolerated",
        write_only_value(Kind::InvalidPlan),
        false,
    );
    create("apply-secret-tolerated", Kind::InvalidObject, false);
    let Some(work) = Workspace::new(&[BAD]) else {
        return;
    };
    work.main(THING);
    work.set("BAD_FLAW", "apply-secret");
    work.terraform(&["apply", "-auto-approve"]).failed();
    if is_opentofu() {
        // It is saved as tainted there.
        assert!(work.state().object("bad_thing.one").is_tainted());
        work.terraform(&["state", "rm", "bad_thing.one"])
            .succeeded();
    }
    assert_eq!(work.state().count(), 0);
    work.set("BAD_FLAW", "import-secret");
    let run = work.terraform(&["import", "bad_thing.one", "1"]);
    // OpenTofu does not check imported objects.
    if !is_opentofu() {
        run.failed().says("write-only");
    }
    work.set("BAD_FLAW", "");
    work.apply();
    work.set("BAD_FLAW", "upgrade-secret");
    work.terraform(&["plan"]).failed().says("write-only");
    work.set("BAD_FLAW", "");
    work.destroy();
    work.main("resource \"terraform_data\" \"one\" {}\n");
    work.apply();
    work.set("BAD_FLAW", "move-secret");
    work.main(&format!(
        "{THING}moved {{\n  from = terraform_data.one\n  to   = bad_thing.one\n}}\n"
    ));
    work.terraform(&["plan"]).failed().says("write-only");
    work.set("BAD_FLAW", "");
    work.apply().says("0 added");
    work.clean_but(&[Kind::InvalidObject]);
}

#[test]
fn an_answer_that_is_deferred_is_not_allowed() {
    let Some(work) = Workspace::new(&[BAD]) else {
        return;
    };
    work.main(THING);
    work.set("BAD_FLAW", "plan-deferred");
    if is_opentofu() {
        // OpenTofu accepts the object of a deferred plan.
        work.apply();
    } else {
        work.apply_fails().says("Terraform did not allow deferrals");
    }
    work.clean();
}

/// If Terraform shows the status of a call, the call's diagnostic now has the same text.
#[test]
fn a_request_that_is_too_large_is_an_error_of_its_object() {
    let Some(work) = Workspace::new(&[BAD]) else {
        return;
    };
    let thing = |length: usize| {
        let note = "x".repeat(length);
        let name = "name = \"one\"";
        work.main(&format!(
            "resource \"bad_thing\" \"one\" {{\n  {name}\n  note = \"{note}\"\n}}\n"
        ));
    };
    work.set("BAD_FLAW", "little-memory");
    thing(1);
    work.apply();
    thing(8 << 20);
    for command in [&["validate"][..], &["plan"]] {
        work.terraform(command)
            .failed()
            .says("The provider cannot answer")
            .says("with bad_thing.one,")
            .says("This request needs 9 MiB of memory");
    }
    assert_eq!(work.state().object("bad_thing.one").get("note"), "x");
    thing(1);
    work.nothing_to_do();
    work.destroy();
    work.clean();
}

#[test]
fn crashes() {
    create("plan-crash", Kind::Crash, false);
}

/// Breaks a rule while a thing is read.
#[track_caller]
fn read(flaw: &str, expected: Kind) {
    let Some(work) = Workspace::new(&[BAD]) else {
        return;
    };
    work.main(THING);
    work.apply();
    work.set("BAD_FLAW", flaw);
    work.terraform(&["plan"]);
    work.clean_but(&[expected]);
}

#[test]
fn reads() {
    // OpenTofu accepts an unknown refreshed object, and only fails to show the plan as JSON.
    if !is_opentofu() {
        read("read-unknown", Kind::InvalidObject);
    }
    read("read-secret", Kind::InvalidObject);
}

#[test]
fn a_refresh_that_finds_something_else_is_drift() {
    let Some(work) = Workspace::new(&[BAD]) else {
        return;
    };
    work.main(THING);
    work.apply();
    work.set("BAD_FLAW", "read-other");
    assert_eq!(work.plan().drift(), ["bad_thing.one"]);
    work.clean();
}

#[test]
fn garbage_is_an_error() {
    let Some(work) = Workspace::new(&[BAD]) else {
        return;
    };
    work.main(THING);
    work.set("BAD_FLAW", "plan-garbage");
    work.apply_fails().says("an object is required");
    work.clean();
}

#[test]
fn a_correct_provider_causes_no_complaint() {
    let Some(work) = Workspace::new(&[BAD]) else {
        return;
    };
    work.main(THING);
    work.apply();
    work.nothing_to_do();
    work.destroy();
    work.clean();
}
