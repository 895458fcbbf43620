//! Several instances of a resource, moves, replacements and aliases; the same source runs both
//! ways.

use schema_provider::testing::{ProviderTest, Step, creates, deletes, object, replaces, updates};
use serde_json::json;

use super::test;
use crate::mem::Crate;

fn counted(count: usize) -> String {
    format!(
        "resource \"mem_box\" \"a\" {{\n  count = {count}\n  name  = \"a\"\n  note  = \"n${{count.index}}\"\n}}\n\
         output \"notes\" {{\n  value = mem_box.a[*].note\n}}\n"
    )
}

#[test]
fn instances_are_counted() {
    test("harness-count")
        .step(
            Step::apply(counted(2))
                .plans(creates("mem_box.a[0]"))
                .plans(creates("mem_box.a[1]").attr(Crate::NOTE).is("n1"))
                .counts(2, 0, 0)
                .saves(object("mem_box.a[1]").attr(Crate::NOTE).is("n1"))
                .output("notes")
                .is(json!(["n0", "n1"])),
        )
        .step(
            Step::import("mem_box.a[1]")
                .ignoring(Crate::MATERIAL)
                .ignoring(Crate::SERIAL)
                .ignoring(Crate::LABELS),
        )
        .step(
            Step::plan(counted(2))
                .replacing("mem_box.a[1]")
                .counts(1, 0, 1),
        )
        .step(Step::taint("mem_box.a[0]"))
        .step(
            Step::apply(counted(1))
                .plans(replaces("mem_box.a[0]"))
                .plans(deletes("mem_box.a[1]")),
        )
        .step(
            Step::apply("resource \"mem_box\" \"a\" {\n  name = \"a\"\n  note = \"n0\"\n}\n")
                .changes_no_resource()
                .saves(object("mem_box.a").attr(Crate::NOTE).is("n0")),
        )
        .step(Step::apply(counted(1)).changes_no_resource())
        .step(Step::forget("mem_box.a[0]"))
        .step(Step::apply(counted(1)).plans(creates("mem_box.a[0]")))
        .run();
}

#[test]
fn instances_have_keys() {
    let each = |map: &str| {
        format!(
            "resource \"mem_box\" \"a\" {{\n  for_each = {map}\n  name = each.key\n  note = each.value\n}}\n"
        )
    };
    test("harness-each")
        .step(
            Step::apply(each("{ x = \"1\", y = \"2\" }"))
                .plans(creates("mem_box.a[\"x\"]"))
                .saves(object("mem_box.a[\"y\"]").attr(Crate::NOTE).is("2")),
        )
        .step(
            Step::apply(each("{ y = \"3\", z = \"2\" }"))
                .plans(deletes("mem_box.a[\"x\"]"))
                .plans(updates("mem_box.a[\"y\"]"))
                .plans(creates("mem_box.a[\"z\"]")),
        )
        .step(
            Step::apply(
                each("{ w = \"3\", z = \"2\" }").replace(
                    "name = each.key",
                    "name = each.key == \"w\" ? \"y\" : each.key",
                ) + "moved {\n  from = mem_box.a[\"y\"]\n  to = mem_box.a[\"w\"]\n}\n",
            )
            .changes_no_resource(),
        )
        .run();
}

#[test]
fn replacements_are_created_first() {
    let text = |name: &str| {
        format!(
            "resource \"mem_box\" \"a\" {{\n  name = \"{name}\"\n}}\n\
             resource \"mem_box\" \"b\" {{\n  name = \"{name}\"\n  note = mem_box.a.serial\n\
             lifecycle {{\n    create_before_destroy = true\n  }}\n}}\n"
        )
    };
    test("harness-first")
        .step(Step::apply(text("one")))
        .step(
            Step::apply(text("two"))
                .plans(replaces("mem_box.a").create_first())
                .plans(replaces("mem_box.b").create_first())
                .counts(2, 0, 2),
        )
        .run();
}

#[test]
fn aliases_have_settings_of_their_own() {
    let text = "provider \"mem\" {\n  alias = \"o\"\n  remote = \"harness-alias-other\"\n}\n\
                resource \"mem_box\" \"a\" {\n  provider = mem.o\n  name = \"a\"\n}\n\
                resource \"mem_box\" \"b\" {\n  name = mem_box.a.name\n}\n";
    let test: ProviderTest = test("harness-alias");
    test.step(Step::apply(text).counts(2, 0, 0))
        .step(
            Step::apply(
                "provider \"mem\" {\n  alias = \"o\"\n  remote = \"harness-alias-other\"\n}\n",
            )
            .counts(0, 0, 2),
        )
        .run();
}

/// The messages are Terraform's: both must have them.
#[test]
fn what_cannot_be_counted_is_rejected() {
    let with = |argument: &str| {
        format!(
            "resource \"mem_box\" \"first\" {{\n  name = \"first\"\n}}\n\
             resource \"mem_box\" \"a\" {{\n  {argument}\n  name = \"a\"\n}}\n"
        )
    };
    let mut test = test("harness-refused");
    for (argument, pattern) in [
        (
            "count = mem_box.first.size",
            "cannot predict how many instances will be created",
        ),
        (
            "for_each = { (mem_box.first.serial) = 1 }",
            "The \"for_each\" map includes keys derived from resource attributes that cannot be determined until apply.*define the map keys statically",
        ),
        ("count = -1", "must be greater than or equal to zero"),
        ("count = 1.5", "value must be a whole number, between"),
        ("count = null", "An integer is required"),
        (
            "count = \"x\"",
            "Incorrect value type: Invalid expression value",
        ),
        (
            "for_each = [\"a\"]",
            "you have provided a value of type tuple",
        ),
        (
            "note = count.index",
            "Reference to \"count\" in non-counted context",
        ),
        (
            "note = each.key",
            "Reference to \"each\" in context without for_each",
        ),
        (
            "note = mem_box.first[0].note",
            "Unexpected resource instance key: Because mem_box.first does not have",
        ),
        (
            "count = 1\n}\noutput \"o\" {\n  value = mem_box.a.name\n}\nlocals {",
            "Missing resource instance key: Because mem_box.a has \"count\" set",
        ),
        (
            "count = 1\n  for_each = {}",
            "Invalid combination of \"count\" and \"for_each\"",
        ),
        (
            "}\nmoved {\n  from = mem_box.a\n  to = mem_box.b\n}\nlocals {",
            "Moved object still exists: This statement declares a move from mem_box.a, but that resource is still declared",
        ),
        (
            "}\nmoved {\n  from = mem_box.c\n  to = mem_box.c\n}\nlocals {",
            "Redundant move statement",
        ),
        (
            "}\nmoved {\n  from = mem_box.c\n  to = mem_box.d\n}\nmoved {\n  from = mem_box.c\n  to = mem_box.e\n}\nlocals {",
            "Ambiguous move statements",
        ),
        (
            "}\nmoved {\n  from = mem_box.c\n  to = mem_box.d\n}\nmoved {\n  from = mem_box.d\n  to = mem_box.c\n}\nlocals {",
            "Cyclic dependency in move statements",
        ),
        (
            "provider = mem.nowhere",
            "Provider configuration not present",
        ),
    ] {
        // `name` follows the argument, so that what is closed there is reopened.
        let text = if argument.ends_with("locals {") {
            with(argument).replace("locals {\n  name = \"a\"", "locals {\n  unused = \"a\"")
        } else {
            with(argument)
        };
        let text = text
            .replace("a\" {\n  }\nmoved", "a\" {\n  name = \"a\"\n}\nmoved")
            .replace("count = 1\n}\n", "count = 1\n  name = \"a\"\n}\n");
        test = test.step(Step::plan(text).fails(pattern));
    }
    test.run();
}
