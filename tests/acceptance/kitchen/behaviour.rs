//! Defaults, computed values, replacement, the plan hook, private data.

use super::test;
use schema_provider::testing::{Step, creates, object, replaces, updates};
use sdk_tests::terraform::{is_at_least, is_opentofu};
use serde_json::json;

#[test]
fn defaults() {
    let thing = "kitchen_defaults.a";
    let nothing = "resource \"kitchen_defaults\" \"a\" {}\n";
    let zeros = "resource \"kitchen_defaults\" \"a\" {\n  text = \"\"\n  number = 0\n  float = 0\n  flag = false\n  \
                 list = []\n  owner = \"o\"\n  zone = \"\"\n}\n";
    // A required value with a default function: the provider itself requires it.
    test()
        .step(Step::validate(nothing).fails("account"))
        .step(Step::validate(nothing).env("KITCHEN_ACCOUNT", "acc"))
        .run();
    test()
        .env("KITCHEN_ACCOUNT", "acc")
        .env("KITCHEN_AREA", "area")
        .step(
            Step::apply(nothing).plans(
                creates(thing)
                    .attr("text")
                    .is("plain")
                    .attr("number")
                    .is(7)
                    .attr("float")
                    .is(0.5)
                    .attr("flag")
                    .is(true)
                    .attr("list")
                    .is(json!(["a", "b"]))
                    .attr("owner")
                    .is_null()
                    .attr("account")
                    .is("acc")
                    .attr("zone")
                    .is("area")
                    .attr("unset")
                    .is_null()
                    .only_unknown(["id"]),
            ),
        )
        // Configured zeros are not defaults.
        .step(
            Step::apply(zeros).plans(
                updates(thing)
                    .attr("text")
                    .is("")
                    .attr("number")
                    .is(0)
                    .attr("flag")
                    .is(false)
                    .attr("list")
                    .is(json!([])),
            ),
        )
        // And back: the default again, not the prior value.
        .step(
            Step::apply(nothing)
                .env("KITCHEN_OWNER", "environment")
                .env("KITCHEN_ZONE", "zone")
                .plans(
                    updates(thing)
                        .attr("number")
                        .is(7)
                        .attr("owner")
                        .is("environment")
                        .attr("zone")
                        .is("zone"),
                ),
        )
        .run();
}

#[test]
fn computed_values() {
    let thing = "kitchen_computed.a";
    let main = |fields: &str| format!("resource \"kitchen_computed\" \"a\" {{\n{fields}\n}}\n");
    test()
        .step(
            Step::apply(main("name = \"a\""))
                .plans(
                    creates(thing)
                        .only_unknown(["address", "id", "never", "once", "sum", "version"]),
                )
                .saves(object(thing).attr("never").is_null()),
        )
        // Only the declared attributes change.
        .step(
            Step::apply(main("name = \"a\"\nother = \"x\""))
                .plans(updates(thing).only_unknown(["version"])),
        )
        .step(
            Step::apply(main("name = \"a\"\nother = \"x\"\nsize = 3"))
                .plans(updates(thing).only_unknown(["sum", "version"]))
                .saves(
                    object(thing)
                        .attr("sum")
                        .is("sum of 3")
                        .attr("version")
                        .is(3),
                ),
        )
        // A generated value is kept when it is no longer configured.
        .step(Step::apply(main("name = \"a\"\naddress = \"mine\"")).leaves_changes())
        .step(
            Step::plan(main("name = \"a\""))
                .plans_nothing()
                .saves(object(thing).attr("address").is("mine")),
        )
        // The id changes in place.
        .step(
            Step::apply(main("name = \"b\""))
                .plans(updates(thing).only_unknown(["id", "version"]))
                .saves(object(thing).attr("id").is("b")),
        )
        .run();
}

#[test]
fn replacements_are_forced() {
    let thing = "kitchen_replaced.a";
    let first = r#"
text   = "a"
list   = ["a"]
map    = { a = "1" }
set    = ["a"]
either = "a"
size   = "large"
object = { value = "a" }
nested = [{ fixed = "a", free = "a" }]
mapped = { k = { fixed = "a", free = "a" } }
whole { value = "a" }
part {
  fixed = "pa"
  free  = "a"
}
member {
  fixed = "ma"
  free  = "a"
}
one {
  fixed = "oa"
  free  = "a"
}
"#;
    let main = |fields: &str| format!("resource \"kitchen_replaced\" \"a\" {{\n{fields}\n}}\n");
    let cases = [
        ("text   = \"a\"", "text = \"b\"", "text"),
        ("text   = \"a\"", "", "text"),
        ("list   = [\"a\"]", "list = [\"a\", \"b\"]", "list"),
        ("map    = { a = \"1\" }", "map = { a = \"2\" }", "map"),
        ("set    = [\"a\"]", "set = [\"b\"]", "set"),
        ("either = \"a\"", "either = \"b\"", "either"),
        ("size   = \"large\"", "", "size"),
        (
            "object = { value = \"a\" }",
            "object = { value = \"b\" }",
            "object.value",
        ),
        ("object = { value = \"a\" }", "", "object.value"),
        (
            "nested = [{ fixed = \"a\"",
            "nested = [{ fixed = \"b\"",
            "nested[0].fixed",
        ),
        (
            "k = { fixed = \"a\"",
            "k = { fixed = \"b\"",
            "mapped[\"k\"].fixed",
        ),
        (
            "whole { value = \"a\" }",
            "whole { value = \"b\" }",
            "whole[0].value",
        ),
        ("whole { value = \"a\" }", "", "whole[0].value"),
        ("fixed = \"pa\"", "fixed = \"b\"", "part[0].fixed"),
        ("fixed = \"ma\"", "fixed = \"b\"", "member"),
        // A changed element of a set is a new element, which has its own fixed part.
        ("free  = \"a\"\n}\none", "free = \"b\"\n}\none", "member"),
        ("fixed = \"oa\"", "fixed = \"b\"", "one.fixed"),
    ];
    let mut all = test().step(Step::apply(main(first)));
    for (before, after, path) in cases {
        assert!(first.contains(before), "{before}");
        all = all.step(
            Step::plan(main(&first.replace(before, after)))
                .named(format!("{before} → {after}"))
                .without_refresh()
                .plans(replaces(thing).only_because_of([path])),
        );
    }
    // Other arguments change in place.
    for before in [
        "free = \"a\" }]",
        "free = \"a\" } }",
        "free  = \"a\"\n}\nmember",
    ] {
        assert!(first.contains(before), "{before}");
        all = all.step(
            Step::plan(main(
                &first.replace(before, &before.replace("\"a\"", "\"b\"")),
            ))
            .named(before)
            .without_refresh()
            .plans(updates(thing)),
        );
    }
    // Everything at once, actually applied; a computed value is recomputed.
    all.step(
        Step::apply(main(&first.replace("\"a\"", "\"z\"")))
            .plans(replaces(thing).attr("serial").is_unknown())
            .counts(1, 0, 1)
            .saves(object(thing).attr("serial").is_changed()),
    )
    .run();
}

#[test]
fn the_plan_hook_changes_plans() {
    let thing = "kitchen_hook.a";
    let main = |fields: &str| format!("resource \"kitchen_hook\" \"a\" {{\n{fields}\n}}\n");
    test()
        .step(
            Step::apply(main("name = \"a\"\nsize = 3")).plans(
                creates(thing)
                    .attr("shout")
                    .is("A")
                    .attr("double")
                    .is(6)
                    .only_unknown(["id", "token"]),
            ),
        )
        .step(
            Step::apply(main("name = \"b\"\nsize = 12"))
                .plans(updates(thing).only_unknown(["token"]))
                .warns("Near bad luck"),
        )
        .step(
            Step::apply(main("name = \"b\"\nsize = 4"))
                .plans(replaces(thing).only_because_of(["size"])),
        )
        .step(Step::plan(main("name = \"b\"\nsize = 13")).fails_at("size = 13", "Not this size"))
        .step(Step::apply(main("name = \"b\"\nsize = 4\ndouble = 100")))
        .step(Step::plan(main("name = \"b\"\nsize = 4")).plans(updates(thing).attr("double").is(8)))
        .run();
}

#[test]
fn private_data_and_old_fields() {
    let thing = "kitchen_kept.a";
    let main = |fields: &str| format!("resource \"kitchen_kept\" \"a\" {{\n{fields}\n}}\n");
    let mut all = test()
        .step(Step::validate(main("name = \"a\"")).warns("use kitchen_fixed"))
        .step(Step::apply(main("name = \"a\"")));
    for count in 1..=3 {
        all = all.step(
            Step::apply(main(&format!("name = \"a{count}\"")))
                .saves(object(thing).attr("changes").is(count)),
        );
    }
    // Terraform warns of a reference to either; the local runner rejects the one to a removed
    // field.
    let output = |field: &str| {
        main("name = \"a\"") + &format!("output \"o\" {{\n  value = {thing}.{field}\n}}\n")
    };
    for (field, words) in [("title", "use name"), ("color", "it did nothing")] {
        // From 1.15 on, with the provider's message.
        let warning = if is_opentofu() {
            words.to_owned()
        } else if is_at_least([1, 15]) {
            format!("Deprecated value used: {words}")
        } else {
            format!("\"{field}\" is deprecated")
        };
        all = all.step(
            Step::validate(output(field))
                .warns(warning)
                .only_with_terraform("its words"),
        );
    }
    all.step(
        Step::validate(output("title"))
            .warns("use name")
            .only_in_process("its words"),
    )
    .step(
        Step::validate(output("color"))
            .fails("it did nothing")
            .only_in_process("its words"),
    )
    .step(Step::validate(main("name = \"a\"\ntitle = \"t\"")).warns("use name"))
    .step(Step::validate(main("name = \"a\"\ncolor = \"c\"")).fails("it did nothing"))
    .run();
}

#[test]
fn a_resource_without_update() {
    let thing = "kitchen_fixed.a";
    let main = |timeouts: &str| {
        format!("resource \"kitchen_fixed\" \"a\" {{\n  name = \"a\"\n  {timeouts}\n}}\n")
    };
    test()
        .env("KITCHEN_REGION", "north")
        .step(Step::apply(main("")).saves(object(thing).attr("region").is("north")))
        // A change of only the timeouts does not call provider code, which has no update.
        .step(
            Step::apply(main("timeouts { create = \"5m\" }"))
                .plans(updates(thing).only_unknown([""; 0]))
                .counts(0, 1, 0)
                .saves(object(thing).attr("made").is_kept()),
        )
        .step(Step::validate(main("timeouts { delete = \"5x\" }")).fails("delete"))
        .step(Step::apply(main("")).counts(0, 1, 0))
        .run();
}

#[test]
fn the_data_source() {
    test()
        .step(
            Step::apply(
                r#"
data "kitchen_echo" "a" {
  text  = "ab"
  words = ["one", "three"]
  line { text = "four" }
}
output "all" {
  value = [
    data.kitchen_echo.a.answer, data.kitchen_echo.a.lengths["three"], data.kitchen_echo.a.line[0].length,
    data.kitchen_echo.a.letters[1].letter, data.kitchen_echo.a.letters[1].place, data.kitchen_echo.a.id,
  ]
}
"#,
            )
            .output("all")
            .is(json!(["ab, mild", 5, 4, "b", 1, "ab"])),
        )
        .step(
            Step::plan("data \"kitchen_echo\" \"a\" {\n  text = \"panic\"\n}\n")
                .fails("the data source panics"),
        )
        .run();
}
