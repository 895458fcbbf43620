//! Validators and relations, with known and unknown values.

use super::test;
use schema_provider::testing::Step;

/// Fields of the resource.
fn text(fields: &str) -> String {
    format!("resource \"kitchen_checked\" \"a\" {{\n{fields}\n}}\n")
}

#[test]
fn what_is_wrong() {
    let fine = "first = \"f\"";
    let cases = [
        ("word = \"a\"", "word ="),
        ("word = \"abcdef\"", "word ="),
        ("word = \"AB\"", "word ="),
        ("level = 0", "level ="),
        ("level = 11", "level ="),
        ("color = \"blue\"", "color ="),
        ("ratio = 2", "ratio ="),
        ("items = [\"a\", \"b\", \"c\"]", "items ="),
        ("items = [\"a\", \"a\"]", "items ="),
        ("items = [\"\"]", "items ="),
        ("table = { x = 1 }", "table ="),
        ("table = { k = 0 }", "table ="),
        ("left = \"l\"\nright = \"r\"", "left ="),
        ("left = \"l\"\nright = \"r\"", "right ="),
        ("second = \"s\"", "first"),
        ("half = \"h\"", "half ="),
        ("single = \"s\"\npair { one = \"1\" }", "single ="),
        ("pair {\n  one = \"1\"\n  two = \"2\"\n}", "two ="),
        ("even = 3", "An odd number"),
    ];
    let mut all = test();
    for (fields, words) in cases {
        all = all.step(
            Step::validate(text(&format!("{fine}\n{fields}")))
                .named(fields)
                .fails(words),
        );
    }
    all.step(Step::validate(text("")).fails("first"))
        .step(Step::validate(text("first = \"f\"\neven = 0")).warns("Is that meant[?]"))
        .run();
}

#[test]
fn every_mistake_is_reported_at_once() {
    let fields = [
        "word = \"A\"",
        "level = 0",
        "color = \"blue\"",
        "ratio = 2",
        "even = 1",
    ];
    let mut step = Step::validate(text(&fields.join("\n")));
    for field in fields {
        step = step.fails_at(field, "");
    }
    test().step(step).run();
}

#[test]
fn values_are_checked_once_known() {
    let source = "resource \"kitchen_scalars\" \"s\" {\n  text = \"s\"\n}\n";
    let flag = "kitchen_scalars.s.made_flag";
    let fields = format!(
        "word = kitchen_scalars.s.made_text\nlevel = {flag} ? 5 : 50\nitems = [{flag} ? \"a\" : \"b\", \"a\"]\n\
         table = {{ k = {flag} ? 1 : 0 }}\nleft = \"l\"\nright = {flag} ? null : \"r\"\n\
         first = {flag} ? null : \"f\"\nsecond = \"s\"\nhalf = {flag} ? null : \"h\"\neven = {flag} ? 2 : 3\n"
    );
    let good = fields
        .replace("kitchen_scalars.s.made_text", "\"abc\"")
        .replace(", \"a\"]", ", \"c\"]");
    let main = |fields: &str| format!("{source}{}", text(fields));
    test()
        .step(Step::validate(main(&fields)))
        .step(Step::plan(main(&fields)))
        // The text is too long and `items` has "a" twice, which is seen in apply.
        .step(
            Step::apply(main(&fields))
                .fails("Invalid value for word")
                .fails("Invalid value for items")
                .does_not_mention("Invalid value for level")
                .does_not_mention("An odd number"),
        )
        .step(Step::apply(main(&good)))
        .run();
}
