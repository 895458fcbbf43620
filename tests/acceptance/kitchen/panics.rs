//! Panics in every callback of the provider developer, in the test profile; `a_long::release` runs
//! the same in a release-like profile: optimised, without debug assertions.

use super::workspace;
use sdk_tests::terraform::{Run, Workspace};
use serde_json::json;

/// Fails the test unless Terraform reports the panic, and names the resource and the operation.
#[track_caller]
fn panicked(run: Run, (resource, operation): (&str, &str), words: &str) {
    run.failed()
        .says(&format!("{resource}: the provider panicked in {operation}"))
        .says(words);
}

fn main(work: &Workspace, fields: &str) {
    work.main(&format!(
        "resource \"kitchen_trouble\" \"a\" {{\n  name = \"a\"\n  {fields}\n}}\n\
         resource \"kitchen_trouble\" \"fine\" {{\n  name = \"fine\"\n}}\n"
    ));
}

#[test]
fn panics_become_diagnostics() {
    if let Some(work) = workspace() {
        resources(&work);
    }
}

#[test]
fn panics_of_the_provider_itself() {
    if let Some(work) = workspace() {
        the_provider(&work);
    }
}

/// In each function of a resource. The process lives on.
pub(crate) fn resources(work: &Workspace) {
    let thing = "kitchen_trouble.a";
    let flaw = |flaw: &str| main(work, &format!("flaw = \"{flaw}\""));
    let run = |command: &str, operation: &str, words: &str| {
        let arguments: Vec<_> = command.split(' ').collect();
        let run = work.terraform(&arguments);
        panicked(run, ("kitchen_trouble", operation), words);
    };
    flaw("validator=panic");
    run("validate", "validate", "the validator panics");
    flaw("validate=panic");
    run("validate", "validate", "validate panics");
    flaw("plan=panic");
    run("plan", "plan", "plan panics");
    main(work, "");
    work.set("KITCHEN_PANIC", "1");
    run("plan", "validate", "the default function panics");
    work.unset("KITCHEN_PANIC");

    flaw("before=panic");
    run("apply -auto-approve", "create", "before panics");
    // It had no id: there is nothing to save; the other resource was created anyway.
    assert!(work.state().find(thing).is_none());
    assert!(work.state().find("kitchen_trouble.fine").is_some());
    // With an id, the fields that were set are saved, and the object is replaced next time.
    flaw("create=panic");
    run("apply -auto-approve", "create", "create panics");
    let half = work.state().object(thing);
    assert!(half.is_tainted());
    assert_eq!(
        (half.get("id"), half.get("half")),
        (&json!("a"), &json!("done"))
    );
    main(work, "");
    let plan = work.plan();
    assert_eq!(plan.action(thing), "delete create");
    work.apply();
    work.nothing_to_do();

    // An update that fails leaves the prior state.
    main(work, "flaw = \"update=panic\"\n  size = 5");
    run("apply -auto-approve", "update", "update panics");
    let kept = work.state().object(thing);
    assert!(!kept.is_tainted() && kept.get("size").is_null() && kept.get("flaw").is_null());
    main(work, "note = \"x\"\n  title = \"x\"");
    work.apply();
    main(work, "note = \"panic\"\n  title = \"x\"");
    run("plan", "plan", "the suppress function panics");
    main(work, "note = \"x\"\n  title = \"panic\"");
    run("plan", "plan", "the canonical function panics");

    flaw("read=panic");
    work.apply();
    run("plan", "read", "read panics");
    assert_eq!(work.state().object(thing).get("flaw"), "read=panic");
    main(work, "");
    work.terraform(&["apply", "-auto-approve", "-refresh=false"])
        .succeeded();
    flaw("upgrade=panic");
    work.apply();
    let version = |version: u8| {
        work.state().edit(|state| {
            for resource in state["resources"].as_array_mut().unwrap() {
                resource["instances"][0]["schema_version"] = version.into();
            }
        });
    };
    version(0);
    run("plan", "upgrade", "upgrade panics");
    version(1);
    flaw("delete=panic");
    work.apply();
    run("destroy -auto-approve", "delete", "delete panics");
    assert!(work.state().find(thing).is_some());
    assert!(work.state().find("kitchen_trouble.fine").is_none());
    main(work, "");
    work.apply();
    work.terraform(&["state", "rm", "kitchen_trouble.fine"])
        .succeeded();
    run(
        "import kitchen_trouble.fine import=panic",
        "import",
        "import panics",
    );
    // A move from another type.
    work.main("resource \"kitchen_scalars\" \"a\" {\n  text = \"a\"\n}\n");
    work.apply();
    work.main(
        "resource \"kitchen_trouble\" \"b\" {\n  name = \"b\"\n}\n\
         moved {\n  from = kitchen_scalars.a\n  to = kitchen_trouble.b\n}\n",
    );
    run("plan", "move", "move panics");
    work.clean();
}

/// In the provider's functions, and in those of a data source.
pub(crate) fn the_provider(work: &Workspace) {
    let main = |words: &str, body: &str| {
        work.main(&format!(
            "provider \"kitchen\" {{\n  words = [{words}]\n}}\n{body}"
        ));
    };
    let fixed = "resource \"kitchen_fixed\" \"a\" {\n  name = \"a\"\n}\n";
    main("\"panic\", \"in\", \"configure\"", fixed);
    panicked(
        work.terraform(&["plan"]),
        ("kitchen", "configure"),
        "panic in configure",
    );
    main("\"panic\", \"in\", \"validate\"", fixed);
    panicked(
        work.terraform(&["validate"]),
        ("kitchen", "validate"),
        "panic in validate",
    );
    main("\"fail\", \"as\", \"asked\"", fixed);
    work.terraform(&["plan"])
        .failed()
        .says("fail as asked")
        .says("words =");
    main("", "data \"kitchen_echo\" \"a\" {\n  text = \"panic\"\n}\n");
    panicked(
        work.terraform(&["plan"]),
        ("kitchen_echo", "read"),
        "the data source panics",
    );
    work.clean();
}
