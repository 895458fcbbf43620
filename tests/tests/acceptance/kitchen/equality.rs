//! Values that mean the same, and the one resource that needs the legacy SDK's tolerance.

use super::workspace;
use sdk_tests::terraform::Kind;

#[test]
fn another_case_of_a_name_is_no_change() {
    let Some(work) = workspace("another_case_of_a_name_is_no_change") else {
        return;
    };
    let thing = "kitchen_case.a";
    let main = |name: &str, title: &str, member: &str, row: &str| {
        format!(
            "resource \"kitchen_case\" \"a\" {{\n  name = \"{name}\"\n  title = \"{title}\"\n  member {{\n    \
             name = \"{member}\"\n    role = \"r\"\n  }}\n  member {{ name = \"other\" }}\n  row {{ key = \"{row}\" }}\n}}\n"
        )
    };
    work.main(&main("name", "title", "member", "row"));
    work.apply();
    // The API answers in capitals; the state keeps what was planned.
    let state = work.state().object(thing);
    assert_eq!(state.get("name"), "name");
    assert_eq!(state.get("title"), "title");
    assert_eq!(state.get("row")[0]["key"], "row");
    work.nothing_to_do();
    // Written otherwise, it is still the same: nothing changes, nothing is replaced.
    work.main(&main("NAME", "Title", "MEMBER", "Row"));
    work.nothing_to_do();
    // In an update that something else asks for, they keep their prior spelling.
    let text = main("NAME", "Title", "MEMBER", "Row").replace("row {", "size = 1\n  row {");
    work.main(&text);
    let plan = work.plan();
    assert_eq!(plan.action(thing), "update");
    assert_eq!(plan.after(thing, "/name"), "name");
    work.apply();
    work.nothing_to_do();
    // Something else is something else.
    work.main(&text.replace("NAME", "another"));
    let plan = work.plan();
    assert_eq!(plan.action(thing), "delete create");
    assert_eq!(plan.replaced_by(thing), ["name"]);
    work.apply();
    assert_eq!(work.state().object(thing).get("name"), "another");
    work.main(
        &text
            .replace("NAME", "another")
            .replace("\"Row\"", "\"Line\""),
    );
    assert_eq!(work.plan().action(thing), "update");
    work.apply();
    work.nothing_to_do();
    work.destroy();
    work.clean();
}

#[test]
fn a_state_function_is_tolerated_of_its_resource_alone() {
    let Some(work) = workspace("a_state_function_is_tolerated") else {
        return;
    };
    let main = |document: &str| {
        work.main(&format!(
            "resource \"kitchen_legacy\" \"a\" {{\n  document = \"{document}\"\n}}\n\
             resource \"kitchen_case\" \"b\" {{\n  name = \"b\"\n}}\n"
        ));
    };
    main("{ a : 1 }");
    work.apply();
    assert_eq!(
        work.state().object("kitchen_legacy.a").get("document"),
        "{a:1}"
    );
    work.nothing_to_do();
    main("{   a:1 }");
    work.nothing_to_do();
    main("{ a : 2 }");
    assert_eq!(work.plan().action("kitchen_legacy.a"), "update");
    work.apply();
    assert_eq!(
        work.state().object("kitchen_legacy.a").get("document"),
        "{a:2}"
    );
    work.nothing_to_do();
    work.destroy();
    for complaint in work.complaints() {
        assert!(complaint.line.contains("kitchen_legacy.a"), "{complaint:?}");
    }
    work.clean_but(&[Kind::Tolerated]);
}
