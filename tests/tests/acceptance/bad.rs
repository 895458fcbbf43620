//! The search for complaints finds them: a provider that breaks each rule.

use crate::BAD;
use sdk_tests::terraform::{Kind, Workspace};

const THING: &str = r#"
resource "bad_thing" "one" {
  name   = "one"
  secret = "s"
}
"#;

/// Breaks a rule while a thing is created, and says whether Terraform minds.
#[track_caller]
fn create(test: &str, flaw: &str, expected: Kind, succeeds: bool) {
    let Some(work) = Workspace::new(test, &[BAD]) else {
        return;
    };
    work.main(THING);
    work.set("BAD_FLAW", flaw);
    let run = work.terraform(&["apply", "-auto-approve"]);
    assert_eq!(run.status, Some(i32::from(!succeeds)), "{}", run.text());
    work.clean_but(&[expected]);
}

#[test]
fn plans() {
    create("plans", "plan-config", Kind::InvalidPlan, false);
    create("plans", "plan-note", Kind::InvalidPlan, false);
    create("plans", "plan-secret", Kind::InvalidPlan, false);
    create("plans", "plan-tolerated", Kind::Tolerated, true);
}

#[test]
fn plans_that_change() {
    create(
        "plans_that_change",
        "plan-changes",
        Kind::InconsistentFinalPlan,
        false,
    );
}

#[test]
fn results() {
    create("results", "apply-other", Kind::InconsistentResult, false);
    create("results", "apply-tolerated", Kind::Tolerated, true);
    create("results", "apply-null", Kind::InconsistentResult, false);
    create("results", "apply-unknown", Kind::InvalidObject, false);
    create("results", "apply-secret", Kind::InvalidObject, false);
}

#[test]
fn crashes() {
    create("crashes", "plan-crash", Kind::Crash, false);
}

/// Breaks a rule while a thing is read.
#[track_caller]
fn read(test: &str, flaw: &str, expected: Kind) {
    let Some(work) = Workspace::new(test, &[BAD]) else {
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
    read("reads", "read-unknown", Kind::InvalidObject);
    read("reads", "read-secret", Kind::InvalidObject);
}

#[test]
fn a_refresh_that_finds_something_else_is_drift() {
    let Some(work) = Workspace::new("a_refresh_that_finds_something_else", &[BAD]) else {
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
    let Some(work) = Workspace::new("garbage_is_an_error", &[BAD]) else {
        return;
    };
    work.main(THING);
    work.set("BAD_FLAW", "plan-garbage");
    work.apply_fails().says("an object is required");
    work.clean();
}

#[test]
fn without_a_flaw_there_is_no_complaint() {
    let Some(work) = Workspace::new("without_a_flaw_there_is_no_complaint", &[BAD]) else {
        return;
    };
    work.main(THING);
    work.apply();
    work.nothing_to_do();
    work.destroy();
    work.clean();
}
