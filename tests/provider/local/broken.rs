//! Files that do not parse: the local runner reports the same fault as Terraform, on the same line.
//!
//! `language/broken.txt` has the files, each as a JSON string after `> `, followed by Terraform's
//! syntax errors: lines and summaries. With `TF_ACC=1` the real program is asked again.

use std::path::Path;
use std::process::Command;

use schema_provider::testing::terraform_program;
use serde_json::Value as Json;

use crate::Bench;

const TABLE: &str = include_str!("language/broken.txt");

/// Terraform's further errors, about what it could still parse.
const NOT_SYNTAX: [&str; 7] = [
    "Missing required argument",
    "Extraneous label for output",
    "Invalid output name",
    "Unsupported block type",
    "Invalid validation expression",
    "Invalid variable validation condition",
    "Unsupported argument",
];

/// What our parser accepts, so that another error is found on the same line.
const READ: [(&str, &str); 2] = [
    ("output \"a\" {\n  value = 1.2.3\n}\n", "2 Invalid index"),
    ("output \"a\n\" {\n  value = 1\n}\n", "1 Invalid name"),
];

/// The files, with the lines and summaries of their faults.
fn table() -> Vec<(String, Vec<String>)> {
    let mut rows: Vec<(String, Vec<String>)> = Vec::new();
    for line in TABLE.lines() {
        match line.strip_prefix("> ") {
            Some(text) => rows.push((serde_json::from_str(text).expect("a string"), Vec::new())),
            None => rows.last_mut().expect("a file").1.push(line.to_owned()),
        }
    }
    rows
}

#[tokio::test]
async fn a_file_that_does_not_parse_is_reported_like_in_terraform() {
    let rows = table();
    assert!(rows.len() > 100, "{}", rows.len());
    let mut wrong = Vec::new();
    for (text, faults) in rows {
        let bench = Bench::new("broken");
        bench.config(&text);
        let done = bench.run("validate -json").await;
        assert_eq!(done.code, 1, "{text}");
        let told: Json = serde_json::from_str(&done.output).expect("JSON");
        let told = summaries(&told);
        let read = |one: &str| READ.contains(&(&text, one));
        let known = told.iter().all(|one| faults.contains(one) || read(one));
        if told.is_empty() || !known {
            wrong.push(format!(
                "{text:?}\n  told: {told:?}\n  Terraform: {faults:?}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn summaries(validated: &Json) -> Vec<String> {
    let mut all = Vec::new();
    for diagnostic in validated["diagnostics"].as_array().into_iter().flatten() {
        let summary = diagnostic["summary"].as_str().unwrap_or("");
        let text = format!("{} {summary}", diagnostic["range"]["start"]["line"]);
        if !NOT_SYNTAX.contains(&summary) && !all.contains(&text) {
            all.push(text);
        }
    }
    all
}

#[test]
fn the_table_matches_terraform() {
    if std::env::var_os("TF_ACC").is_none() {
        return;
    }
    let Some(program) = terraform_program() else {
        return;
    };
    let directory = tempfile::tempdir().expect("a directory");
    for (text, faults) in table() {
        assert_eq!(
            terraform(&program, directory.path(), &text),
            faults,
            "{text}"
        );
    }
}

fn terraform(program: &Path, directory: &Path, text: &str) -> Vec<String> {
    std::fs::write(directory.join("main.tf"), text).expect("written");
    let output = Command::new(program)
        .args(["validate", "-json"])
        .current_dir(directory)
        .env("CHECKPOINT_DISABLE", "1")
        .output()
        .expect("terraform runs");
    summaries(&serde_json::from_slice(&output.stdout).expect("JSON"))
}
