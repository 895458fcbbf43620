//! The layers of the test harness and of its groups.

use super::sources::Layers;

/// The harness.
pub(super) const TESTING: Layers = Layers {
    crate_name: "schema_testing",
    root: &[],
    order: &[
        ("helpers", "know nothing of steps"),
        ("observed", "values, plans and states, whoever made them"),
        ("checks", "expectations, evaluated in what was observed"),
        ("steps", "commands with their checks"),
        (
            "drivers",
            "make the commands of steps, and answer with what is observed",
        ),
        ("harness", "gives steps to drivers, and judges the outcome"),
        (
            "conformance",
            "shares values, threads and deadlines; nothing of steps",
        ),
    ],
};

pub(super) const TESTING_OBSERVED: Layers = Layers {
    crate_name: "schema_testing",
    root: &["observed"],
    order: &[
        ("mode", "a word"),
        ("complaint", "lines of a log"),
        ("tree", "values of schemas"),
        ("redact", "trees, by what their schemas call sensitive"),
        (
            "results",
            "plans and states are made of trees, and printed redacted",
        ),
        ("failure", "a problem points to a line that was observed"),
        ("source", "finds such lines in a configuration"),
    ],
};

pub(super) const TESTING_CHECKS: Layers = Layers {
    crate_name: "schema_testing",
    root: &["checks"],
    order: &[
        ("place", "an expectation of one value"),
        (
            "evaluate",
            "an expectation against a tree; what it finds is a problem",
        ),
        (
            "object",
            "expectations of an object, evaluated in what was observed",
        ),
        ("opened", "expectations of what was opened"),
        ("listed", "expectations of what a query lists"),
    ],
};

pub(super) const TESTING_STEPS: Layers = Layers {
    crate_name: "schema_testing",
    root: &["steps"],
    order: &[
        ("test_context", "reads what was observed, by attributes"),
        ("expectations", "checks of what was observed"),
        ("step", "a command with its checks, or code of the test"),
        ("expect", "adds checks to a step"),
        (
            "misplaced",
            "compares the checks of a step with its command",
        ),
        (
            "outcome",
            "what was observed, against the expectations of a step",
        ),
    ],
};

pub(super) const TESTING_DRIVERS: Layers = Layers {
    crate_name: "schema_testing",
    root: &["drivers"],
    order: &[
        (
            "driver",
            "makes the commands of steps, and answers with what is observed",
        ),
        ("in_process", "a driver"),
        ("terraform", "a driver, which reads JSON into trees"),
    ],
};

pub(super) const TESTING_HARNESS: Layers = Layers {
    crate_name: "schema_testing",
    root: &["harness"],
    order: &[
        ("provider_test", "steps, and how they are gone through"),
        (
            "runner",
            "gives a test's steps to a driver and judges the outcome",
        ),
        ("importing", "steps of the runner"),
        (
            "run",
            "a runner for each mode, in a thread, until its deadline",
        ),
        (
            "state_test",
            "shares trees, failures and threads with the others",
        ),
        ("sweep", "shares threads and deadlines"),
        ("schemas", "a provider's schemas alone"),
        ("unit", "data of one call, from a struct"),
        ("compare", "two programs; nothing of a provider's types"),
    ],
};

pub(super) const CONFORMANCE: Layers = Layers {
    crate_name: "schema_testing",
    root: &["conformance"],
    order: &[
        (
            "findings",
            "a report in the making, from names of defects up",
        ),
        (
            "examples",
            "values of fields, and configurations made of them",
        ),
        (
            "kit",
            "has a provider, and records what it says and what is found",
        ),
        ("calls", "the kit calls the provider and code of examples"),
        ("secrets", "asks the kit what a provider accepts"),
        ("assemble", "findings to report, without secrets"),
        (
            "operations",
            "calls of the kit in their order, and what is wrong with the answers",
        ),
        ("builder", "examples and settings"),
        ("run", "everything, from the builder to the report"),
    ],
};

pub(super) const CONFORMANCE_FINDINGS: Layers = Layers {
    crate_name: "schema_testing",
    root: &["conformance", "findings"],
    order: &[
        ("class", "names of defects"),
        ("report", "findings have a class"),
        ("transcript", "texts"),
        ("stored_data", "values and their schemas"),
        ("collected", "a report in the making"),
    ],
};

pub(super) const CONFORMANCE_EXAMPLES: Layers = Layers {
    crate_name: "schema_testing",
    root: &["conformance", "examples"],
    order: &[
        ("fields", "values and their schemas"),
        ("example", "allows classes"),
        ("candidates", "other values of fields"),
    ],
};

pub(super) const CONFORMANCE_OPERATIONS: Layers = Layers {
    crate_name: "schema_testing",
    root: &["conformance", "operations"],
    order: &[
        ("schemas", "what the kit can find without an example"),
        ("functions", "calls that need no object"),
        ("state_stores", "states that need no object"),
        ("example_run", "steps made of the calls of an example"),
        ("resource_calls", "calls of an example run"),
        ("actions", "invokes the action of an example"),
        ("ephemeral", "opened and closed, of an example run"),
        (
            "generated",
            "the configuration of an object that an example run imported",
        ),
        ("write_only", "write-only arguments of an example run"),
        (
            "read_sets",
            "reads the object of an example, field by field",
        ),
        ("import", "imports the object of an example"),
        ("list", "lists the object of an example"),
        (
            "null_blocks",
            "sends the requests of an example once more, with null for empty blocks",
        ),
        ("unknowns", "plans of an example run, with unknown values"),
        ("change", "updates the object of an example, field by field"),
        ("drift", "changes the object outside of Terraform"),
        ("provoke", "makes calls fail"),
        (
            "delete",
            "deletes the object, and provokes failures of that",
        ),
        ("lifecycle", "puts the parts in their order"),
    ],
};
