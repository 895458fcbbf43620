//! Every check fails when it should, with a message that says what is wrong and where.

use schema_provider::prelude::AttrPath as _;
use schema_provider::testing::{
    Failure, Step, creates, deletes, drifts, object, replaces, updates,
};
use serde_json::json;

use super::{a_box, test};
use crate::mem::{Crate, Lid, Remote};

/// The failure of a test with these steps.
fn fails(remote: &str, steps: impl IntoIterator<Item = Step>) -> Failure {
    let failure = test(remote)
        .only_in_process("it is about the harness")
        .steps(steps)
        .try_run()
        .expect_err("it should fail");
    // Whatever failed, nothing is left behind.
    let left = Remote::of(remote).boxes.lock().expect("boxes").len();
    assert_eq!(left, 0, "{failure}");
    failure
}

/// A step after the box was created, and the text of its failure.
#[track_caller]
fn fails_with(remote: &str, step: Step, parts: &[&str]) {
    let failure = fails(remote, [Step::apply(a_box("  size = 64\n")), step]);
    let text = failure.to_string();
    assert_eq!(failure.step(), 2, "{text}");
    for part in parts {
        assert!(text.contains(part), "no {part:?} in:\n{text}");
    }
}

/// A plan or an apply of the box, with a check that does not hold.
macro_rules! cases {
    ($($name:ident: $step:expr => [$($part:expr),+ $(,)?];)*) => {
        $(
            #[test]
            fn $name() {
                fails_with(concat!("wrong-", stringify!($name)), $step, &[$($part),+]);
            }
        )*
    };
}

/// The box, grown.
fn grown() -> Step {
    Step::apply(a_box("  size = 65\n"))
}

cases! {
    another_action: grown().plans(creates("mem_box.a")) => [
        "mem_box.a: the plan updates it in place",
        "size: 64 → 65",
        "but should say: creates it",
        "main.tf:1: resource \"mem_box\" \"a\" {",
    ];
    other_marks: Step::plan(a_box("  size = sensitive(64)\n")).plans_nothing() => [
        "mem_box.a: the plan updates it in place",
        "no value changes, only what of them is sensitive",
    ];
    no_replacement: grown().plans(replaces("mem_box.a")) => ["updates it in place", "replaces it"];
    no_deletion: grown().plans(deletes("mem_box.a")) => ["updates it in place", "deletes it"];
    no_such_object_in_the_plan: grown().plans(updates("mem_box.b")) => [
        "the plan has nothing for mem_box.b; it has mem_box.a",
    ];
    no_drift: grown().plans(drifts("mem_box.a")) => [
        "the refresh found mem_box.a as the state said; it found otherwise: nothing at all",
    ];
    another_value: grown().saves(object("mem_box.a").attr(Crate::SIZE).is(66)) => [
        "mem_box.a: size is 65, but should be 66",
        "main.tf:3: size = 65",
    ];
    another_value_by_name: grown().saves(object("mem_box.a").attr("size").is(66)) => [
        "mem_box.a: size is 65, but should be 66",
    ];
    another_value_in_the_plan: grown().plans(updates("mem_box.a").attr(Crate::SIZE).is(66)) => [
        "mem_box.a: size is 65, but should be 66",
    ];
    another_type: grown().saves(object("mem_box.a").attr("size").is("65")) => [
        "mem_box.a: size is 65, but should be \"65\"",
    ];
    not_unknown: grown().plans(updates("mem_box.a").attr(Crate::SERIAL).is_unknown()) => [
        "mem_box.a: serial is \"S1\", but should be unknown",
    ];
    not_known: Step::plan(a_box("").replace("\"a\"\n", "\"b\"\n"))
        .plans(replaces("mem_box.a").attr(Crate::SERIAL).is_known()) => [
        "serial is unknown, but should be known",
    ];
    other_unknowns: Step::plan(a_box("").replace("\"a\"\n", "\"b\"\n"))
        .plans(replaces("mem_box.a").only_unknown(["id"])) => [
        "other attributes are unknown than should be",
        "expected: id",
        "found: id, serial, size",
    ];
    not_null: grown().saves(object("mem_box.a").attr(Crate::SIZE).is_null()) => [
        "size is 65, but should be null",
    ];
    not_set: grown().saves(object("mem_box.a").attr(Crate::NOTE).is_set()) => [
        "note is null, but should be known and not null",
        "main.tf:1:",
    ];
    not_sensitive: grown().saves(object("mem_box.a").attr(Crate::NOTE).is_sensitive()) => [
        "mem_box.a: note is not sensitive",
    ];
    sensitive: grown().saves(object("mem_box.a").attr(Crate::CODE).is_not_sensitive()) => [
        "mem_box.a: code is sensitive",
    ];
    another_length: grown().saves(object("mem_box.a").attr(Crate::LID).has_length(1)) => [
        "lid is [], but should be a collection of 1",
    ];
    no_such_element: Step::apply(a_box("  labels = { a = \"b\" }\n"))
        .saves(object("mem_box.a").attr("labels").contains("c")) => [
        "labels is { a = \"b\" }, but should be a collection with \"c\"",
        "main.tf:3: labels = { a = \"b\" }",
    ];
    no_match: grown().saves(object("mem_box.a").attr(Crate::NAME).matches("^b$")) => [
        "name is \"a\", but should be a string that matches ^b$",
        "main.tf:2: name = \"a\"",
    ];
    no_pattern: grown().saves(object("mem_box.a").attr(Crate::NAME).matches("(")) => [
        "the pattern (",
    ];
    not_satisfied: grown().saves(
        object("mem_box.a").attr(Crate::SIZE).satisfies("an even number", |size| {
            size.as_i64().is_some_and(|size| size % 2 == 0)
        }),
    ) => ["size is 65, but should be an even number"];
    not_kept: grown().saves(object("mem_box.a").attr(Crate::SIZE).is_kept()) => [
        "size was 64 before, and is 65 now, but should be kept",
    ];
    not_changed: grown().saves(object("mem_box.a").attr("id").is_changed()) => [
        "as it was before, but should be changed",
    ];
    nothing_to_compare_with: Step::apply(a_box("") + &a_box("").replace("\"a\" {", "\"b\" {"))
        .saves(object("mem_box.b").attr("id").is_kept()) => ["id was not there before"];
    not_equal: grown().saves(object("mem_box.a").attr("id").equals("mem_box.a", Crate::NAME)) => [
        "but should equal name of mem_box.a, which is \"a\"",
    ];
    nothing_to_equal: grown().saves(object("mem_box.a").attr("id").equals("mem_box.z", "id")) => [
        "there is no mem_box.z to compare with",
    ];
    a_structure: Step::apply(a_box("  lid {\n    kind = \"flat\"\n  }\n")).saves(
        object("mem_box.a").attr("lid").is(json!([{ "kind": "flat", "depth": 2 }, { "kind": "round", "depth": 1 }])),
    ) => [
        "mem_box.a: lid is not as it should be",
        "[0].depth: is 1, but should be 2",
        "[1]: is nothing, but should be { depth = 1, kind = \"round\" }",
        "expected: [{ depth = 2, kind = \"flat\" }, { depth = 1, kind = \"round\" }]",
        "found: [{ depth = 1, kind = \"flat\" }]",
    ];
    no_such_attribute: grown().saves(object("mem_box.a").attr("nme").is("a")) => ["nme"];
    a_place_that_is_not_there: grown()
        .saves(object("mem_box.a").attr(Crate::LID.at(3).then(Lid::DEPTH)).is(1)) => [
        "lid[3].depth is not there",
    ];
    a_field_of_another_struct: grown().saves(object("mem_box.a").attr(Lid::DEPTH).is(1)) => [
        "depth is a field of another struct",
    ];
    a_count: grown().saves(object("mem_box.a").attr("lid.#").is(0)) => ["use has_length"];
    no_reason: Step::plan(a_box("").replace("\"a\"\n", "\"b\"\n"))
        .plans(replaces("mem_box.a").because_of(Crate::SIZE)) => [
        "size is not a reason for the replacement; the reasons are: name",
    ];
    another_reason: Step::plan(a_box("").replace("\"a\"\n", "\"b\"\n"))
        .plans(replaces("mem_box.a").only_because_of([""; 0])) => [
        "mem_box.a: name is a reason for the replacement too",
        "main.tf:2: name = \"b\"",
    ];
    still_saved: grown().saves(object("mem_box.a").gone()) => ["mem_box.a is still saved"];
    not_saved: grown().saves(object("mem_box.b")) => ["mem_box.b is not saved; saved is mem_box.a"];
    not_tainted: grown().saves(object("mem_box.a").tainted()) => ["mem_box.a is not tainted"];
    tainted: Step::taint("mem_box.a").saves(object("mem_box.a")) => ["mem_box.a is tainted"];
    nothing_to_taint: Step::taint("mem_box.z") => ["The state has no mem_box.z"];
    nothing_to_forget: Step::forget("mem_box.z") => ["The state has no mem_box.z"];
    nothing_to_replace: grown().replacing("mem_box.z") => ["There is no mem_box.z to replace"];
    another_version: grown().saves(object("mem_box.a").version(7)) => [
        "it was saved by version 1 of its schema, but should be by 7",
    ];
    a_plan_that_is_not_empty: grown().plans_nothing() => [
        "the plan is not empty",
        "mem_box.a: the plan updates it in place",
    ];
    a_change: grown().changes_no_resource() => ["mem_box.a: the plan updates it in place"];
    other_counts: grown().counts(1, 0, 0) => [
        "the plan has 0 to add, 1 to change, 0 to destroy, but should have 1 to add, 0 to change, \
         0 to destroy",
    ];
    no_output: grown().output("o").is(1) => ["there is no output o; there is nothing at all"];
    another_output: Step::apply(a_box("") + "output \"o\" {\n  value = mem_box.a.name\n}\n")
        .output("o").is("b") => [
        "output o is \"a\", but should be \"b\"",
        "main.tf:4: output \"o\" {",
    ];
    a_planned_output: Step::apply(a_box("") + "output \"o\" {\n  value = mem_box.a.name\n}\n")
        .planned_output("o").is_unknown() => ["output o is \"a\", but should be unknown"];
    no_error: grown().fails("x") => ["no error matches \"x\"; it said:", "nothing"];
    another_error: Step::plan(a_box("  size = 900\n")).fails("something else") => [
        "no error matches \"something else\"; it said:",
        "Error: mem_box.a:",
        "main.tf:3: size = 900",
    ];
    an_error_elsewhere: Step::plan(a_box("  size = 900\n")).fails_at("name", "size") => [
        "no error at a line with \"name\" matches \"size\"",
    ];
    an_error: Step::plan(a_box("  size = 900\n")) => ["it failed:", "Error: mem_box.a:", "size = 900"];
    no_warning: grown().warns("x") => ["no warning matches \"x\""];
    something_unwanted: Step::plan(a_box("  size = 900\n")).fails("size").does_not_mention("100") => [
        "it should say nothing of \"100\", but it said:",
    ];
    no_plan_to_check: Step::plan(a_box("  size = 900\n")).fails("size").plans_nothing() => [
        "there is no plan",
    ];
    bad_hcl: Step::plan("resource \"mem_box\" \"a\" {\n  name = \n}\n").named("a mistake") => [
        "step 2 \"a mistake\" (plan), in process:",
        "main.tf:2:",
    ];
    a_file_for_terraform: grown().file("m/main.tf", "") => ["The file m/main.tf is for Terraform alone"];
    an_import_that_differs: Step::import("mem_box.a").ignoring(Crate::SERIAL) => [
        "mem_box.a: imported, material is null, but saved it is \"wood\"",
        "main.tf:1:",
    ];
    an_import_of_nothing: Step::import("mem_box.z") => ["say id(…) in the step"];
    an_import_without_configuration: Step::import("mem_box.z").id("x") => [
        "does not exist in the configuration",
    ];
    an_address_that_is_none: Step::import("mem_box").id("x") => ["mem_box is not the address of a resource"];
    a_panic_between: Step::outside(|_| panic!("it is not so")) => ["it is not so", "failures.rs:"];
}

/// Failures are printed to the logs of CI.
#[test]
fn nothing_sensitive_is_printed() {
    let config = || "variable \"code\" {}\n".to_owned() + &a_box("  code = var.code\n");
    let apply = |code: &str| Step::apply(config()).var("code", code);
    let saved = || object("mem_box.a").attr(Crate::CODE);
    let output = "output \"o\" {\n  sensitive = true\n  value = mem_box.a.code\n}\n";
    let cases = [
        (apply("hush2").saves(saved().is("hush3")), "code is"),
        (apply("hush2").saves(saved().is_null()), "should be null"),
        (apply("hush2").saves(saved().is_kept()), "should be kept"),
        (apply("hush1").saves(saved().is_changed()), "as it was"),
        (apply("hush2").saves(saved().matches("^x$")), "matches"),
        (
            apply("hush2").saves(
                object("mem_box.a")
                    .attr(Crate::NAME)
                    .equals("mem_box.a", "code"),
            ),
            "should equal",
        ),
        (apply("hush2").plans_nothing(), "code: (sensitive value) →"),
        (
            Step::plan(config() + output)
                .var("code", "hush1")
                .plans_nothing(),
            "output o: becomes (sensitive value)",
        ),
        (
            Step::import("mem_box.a")
                .ignoring(Crate::SERIAL)
                .ignoring(Crate::MATERIAL),
            "code is null, but saved it is (sensitive value)",
        ),
    ];
    for (step, part) in cases {
        let failure = fails("told", [apply("hush1"), step]);
        let text = failure.to_string();
        assert_eq!(failure.step(), 2, "{text}");
        assert!(text.contains(part), "no {part:?} in:\n{text}");
        assert!(text.contains("(sensitive value)"), "{text}");
        assert!(!text.contains("hush"), "{text}");
    }
}

/// A check without effect on a step's command must not look as if it had been checked.
#[test]
fn checks_without_effect_are_rejected_before_anything_is_created() {
    let nothing = || Step::outside(|_| panic!("nothing is run"));
    let cases = [
        (nothing().saves(object("mem_box.a")), "saves"),
        (nothing().output("o").is(1), "output"),
        (nothing().fails("x"), "fails"),
        (nothing().does_not_mention("x"), "does_not_mention"),
        (nothing().env("A", "b"), "env"),
        (Step::refresh().plans(drifts("mem_box.a")), "plans"),
        (Step::refresh().var("size", 1), "var"),
        (Step::refresh().file("more.tf", ""), "file"),
        (Step::destroy().replacing("mem_box.a"), "replacing"),
        (
            Step::validate(a_box("")).without_refresh(),
            "without_refresh",
        ),
        (Step::validate(a_box("")).counts(1, 0, 0), "counts"),
        (Step::apply(a_box("")).id("1"), "id"),
        (Step::apply(a_box("")).into_state(), "into_state"),
        (Step::apply(a_box("")).ignoring(Crate::SIZE), "ignoring"),
        (
            Step::import("mem_box.a").into_state().ignoring(Crate::SIZE),
            "ignoring",
        ),
        (Step::plan(a_box("")).leaves_changes(), "leaves_changes"),
    ];
    for (step, word) in cases {
        let failure = test("misplaced")
            .step(Step::outside(|_| panic!("nothing is run")))
            .step(step)
            .try_run()
            .expect_err("it is rejected");
        assert_eq!(failure.step(), 2, "{failure}");
        let text = failure.text();
        assert!(
            text.contains(&format!("`{word}` says nothing of this step")),
            "{text}"
        );
    }
}

#[test]
fn the_step_and_its_place_are_reported() {
    let line = line!() + 1;
    let step = Step::apply(a_box("  size = 900\n")).named("too big");
    let failure = fails("placed", [step]);
    let expected = format!(
        "tests/provider/local/harness/failures.rs:{line}: step 1 \"too big\" (apply), in \
         process:\n  it failed:\n"
    );
    assert!(
        failure.to_string().contains(&expected),
        "{failure}\n{expected}"
    );
}

#[test]
fn run_panics_with_the_same_text() {
    let test = || {
        test("panics")
            .only_in_process("it is about the harness")
            .step(Step::apply(a_box("")).plans_nothing())
    };
    let failure = test().try_run().expect_err("it should fail").to_string();
    let panic = std::panic::catch_unwind(|| test().run()).expect_err("it should panic");
    let text = panic.downcast_ref::<String>().expect("a string");
    assert!(text.contains(&failure), "{text}\n{failure}");
}

#[test]
fn a_plan_that_never_ends_is_reported() {
    let remote = Remote::of("unsettled");
    let (before, after) = (remote.clone(), remote.clone());
    let failure = fails(
        "unsettled",
        [
            Step::apply(a_box("  note = \"n\"\n")),
            Step::outside(move |_| {
                // From now on each read returns something else.
                before.breaks("read", "wrong");
            }),
            Step::outside(move |_| {
                let mut boxes = after.boxes.lock().expect("boxes");
                boxes.values_mut().next().expect("there").note = None;
            }),
            Step::plan(a_box("  note = \"n\"\n")).plans_nothing(),
        ],
    );
    assert_eq!(failure.step(), 4);
    let text = failure.text();
    assert!(text.contains("note: null → \"n\""), "{text}");
}
