//! JSON output: the local runner writes every line that Terraform writes, with all its members and
//! the same words. It may add to a change.

use std::collections::BTreeMap;

use sdk_tests::terraform::{is_at_least, skips_opentofu};
use serde_json::{Value as Json, json};

use super::{Both, lines};

/// Whether one contains everything that the other contains.
fn says_all_of(ours: &Json, terraform: &Json) -> bool {
    match (ours, terraform) {
        (Json::Object(ours), Json::Object(terraform)) => terraform
            .iter()
            .all(|(name, value)| ours.get(name).is_some_and(|ours| says_all_of(ours, value))),
        _ => ours == terraform,
    }
}

/// A line without what differs between runs.
fn settled(mut line: Json) -> Json {
    let stamp = line["@timestamp"].as_str().expect("a time").as_bytes();
    assert_eq!(
        (stamp.len(), stamp[10], stamp[19], stamp[26]),
        (27, b'T', b'.', b'Z'),
        "{line}"
    );
    line["@timestamp"] = json!("then");
    let mut text = line["@message"].as_str().expect("a message").to_owned();
    let hook = &mut line["hook"];
    if let Some(id) = hook["id_value"].as_str() {
        // Unless a word has the same letters.
        text = text.replace(&format!("id={id}"), "id=ID");
        hook["id_value"] = json!("ID");
    }
    if hook["elapsed_seconds"].is_number() {
        hook["elapsed_seconds"] = json!("some");
        if let Some((before, after)) = text.split_once(" after ") {
            let rest = after.find(' ').map_or("", |at| &after[at..]);
            text = format!("{before} after some{rest}");
        }
    }
    if hook.is_null() {
        line.as_object_mut().expect("an object").remove("hook");
    }
    line["@message"] = json!(text);
    for output in line["outputs"].as_object_mut().into_iter().flatten() {
        output.1["value"] = json!("some");
    }
    if line["outputs"].is_null() {
        line.as_object_mut().expect("an object").remove("outputs");
    }
    line
}

/// Reports renewals, whose number varies, only once; drops Terraform's warnings about provider
/// locations.
fn told(output: &str) -> Vec<Json> {
    let mut told = Vec::new();
    for line in lines(output)
        .filter(|line| line["@level"] != "warn")
        .map(settled)
    {
        if line["hook"]["action"] != "renew" || !told.contains(&line) {
            told.push(line);
        }
    }
    told
}

#[track_caller]
fn compare(both: &Both, command: &[&str]) -> Vec<Json> {
    let ((code, ours), (expected, terraform)) = (both.local(command), both.terraform(command));
    assert_eq!(code, expected, "{ours}\n{terraform}");
    let (mut ours, mut terraform) = (told(&ours), told(&terraform));
    if command[0] == "destroy" {
        // Terraform plans that twice, before and after the refresh, and opens for both.
        for lines in [&mut ours, &mut terraform] {
            let mut once: Vec<Json> = Vec::new();
            lines.retain(|line| {
                let new = !once.contains(line);
                once.push(line.clone());
                new
            });
        }
    }
    // Whether a call lasts until the first renewal depends on the machine.
    let renews = |line: &Json| line["hook"]["action"] == "renew";
    if ours.iter().any(renews) != terraform.iter().any(renews) {
        for lines in [&mut ours, &mut terraform] {
            lines.retain(|line| !renews(line));
        }
    }
    for lines in [&ours, &terraform] {
        assert_eq!(lines[0]["type"], "version");
        assert_eq!(lines[0]["@module"], "terraform.ui");
    }
    // Terraform 1.15 calls its line format 1.3; the rest of the test compares the lines themselves.
    let form = if is_at_least([1, 15]) { "1.3" } else { "1.2" };
    assert_eq!(
        (&ours[0]["ui"], &terraform[0]["ui"]),
        (&json!("1.2"), &json!(form))
    );
    // Terraform works in parallel; it reports the events of one object in order.
    let ordered = |lines: &[Json]| -> BTreeMap<String, Vec<String>> {
        let mut told: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for line in lines {
            let hook = &line["hook"];
            if hook["resource"]["resource_type"] == "kitchen_lease" && hook["action"] != "renew" {
                let of_object = told
                    .entry(hook["resource"]["addr"].to_string())
                    .or_default();
                of_object.push(line["@message"].to_string());
            }
        }
        told
    };
    assert_eq!(ordered(&ours), ordered(&terraform), "{command:?}");
    ours.remove(0);
    for line in &terraform[1..] {
        let at = ours.iter().position(|ours| says_all_of(ours, line));
        let at = at.unwrap_or_else(|| {
            let ours: String = ours.iter().map(|line| format!("{line}\n")).collect();
            panic!("{command:?} has no line\n{line}\namong\n{ours}")
        });
        ours.remove(at);
    }
    assert_eq!(ours, [Json::Null; 0], "{command:?}");
    terraform
}

fn config(text: &str) -> String {
    format!(
        r#"
provider "kitchen" {{
  alias = "leased"
  token = ephemeral.kitchen_lease.l.key
}}
ephemeral "kitchen_lease" "l" {{
  name   = "l"
  renews = 5
}}
ephemeral "kitchen_lease" "many" {{
  for_each = toset(["a"])
  name     = each.key
}}
resource "kitchen_computed" "u" {{
  provider = kitchen.leased
  name     = "u"
  other    = "{text}"
}}
resource "kitchen_replaced" "r" {{
  count = 2
  text  = "{text}"
}}
resource "kitchen_slow" "s" {{
  provider  = kitchen.leased
  create_seconds = 1.6
  name      = "{text}"
}}
data "kitchen_echo" "e" {{
  text = "a"
}}
data "kitchen_echo" "later" {{
  text = kitchen_computed.u.once
}}
output "o" {{
  value = data.kitchen_echo.later.answer
}}
output "hidden" {{
  sensitive = true
  value     = kitchen_computed.u.once
}}
"#
    )
}

#[test]
fn every_line_of_terraform_is_printed() {
    if skips_opentofu("its lines of JSON are its own") {
        return;
    }
    let Some(both) = Both::new() else { return };
    both.main(&config("one"));
    let apply = ["apply", "-auto-approve", "-json"];
    compare(&both, &["plan", "-json"]);
    let told = compare(&both, &apply);
    let messages: Vec<&Json> = told.iter().map(|line| &line["@message"]).collect();
    for message in [
        "ephemeral.kitchen_lease.l: Opening...",
        "ephemeral.kitchen_lease.l: Opening complete after some",
        "ephemeral.kitchen_lease.l: Renewing...",
        "ephemeral.kitchen_lease.l: Renewal complete after some",
        "ephemeral.kitchen_lease.l: Closing...",
        "ephemeral.kitchen_lease.l: Closing complete after some",
        "ephemeral.kitchen_lease.many[\"a\"]: Closing complete after some",
    ] {
        assert!(
            messages.iter().any(|told| **told == message),
            "{message} in {messages:#?}"
        );
    }
    both.main(&config("two"));
    compare(&both, &["plan", "-json"]);
    compare(&both, &apply);
    // Nothing to do, and then nothing left.
    compare(&both, &["plan", "-json"]);
    compare(&both, &["destroy", "-auto-approve", "-json"]);
    both.terraform.clean();
}

#[test]
fn failures_are_reported_in_the_same_lines() {
    if skips_opentofu("its lines of JSON are its own") {
        return;
    }
    let Some(both) = Both::new() else { return };
    let lease = |fails: &str| {
        format!(
            "ephemeral \"kitchen_lease\" \"l\" {{\n  name  = \"l\"\n  fails = \"{fails}\"\n}}\n"
        )
    };
    for (fails, errored) in [
        ("open", "Opening errored after some"),
        ("close", "Closing errored after some"),
    ] {
        both.main(&lease(fails));
        let command = ["plan", "-json"];
        let hooks = |output: &str| -> Vec<Json> {
            let hooks = told(output)
                .into_iter()
                .filter(|line| line["hook"].is_object());
            hooks.collect()
        };
        let (ours, terraform) = (both.local(&command), both.terraform(&command));
        assert_eq!((ours.0, terraform.0), (1, 1), "{fails}");
        let (said, expected) = (hooks(&ours.1), hooks(&terraform.1));
        assert_eq!(said, expected, "{fails}");
        let last = expected.last().expect("a line")["@message"]
            .as_str()
            .unwrap_or_default();
        assert!(last.ends_with(errored), "{last}");
    }
    // A mistake: its location, and the existing names.
    both.main("resource \"kitchen_replaced\" \"é\" {\n  txet = \"é\"\n}\n");
    let mistake = |(code, output): (i32, String)| -> Json {
        assert_eq!(code, 1, "{output}");
        let line = lines(&output)
            .find(|line| line["@level"] == "error")
            .expect("an error");
        let line = settled(line);
        let diagnostic = &line["diagnostic"];
        let mut snippet = diagnostic["snippet"].clone();
        // The local runner reports at the block what Terraform reports here.
        snippet["context"] = Json::Null;
        json!([
            line["@message"],
            line["@module"],
            line["type"],
            diagnostic["severity"],
            diagnostic["summary"],
            diagnostic["range"],
            snippet
        ])
    };
    let command = ["plan", "-json"];
    assert_eq!(
        mistake(both.local(&command)),
        mistake(both.terraform(&command))
    );
    both.terraform.clean();
}
