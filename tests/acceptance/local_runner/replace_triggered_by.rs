//! `replace_triggered_by` in the local runner and in Terraform.

use std::collections::BTreeSet;

use serde_json::Value as Json;

use super::{Both, lines};

/// Resources with these strings as values, a data source, and a resource twice for each list of
/// triggers.
fn config(text: &str, many: &str, lists: &[&str]) -> String {
    let mut all = format!(
        r#"
resource "kitchen_replaced" "a" {{
  text = "{text}"
}}
resource "kitchen_computed" "u" {{
  name  = "u"
  other = "{text}"
}}
resource "kitchen_replaced" "m" {{
  for_each = {{ x = "x", y = "{many}" }}
  text     = each.value
}}
data "kitchen_echo" "e" {{
  text = "{text}"
}}
resource "kitchen_replaced" "after" {{
  text = kitchen_replaced.t0["x"].id
}}
"#
    );
    for (number, triggers) in lists.iter().enumerate() {
        all.push_str(&format!(
            r#"
resource "kitchen_replaced" "t{number}" {{
  for_each = toset(["x", "y"])
  text     = each.key
  lifecycle {{
    replace_triggered_by = [{triggers}]
  }}
}}
"#
        ));
    }
    all
}

/// Replacements and their reasons are the same for every kind of reference.
#[test]
fn a_change_of_any_trigger_replaces() {
    let Some(both) = Both::new() else { return };
    let cases = [
        // The whole resource: any of its instances changes.
        ("kitchen_replaced.a", ["x", "y"].as_slice()),
        ("kitchen_replaced.m", &["x", "y"]),
        // An update in place is a change too.
        ("kitchen_computed.u", &["x", "y"]),
        // An instance, by a constant and by its own key.
        ("kitchen_replaced.m[\"y\"]", &["x", "y"]),
        ("kitchen_replaced.m[\"x\"]", &[]),
        ("kitchen_replaced.m[each.key]", &["y"]),
        // A value in one: changed, not yet known, and unchanged.
        ("kitchen_replaced.a.text", &["x", "y"]),
        ("kitchen_replaced.a.id", &["x", "y"]),
        ("kitchen_replaced.a.size", &[]),
        ("kitchen_replaced.m[each.key].text", &["y"]),
        ("kitchen_computed.u.name", &[]),
        // A missing object does not change.
        ("kitchen_replaced.a.list[0]", &[]),
        // The first that changes decides.
        (
            "kitchen_replaced.a.size, kitchen_replaced.m[each.key]",
            &["y"],
        ),
        // A replacement by a trigger is a change like any other.
        ("kitchen_replaced.t5[each.key]", &["y"]),
    ];
    let lists = cases.map(|(list, _)| list);
    both.apply(&config("one", "one", &lists));
    let observed = both.apply(&config("two", "two", &lists));
    for (number, (list, replaced)) in cases.into_iter().enumerate() {
        for key in ["x", "y"] {
            let address = format!("\"kitchen_replaced.t{number}[\\\"{key}\\\"]\" ");
            let mut told = observed.planned.iter();
            let told = told.find(|told| told.starts_with(&address));
            let because = told.map(|told| told.contains("\"replace_triggered_by\""));
            let expected = replaced.contains(&key).then_some(true);
            assert_eq!(because, expected, "{list}: {:#?}", observed.planned);
        }
    }
    both.apply("");
    both.terraform.clean();
}

/// Resources that are created or removed anyway, and other reasons for a replacement.
#[test]
fn triggers_combine_with_other_reasons() {
    let Some(both) = Both::new() else { return };
    let text = |text: &str, more: &str| {
        format!(
            "resource \"kitchen_replaced\" \"a\" {{\n  text = \"{text}\"\n}}\n\
             resource \"kitchen_replaced\" \"t\" {{\n  text = \"t\"\n  lifecycle {{\n    \
             replace_triggered_by = [kitchen_replaced.a.text]\n{more}  }}\n}}\n"
        )
    };
    // Nothing exists yet.
    both.apply(&text("one", ""));
    for (name, more) in [
        ("two", "    create_before_destroy = true\n"),
        ("three", "    ignore_changes = all\n"),
        ("four", "    ignore_changes = [text]\n"),
    ] {
        let observed = both.apply(&text(name, more));
        assert!(
            observed
                .planned
                .iter()
                .any(|told| told.contains("replace_triggered_by")),
            "{observed:#?}"
        );
    }
    // It is created for the first time while its trigger changes.
    let alone =
        |text: &str| format!("resource \"kitchen_replaced\" \"a\" {{\n  text = \"{text}\"\n}}\n");
    both.apply(&alone("five"));
    let observed = both.apply(&text("six", ""));
    assert!(
        observed
            .planned
            .iter()
            .any(|told| told.contains("create") && told.contains("replace_triggered_by")),
        "{observed:#?}"
    );
    // A resource with `prevent_destroy` is not replaced.
    both.main(&text("seven", "    prevent_destroy = true\n"));
    for (code, output) in [
        both.local(&["plan", "-json"]),
        both.terraform(&["plan", "-json"]),
    ] {
        assert_eq!(code, 1, "{output}");
        assert!(output.contains("nstance cannot be destroyed"), "{output}");
    }
    // Without its trigger, or without both, it is destroyed like any other.
    both.apply("resource \"kitchen_replaced\" \"t\" {\n  text = \"t\"\n}\n");
    both.apply("");
    both.terraform.clean();
}

#[test]
fn invalid_triggers_are_rejected() {
    let Some(both) = Both::new() else { return };
    both.apply(&config("one", "one", &[""]));
    for triggers in [
        "kitchen_replaced.nope",
        "data.kitchen_echo.e",
        "data.kitchen_echo.nope",
        "kitchen_replaced.m.text",
        "kitchen_replaced.m[\"z\"]",
        "kitchen_replaced.a[0]",
        "kitchen_replaced.a[\"text\"]",
        "kitchen_replaced.m[*].text",
        "local.x",
        "var.x",
        "self.text",
        "path.module",
        "each.value",
        "\"text\"",
        "1",
        "\"${kitchen_replaced.a.text}\"",
        "[kitchen_replaced.a]",
        "(kitchen_replaced.a)",
        "tostring(kitchen_replaced.a)",
        "kitchen_replaced.a == 1",
        "kitchen_replaced.m[kitchen_replaced.a.text]",
    ] {
        both.refuses(&config("one", "one", &[triggers]));
    }
    let wrong = config("one", "one", &[""]).replace("= []", "= kitchen_replaced.a");
    both.refuses(&wrong);
    // With different text than Terraform's, under the same heading.
    let headings = |(code, output): (i32, String)| -> BTreeSet<String> {
        assert_eq!(code, 1, "{output}");
        let errors = lines(&output).filter(|line| line["@level"] == "error");
        let heading = |line: Json| line["diagnostic"]["summary"].to_string();
        errors.map(heading).collect()
    };
    both.main(&config("one", "one", &["kitchen_replaced.m[count.index]"]));
    let (local, terraform) = (
        headings(both.local(&["plan", "-json"])),
        headings(both.terraform(&["plan", "-json"])),
    );
    assert!(local.is_superset(&terraform), "{local:?} {terraform:?}");
    both.terraform.clean();
}
