//! Validators and relations, with known and unknown values.

use super::workspace;
use serde_json::Value as Json;

/// Fields beside one that satisfies `exactly_one_of`.
fn text(fields: &str) -> String {
    format!(
        "variable \"unknown\" {{\n  default = null\n}}\nresource \"kitchen_checked\" \"a\" {{\n{fields}\n}}\n"
    )
}

#[test]
fn what_is_wrong() {
    let Some(work) = workspace("what_is_wrong") else {
        return;
    };
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
    for (fields, words) in cases {
        work.main(&text(&format!("{fine}\n{fields}")));
        work.terraform(&["validate"]).failed().says(words);
    }
    work.main(&text(""));
    work.terraform(&["validate"]).failed().says("first");
    work.main(&text("first = \"f\"\neven = 0"));
    work.terraform(&["validate"])
        .succeeded()
        .says("Is that meant?");
    work.clean();
}

#[test]
fn every_mistake_is_said_at_once() {
    let Some(work) = workspace("every_mistake_is_said_at_once") else {
        return;
    };
    work.main(&text(
        "word = \"A\"\nlevel = 0\ncolor = \"blue\"\nratio = 2\neven = 1",
    ));
    let run = work.terraform(&["validate", "-json"]);
    let report: Json = serde_json::from_str(&run.stdout).unwrap();
    let errors = report["diagnostics"].as_array().unwrap().iter();
    let mut lines: Vec<u64> = errors
        .filter_map(|error| error["range"]["start"]["line"].as_u64())
        .collect();
    lines.dedup();
    for line in 5..=9 {
        assert!(
            lines.contains(&line),
            "nothing about line {line}: {lines:?}"
        );
    }
    work.clean();
}

#[test]
fn what_is_unknown_is_checked_when_it_is_known() {
    let Some(work) = workspace("what_is_unknown_is_checked_when_it_is_known") else {
        return;
    };
    let source = "resource \"kitchen_scalars\" \"s\" {\n  text = \"s\"\n}\n";
    let flag = "kitchen_scalars.s.made_flag";
    let fields = format!(
        "word = kitchen_scalars.s.made_text\nlevel = {flag} ? 5 : 50\nitems = [{flag} ? \"a\" : \"b\", \"a\"]\n\
         table = {{ k = {flag} ? 1 : 0 }}\nleft = \"l\"\nright = {flag} ? null : \"r\"\n\
         first = {flag} ? null : \"f\"\nsecond = \"s\"\nhalf = {flag} ? null : \"h\"\neven = {flag} ? 2 : 3\n"
    );
    work.main(&format!("{source}{}", text(&fields)));
    work.terraform(&["validate"]).succeeded();
    let _ = work.plan();
    // The text is too long and `items` has "a" twice, which is seen in apply.
    work.apply_fails()
        .says("Invalid value for word")
        .says("Invalid value for items")
        .says_nothing_of("Invalid value for level")
        .says_nothing_of("An odd number");
    let fields = fields
        .replace("kitchen_scalars.s.made_text", "\"abc\"")
        .replace(", \"a\"]", ", \"c\"]");
    work.main(&format!("{source}{}", text(&fields)));
    work.apply();
    work.nothing_to_do();
    work.clean();
}
