//! Equal values in different spellings, and the one resource that needs the legacy SDK's tolerance.

use super::{test, workspace};
use schema_provider::testing::{ComplaintKind, Step, object, replaces, updates};
use sdk_tests::terraform::Kind;

#[test]
fn another_case_of_a_name_is_no_change() {
    let thing = "kitchen_case.a";
    let main = |name: &str, title: &str, member: &str, row: &str| {
        format!(
            "resource \"kitchen_case\" \"a\" {{\n  name = \"{name}\"\n  title = \"{title}\"\n  member {{\n    \
             name = \"{member}\"\n    role = \"r\"\n  }}\n  member {{ name = \"other\" }}\n  row {{ key = \"{row}\" }}\n}}\n"
        )
    };
    let sized = main("NAME", "Title", "MEMBER", "Row").replace("row {", "size = 1\n  row {");
    let another = sized.replace("NAME", "another");
    test()
        .step(
            Step::apply(main("name", "title", "member", "row"))
                // The API answers in capitals; the state keeps what was planned.
                .saves(
                    object(thing)
                        .attr("name")
                        .is("name")
                        .attr("title")
                        .is("title")
                        .attr("row.0.key")
                        .is("row"),
                ),
        )
        // Another spelling is still equal: nothing changes, nothing is replaced.
        .step(Step::plan(main("NAME", "Title", "MEMBER", "Row")).plans_nothing())
        // In an update for another reason, they keep their prior spelling.
        .step(Step::apply(&*sized).plans(updates(thing).attr("name").is("name")))
        // A different value is a change.
        .step(
            Step::apply(&*another)
                .plans(replaces(thing).only_because_of(["name"]))
                .saves(object(thing).attr("name").is("another")),
        )
        .step(Step::apply(another.replace("\"Row\"", "\"Line\"")).plans(updates(thing)))
        .run();
}

/// Values that round-trip through a state function.
fn legacy() -> [Step; 4] {
    let thing = "kitchen_legacy.a";
    let main = |document: &str| {
        format!(
            "resource \"kitchen_legacy\" \"a\" {{\n  document = \"{document}\"\n}}\n\
             resource \"kitchen_case\" \"b\" {{\n  name = \"b\"\n}}\n"
        )
    };
    [
        Step::apply(main("{ a : 1 }")).saves(object(thing).attr("document").is("{a:1}")),
        Step::plan(main("{   a:1 }")).plans_nothing(),
        Step::apply(main("{ a : 2 }"))
            .plans(updates(thing))
            .saves(object(thing).attr("document").is("{a:2}")),
        Step::destroy(),
    ]
}

#[test]
fn a_state_function_works_both_ways() {
    test()
        .expects(ComplaintKind::Tolerated)
        .steps(legacy())
        .run();
}

#[test]
fn only_the_resource_of_a_state_function_is_tolerated() {
    let Some(work) = workspace() else {
        return;
    };
    work.main(
        "resource \"kitchen_legacy\" \"a\" {\n  document = \"{ a : 1 }\"\n}\n\
         resource \"kitchen_case\" \"b\" {\n  name = \"b\"\n}\n",
    );
    work.apply();
    work.destroy();
    for complaint in work.complaints() {
        assert!(complaint.line.contains("kitchen_legacy.a"), "{complaint:?}");
    }
    work.clean_but(&[Kind::Tolerated]);
}
