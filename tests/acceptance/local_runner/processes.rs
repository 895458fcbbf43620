//! What only a separate process shows: where prints go, and what remains if provider code ends the
//! process.

use std::process::{Command, Output, Stdio};

use serde_json::Value as Json;

use super::Both;
use crate::KITCHEN;

/// A directory with a configuration.
fn directory(configuration: &str) -> tempfile::TempDir {
    let directory = tempfile::tempdir().expect("a directory");
    write(&directory, configuration);
    directory
}

fn write(directory: &tempfile::TempDir, configuration: &str) {
    std::fs::write(directory.path().join("main.tf"), configuration).expect("written");
}

/// Runs the provider's program with the local runner.
fn local(directory: &tempfile::TempDir, line: &[&str], environment: &[(&str, &str)]) -> Output {
    Command::new(KITCHEN.binary)
        .args(line)
        .envs(environment.iter().copied())
        .current_dir(directory.path())
        .stdin(Stdio::null())
        .output()
        .expect("the program runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Output that a provider prints during registration, before a command is read.
#[test]
fn output_during_registration_is_in_no_document() {
    let directory = directory("resource \"kitchen_slow\" \"a\" {\n  name = \"a\"\n}\n");
    for line in [&["plan", "-json"][..], &["schema"], &["show", "-json"]] {
        let output = local(&directory, line, &[("KITCHEN_PRINTS", "1")]);
        let printed = text(&output.stdout);
        let whole = serde_json::from_str::<Json>(&printed).is_ok();
        let lines = |printed: &str| {
            let mut lines = printed.lines();
            lines.all(|line| serde_json::from_str::<Json>(line).is_ok())
        };
        assert!(!printed.is_empty(), "{line:?}");
        assert!(whole || lines(&printed), "{line:?}: {printed}");
        assert!(text(&output.stderr).contains("the kitchen opens"));
    }
}

#[test]
fn a_process_exit_in_the_plan_hook_is_reported_by_the_next_command() {
    let directory = directory("");
    let write = |flaw: &str| {
        let text = format!(
            "resource \"kitchen_trouble\" \"a\" {{\n  name = \"a\"\n  flaw = {flaw:?}\n}}\n"
        );
        write(&directory, &text);
    };
    write("plan=exit");
    for line in [&["plan"][..], &["apply", "-auto-approve"]] {
        assert_eq!(local(&directory, line, &[]).status.code(), Some(0));
        write("none");
        let next = local(&directory, &["plan"], &[]);
        let errors = text(&next.stderr);
        assert!(
            errors.contains("ended while the provider planned or read")
                && errors.contains("Nothing was being changed at that time."),
            "{errors}"
        );
        // Only once.
        assert_eq!(text(&local(&directory, &["plan"], &[]).stderr), "");
        write("plan=exit");
    }
    write("create=exit");
    assert_eq!(
        local(&directory, &["apply", "-auto-approve"], &[])
            .status
            .code(),
        Some(0)
    );
    let errors = text(&local(&directory, &["plan"], &[]).stderr);
    assert!(
        errors.contains("ended while it was creating kitchen_trouble.a"),
        "{errors}"
    );
}

/// Terraform neither saves nor shows outputs that are null.
#[test]
fn null_outputs_are_omitted() {
    let Some(both) = Both::new() else { return };
    for value in ["null", "\"a\"", "null"] {
        let text = format!(
            "resource \"kitchen_trouble\" \"a\" {{\n  name = \"a\"\n}}\n\
             output \"literal\" {{\n  value = {value}\n}}\n\
             output \"attribute\" {{\n  value = kitchen_trouble.a.title\n}}\n\
             output \"hidden\" {{\n  value     = sensitive({value})\n  sensitive = true\n}}\n\
             output \"inside\" {{\n  value = [kitchen_trouble.a.title, {value}]\n}}\n"
        );
        let observed = both.apply(&text);
        assert_eq!(observed.outputs.get("literal").is_some(), value != "null");
        assert!(observed.outputs.get("attribute").is_none());
        assert!(observed.outputs.get("inside").is_some());
    }
    both.terraform.clean();
}

fn output_changes(plan: &str) -> String {
    let from = plan.find("Changes to Outputs:").expect("changes");
    let shown = plan.get(from..).expect("a tail").lines();
    let shown = shown.take_while(|line| !line.is_empty());
    shown.map(|line| format!("{line}\n")).collect()
}

/// A plan shows outputs as JSON represents them: with nulls, and without a difference between maps
/// and objects, or sets and lists.
#[test]
fn changes_of_outputs_are_shown_as_terraform_shows_them() {
    let Some(both) = Both::new() else { return };
    for n in [1, 2] {
        let text = format!(
            "locals {{\n  n    = {n}\n  none = [null][0]\n}}\n\
             output \"map\" {{\n  value = tomap({{ a = \"x\", \"b c\" = null, z = tostring(local.n) }})\n}}\n\
             output \"set\" {{\n  value = toset([tostring(local.n)])\n}}\n\
             output \"object\" {{\n  value = {{ a = local.none, b = [null], c = {{}}, d = {{ e = null }}, n = local.n }}\n}}\n\
             output \"other_key\" {{\n  value = local.n == 1 ? tomap({{ a = \"1\" }}) : tomap({{ b = \"1\" }})\n}}\n\
             output \"out_of_null\" {{\n  value = {{ k = local.n == 1 ? null : \"s\" }}\n}}\n\
             output \"to_null\" {{\n  value = {{ k = local.n == 1 ? \"s\" : null }}\n}}\n\
             output \"element\" {{\n  value = [local.n == 1 ? null : \"s\"]\n}}\n"
        );
        both.main(&text);
        let (_, local) = both.local(&["plan", "-no-color"]);
        let (_, terraform) = both.terraform(&["plan", "-no-color"]);
        assert_eq!(output_changes(&local), output_changes(&terraform));
        both.apply(&text);
    }
    both.terraform.clean();
}

/// JSON by what it holds, and a changed element of a list between its neighbours.
#[test]
fn json_and_lists_are_shown_as_terraform_shows_them() {
    let Some(both) = Both::new() else { return };
    let policy = |version: &str, actions: &str| {
        format!(
            "jsonencode({{ Version = \"{version}\", Statement = [{{ Action = [{actions}], \
             Effect = \"Allow\" }}, {{ Effect = \"Deny\" }}], Id = null, deep = {{ \"a b\" = 1 }} }})"
        )
    };
    let text = |json: &str| format!("{json:?}");
    for (words, document) in [
        ("abcdefghi", policy("1", "\"a\", \"b\"")),
        ("xbcdefghi", policy("1", "\"a\", \"b\", \"c\"")),
        ("bcdefghi", policy("2", "\"b\", \"c\"")),
        ("bcdexghij", policy("2", "")),
        ("bcxfyzij", text("{}")),
        ("ij", text("[]")),
        ("ihgfe", text("[1, 2, [3]]")),
        ("ihgfe", text("[1,2,[3]]")),
        ("ihggfe", text("[1,2,[4],{}]")),
        ("ihggf", text("{not JSON")),
        ("", text("{\"a\": 12345, \"b\": \"x\\ny\"}")),
        ("a", "\"[]\\n\"".to_owned()),
        ("b", text("none")),
    ] {
        let letters = words.chars().map(|letter| format!("\"{letter}\", "));
        let objects = words
            .chars()
            .map(|letter| format!("{{ name = \"{letter}\" }}, "));
        let (letters, objects) = (letters.collect::<String>(), objects.collect::<String>());
        let text = format!(
            "output \"objects\" {{\n  value = [{objects}]\n}}\n\
             output \"document\" {{\n  value = [\"{words}\", {document}, [{letters}]]\n}}\n\
             output \"letters\" {{\n  value = [\"first\", {letters}]\n}}\n"
        );
        both.main(&text);
        let (_, local) = both.local(&["plan", "-no-color"]);
        let (_, terraform) = both.terraform(&["plan", "-no-color"]);
        assert_eq!(output_changes(&local), output_changes(&terraform), "{text}");
        both.apply(&text);
    }
    both.terraform.clean();
}
