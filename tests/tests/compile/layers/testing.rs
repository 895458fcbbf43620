//! The layers of schema-testing, and those of its conformance kit.

use super::sources::Layers;
use super::{assert_kept, first_column, workspace};

const TESTING: Layers = Layers {
    crate_name: "schema_testing",
    root: &[],
    order: &[
        ("stderr", "knows nothing but a line"),
        ("thread", "work of any kind"),
        ("names", "random texts"),
        ("way", "a word"),
        (
            "deadline",
            "what is waited for, of which providers may tell",
        ),
        ("program", "a file and its version"),
        ("complaint", "lines of a log"),
        ("setup", "a provider as it is configured"),
        ("schemas", "a provider's schemas alone"),
        ("tree", "values of schemas"),
        ("redact", "trees, by what their schemas call sensitive"),
        (
            "observed",
            "plans and states are made of trees, and printed redacted",
        ),
        ("failure", "a problem points to a line that was observed"),
        ("source", "finds such lines in a configuration"),
        ("attribute", "an expectation of one value"),
        (
            "evaluate",
            "an expectation against a tree; what it finds is a problem",
        ),
        (
            "checks",
            "expectations of an object, evaluated in what was observed",
        ),
        ("between", "reads what was observed, by attributes"),
        ("step", "a command with its checks, or code of the test"),
        (
            "outcome",
            "what was observed, against the expectations of a step",
        ),
        (
            "driver",
            "makes the commands of steps, and answers with what is observed",
        ),
        ("in_process", "a driver"),
        ("terraform", "a driver, which reads JSON into trees"),
        ("provider_test", "steps, and how they are gone through"),
        (
            "runner",
            "gives a test's steps to a driver and judges the outcome",
        ),
        (
            "run",
            "a runner for each way, in a thread, until its deadline",
        ),
        (
            "state_test",
            "shares trees, failures and threads with the others",
        ),
        ("sweep", "shares threads and deadlines"),
        (
            "conformance",
            "shares trees, threads and deadlines; nothing of steps",
        ),
    ],
};

const CONFORMANCE: Layers = Layers {
    crate_name: "schema_testing",
    root: &["conformance"],
    order: &[
        ("class", "names of defects"),
        ("report", "findings have a class"),
        ("fields", "values and their schemas"),
        ("transcript", "texts"),
        ("findings", "a report in the making"),
        ("example", "allows classes"),
        ("candidates", "other values of fields"),
        (
            "kit",
            "calls a provider, and records what it says and what is found",
        ),
        ("secrets", "asks the kit what a provider accepts"),
        ("assemble", "findings to report, without secrets"),
        ("schemas", "what the kit can find without an example"),
        ("example_run", "steps made of the kit's calls"),
        ("import", "a part of a run"),
        ("change", "a part of a run"),
        ("drift", "a part of a run"),
        ("provoke", "a part of a run"),
        ("delete", "a part of a run, which provokes"),
        ("lifecycle", "puts the parts in their order"),
        ("builder", "examples and settings"),
        ("run", "everything, from the builder to the report"),
    ],
};

#[test]
fn the_harness_imports_one_way() {
    assert_kept(&TESTING, "schema-testing");
}

#[test]
fn the_conformance_kit_imports_one_way() {
    assert_kept(&CONFORMANCE, "schema-testing");
}

#[test]
fn the_maps_say_the_same_order() {
    for (layers, page) in [(&TESTING, "lib.rs"), (&CONFORMANCE, "conformance/mod.rs")] {
        let order: Vec<&str> = layers.order.iter().map(|(name, _)| *name).collect();
        let path = workspace().join("schema-testing/src").join(page);
        let text = std::fs::read_to_string(path).unwrap();
        assert_eq!(first_column(&text, "# Modules"), order, "{page}");
    }
}
