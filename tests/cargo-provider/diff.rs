//! `cargo provider diff`: how two providers' schemas differ, which differences break, and what it
//! rejects.

use std::fs;
use std::io::Write as _;
use std::process::{Command, Output, Stdio};

use serde_json::{Value as Json, json};
use tempfile::TempDir;

#[allow(unreachable_pub)]
#[path = "../src/our_program.rs"]
mod our_program;
#[allow(dead_code, unreachable_pub)]
#[path = "../../crates/testing/src/helpers/terraform_program.rs"]
mod terraform_program;
use terraform_program::Terraform;

fn diff(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-provider"));
    command.args(["provider", "diff"]).args(arguments);
    command.output().expect("the command runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Terraform's output for a provider with one resource.
fn document(resource: Json) -> Json {
    json!({
        "format_version": "1.0",
        "provider_schemas": {"registry.terraform.io/a/cloud": {"resource_schemas": {"cloud_disk": resource}}},
    })
}

/// A resource with these attributes and blocks.
fn resource(attributes: Json, blocks: Json) -> Json {
    json!({"version": 0, "block": {"attributes": attributes, "block_types": blocks}})
}

struct Files(TempDir);

impl Files {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a directory"))
    }

    fn write(&self, name: &str, text: &str) -> String {
        let path = self.0.path().join(name);
        fs::write(&path, text).expect("a file");
        path.to_str().expect("a name").to_owned()
    }

    fn documents(&self, old: Json, new: Json) -> [String; 2] {
        [
            self.write("old", &document(old).to_string()),
            self.write("new", &document(new).to_string()),
        ]
    }
}

/// The differences between two resources, as the effect, the path and the text.
fn differences(old: Json, new: Json) -> Vec<(String, String, String)> {
    let files = Files::new();
    let [old, new] = files.documents(old, new);
    let output = diff(&[&old, &new, "--json"]);
    let told: Json = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(
        output.status.code(),
        Some(i32::from(told["breaks"] != 0)),
        "{told}"
    );
    let member = |one: &Json, name: &str| one[name].as_str().expect("a string").to_owned();
    let all = told["differences"].as_array().expect("a list").iter();
    all.map(|one| {
        (
            member(one, "effect"),
            member(one, "path"),
            member(one, "text"),
        )
    })
    .collect()
}

/// The one difference between two attributes.
#[track_caller]
fn attribute(old: Json, new: Json) -> (String, String) {
    let of = |one| resource(json!({"size": one}), json!({}));
    let mut all = differences(of(old), of(new));
    assert_eq!(all.len(), 1, "{all:?}");
    let (effect, path, text) = all.remove(0);
    assert_eq!(path, "size");
    (effect, text)
}

#[test]
fn attributes() {
    let of = |flags: &[&str]| {
        let mut attribute = json!({"type": "number"});
        for flag in flags {
            attribute[*flag] = json!(true);
        }
        attribute
    };
    for (old, new, effect, text) in [
        (
            of(&["optional"]),
            of(&["required"]),
            "breaks",
            "configurations without it are rejected",
        ),
        (
            of(&["required"]),
            of(&["optional"]),
            "compatible",
            "was required, is optional",
        ),
        (
            of(&["optional"]),
            of(&["optional", "computed"]),
            "compatible",
            "as it does by a default",
        ),
        (
            of(&["optional", "computed"]),
            of(&["optional"]),
            "breaks",
            "planned to be removed",
        ),
        (
            of(&["optional"]),
            of(&["computed"]),
            "breaks",
            "configurations that set it are rejected",
        ),
        (
            of(&["computed"]),
            of(&["optional", "computed"]),
            "compatible",
            "was computed",
        ),
        (
            of(&["optional"]),
            of(&["optional", "sensitive"]),
            "breaks",
            "sensitive = true",
        ),
        (
            of(&["optional", "sensitive"]),
            of(&["optional"]),
            "compatible",
            "its value is shown",
        ),
        (
            of(&["optional"]),
            of(&["optional", "write_only"]),
            "breaks",
            "no longer in the state",
        ),
        (
            of(&["optional"]),
            of(&["optional", "deprecated"]),
            "compatible",
            "is deprecated",
        ),
        (
            of(&["optional"]),
            json!({"type": ["list", ["object", {"a": "bool"}]], "optional": true}),
            "breaks",
            "was number, is list(object({a = bool}))",
        ),
        (
            of(&["optional"]),
            json!({"type": "number", "optional": true, "description": "d"}),
            "description",
            "another",
        ),
    ] {
        let (told, words) = attribute(old, new);
        assert_eq!(told, effect, "{words}");
        assert!(words.contains(text), "{words}");
    }
    // The kind of an empty description means nothing.
    let kind = |kind| json!({"type": "bool", "optional": true, "description_kind": kind});
    let same = |one| resource(json!({"size": one}), json!({}));
    assert_eq!(differences(same(kind("plain")), same(kind("markdown"))), []);
}

#[test]
fn blocks_and_nested_attributes() {
    let attributes = |optional: bool| json!({"a": {"type": "bool", "optional": optional, "required": !optional}});
    let block = |mode: &str, min: u64, max: u64| {
        let block = json!({"attributes": attributes(true)});
        let block =
            json!({"nesting_mode": mode, "min_items": min, "max_items": max, "block": block});
        resource(json!({}), json!({"part": block}))
    };
    let nested = |mode: &str, optional: bool| {
        let nested = json!({"nesting_mode": mode, "attributes": attributes(optional)});
        resource(
            json!({"part": {"nested_type": nested, "optional": true}}),
            json!({}),
        )
    };
    let typed = resource(
        json!({"part": {"type": ["list", ["object", {"a": "bool"}]], "optional": true}}),
        json!({}),
    );
    for (old, new, effect, path, text) in [
        (
            block("list", 0, 0),
            block("set", 0, 0),
            "breaks",
            "part",
            "was a block of nesting list",
        ),
        (
            block("list", 0, 0),
            block("list", 0, 1),
            "breaks",
            "part",
            "at most 1 of it, before any number",
        ),
        (
            block("list", 0, 1),
            block("list", 0, 0),
            "compatible",
            "part",
            "any number of it, before at most 1",
        ),
        (
            block("list", 0, 0),
            block("list", 1, 0),
            "breaks",
            "part",
            "at least 1",
        ),
        (
            block("list", 0, 0),
            nested("list", true),
            "breaks",
            "part",
            "configurations write `part = …`",
        ),
        (
            nested("list", true),
            block("list", 0, 0),
            "breaks",
            "part",
            "configurations write `part { … }`",
        ),
        (
            nested("list", true),
            nested("set", true),
            "breaks",
            "part",
            "was list(object({a = bool}))",
        ),
        (
            nested("list", true),
            nested("list", false),
            "breaks",
            "part.a",
            "is required",
        ),
        (
            nested("list", true),
            typed.clone(),
            "breaks",
            "part",
            "configurations that omit one",
        ),
        (
            typed.clone(),
            nested("list", true),
            "compatible",
            "part",
            "with the same values",
        ),
        (
            block("list", 0, 0),
            resource(json!({}), json!({})),
            "breaks",
            "part",
            "is gone",
        ),
        (
            resource(json!({}), json!({})),
            block("list", 0, 0),
            "compatible",
            "part",
            "is a new block",
        ),
        (
            resource(json!({}), json!({})),
            block("list", 1, 0),
            "breaks",
            "part",
            "is new and required",
        ),
    ] {
        let all = differences(old, new);
        assert_eq!(all.len(), 1, "{all:?}");
        assert_eq!((&*all[0].0, &*all[0].1), (effect, path), "{all:?}");
        assert!(all[0].2.contains(text), "{all:?}");
    }
}

#[test]
fn versions_and_whole_types() {
    let version = |version: i64| json!({"version": version, "block": {}});
    let all = differences(version(2), version(1));
    assert!(
        all[0].0 == "breaks" && all[0].2.contains("Terraform rejects the states"),
        "{all:?}"
    );
    let all = differences(version(1), version(2));
    assert!(
        all[0].0 == "compatible" && all[0].2.contains("states are upgraded"),
        "{all:?}"
    );

    let files = Files::new();
    let old = files.write("old", &document(version(0)).to_string());
    let other = document(version(0))
        .to_string()
        .replace("cloud_disk", "cloud_image");
    let new = files.write("new", &other);
    let output = diff(&[&old, &new]);
    assert_eq!(output.status.code(), Some(1));
    let expected = "resource cloud_disk\n  breaks      is gone: configurations that use it are rejected\n\n\
                    resource cloud_image\n  compatible  is new\n\n\
                    1 difference breaks configurations or states.\n1 difference breaks nothing.\n";
    assert_eq!(text(&output.stdout), expected);
    let output = diff(&[&old, &old]);
    assert_eq!(
        (output.status.code(), &*text(&output.stdout)),
        (Some(0), "The schemas are the same.\n")
    );
}

#[test]
fn what_cannot_be_compared() {
    let files = Files::new();
    let good = files.write("good", &document(json!({})).to_string());
    let script = files.write("script", "#!/bin/sh\necho hello\n");
    for (text, says) in [
        ("", "is not what `terraform providers schema -json` prints"),
        ("{", "is not what"),
        (r#"{"format_version":"9"}"#, "has format version \"9\""),
        (
            r#"{"format_version":"1.0","provider_schemas":{}}"#,
            "Run `terraform init` before",
        ),
    ] {
        let bad = files.write("bad", text);
        let output = diff(&[&good, &bad]);
        assert_eq!(output.status.code(), Some(2));
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            error.starts_with(&format!("error: {bad} ")) && error.contains(says),
            "{error}"
        );
        assert_eq!(error.lines().count(), 1, "{error}");
    }
    let nowhere = files.0.path().join("nowhere");
    for (bad, says) in [
        (nowhere.to_str().expect("a name"), "No such file"),
        (&*script, "Make the file executable"),
        ("-", "standard input is not what"),
    ] {
        let output = diff(&[&good, bad]);
        assert_eq!(output.status.code(), Some(2));
        let error = text(&output.stderr);
        assert!(error.contains(says), "{error}");
    }
    assert!(text(&diff(&["-", "-"]).stderr).contains("only one of the two"));
}

#[test]
fn standard_input() {
    let files = Files::new();
    let document = document(json!({})).to_string();
    let good = files.write("good", &document);
    let mut child = Command::new(env!("CARGO_BIN_EXE_cargo-provider"))
        .args(["diff", "-", &good])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(document.as_bytes()).expect("it reads");
    drop(stdin);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(text(&output.stdout), "The schemas are the same.\n");
}

/// Checks the reading of a program's answer against the schemas that the real Terraform prints for
/// it.
#[cfg(unix)]
#[test]
fn a_program_and_what_terraform_prints_of_it() {
    let terraform = match terraform_program::found() {
        Terraform::Found(program) => program.path.clone(),
        Terraform::Skipped(why) => return eprintln!("SKIPPED: {why}"),
        Terraform::Missing(reason) => panic!("{reason}"),
    };
    let program = our_program::built("terraform-provider-disk");
    let files = Files::new();
    let directory = program.parent().expect("a directory");
    let settings = files.write(
        "terraformrc",
        &format!("provider_installation {{\n  dev_overrides {{\n    \"example/disk\" = {directory:?}\n  }}\n  direct {{}}\n}}\n"),
    );
    files.write(
        "main.tf",
        "terraform {\n  required_providers {\n    disk = { source = \"example/disk\" }\n  }\n}\n",
    );
    let printed = Command::new(&terraform)
        .args(["providers", "schema", "-json"])
        .env("TF_CLI_CONFIG_FILE", &settings)
        .current_dir(files.0.path())
        .output()
        .expect("terraform runs");
    assert!(printed.status.success(), "{}", text(&printed.stderr));
    let json = files.write("schemas.json", &text(&printed.stdout));
    let output = diff(&[
        &json,
        program.to_str().expect("a path that is text"),
        "--json",
    ]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stdout));
    let told: Json = serde_json::from_slice(&output.stdout).expect("JSON");
    // This Terraform may print less than exists: lists, actions and state stores came later.
    for one in told["differences"].as_array().expect("a list") {
        assert_eq!(one["text"], "is new", "{one}");
    }
}
