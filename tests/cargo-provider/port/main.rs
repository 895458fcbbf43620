//! The crate of a provider that exists: it compiles without a warning, serves the schemas that it
//! was made from, can be extended without changing existing files, and is not made from anything
//! but a provider.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::{Value as Json, json};
use tempfile::TempDir;

#[cfg(unix)]
mod bad_programs;
#[allow(unreachable_pub)]
#[path = "../../src/go_peer.rs"]
mod go_peer;
mod learned;
#[allow(unreachable_pub)]
#[path = "../../src/our_program.rs"]
mod our_program;
#[allow(unreachable_pub)]
#[path = "../../src/programs.rs"]
mod programs;
#[cfg(unix)]
mod proof;
mod round_trip;
#[allow(unreachable_pub)]
#[path = "../../src/started_build.rs"]
mod started_build;
#[allow(dead_code, unreachable_pub)]
#[path = "../../../crates/testing/src/helpers/terraform_program.rs"]
mod terraform_program;

fn sdk() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .nth(2)
        .expect("the workspace")
}

/// A file beside this one.
fn schemas(name: &str) -> String {
    let path = sdk().join("tests/cargo-provider/port").join(name);
    path.to_str().expect("a path that is text").to_owned()
}

fn provider(directory: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-provider"));
    command
        .arg("provider")
        .args(arguments)
        .current_dir(directory);
    command.output().expect("it runs")
}

#[track_caller]
fn done(output: &Output) -> String {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert!(output.status.success(), "{out}{err}");
    out
}

/// The only error, and nothing is left in the directory.
#[track_caller]
fn refused(place: &Path, arguments: &[&str]) -> String {
    let before = names(place);
    let output = provider(place, arguments);
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success(), "{error}");
    assert_eq!(error.matches("error: ").count(), 1, "{error}");
    assert_eq!(names(place), before, "{error}");
    error.split("error: ").nth(1).unwrap_or_default().to_owned()
}

fn names(place: &Path) -> Vec<String> {
    let entries = fs::read_dir(place).expect("a directory").flatten();
    let mut names: Vec<_> = entries
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

/// All files below a directory, by their paths.
fn files(directory: &Path) -> BTreeMap<PathBuf, String> {
    let mut found = BTreeMap::new();
    let mut folders = vec![directory.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder").flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let text = fs::read_to_string(&path).expect("a string");
                found.insert(
                    path.strip_prefix(directory).expect("below it").to_owned(),
                    text,
                );
            }
        }
    }
    found
}

fn place() -> TempDir {
    tempfile::tempdir().expect("a directory")
}

/// A document with one resource of this block.
fn document(block: Json) -> String {
    json!({
        "format_version": "1.0",
        "provider_schemas": {"registry.terraform.io/a/cloud": {"resource_schemas": {"cloud_disk": {"version": 0, "block": block}}}},
    })
    .to_string()
}

#[test]
fn a_second_run_writes_the_same_bytes() {
    let place = place();
    for directory in ["one", "two"] {
        done(&provider(
            place.path(),
            &["port", &schemas("everything.json"), directory],
        ));
    }
    let [one, two] = ["one", "two"].map(|name| files(&place.path().join(name)));
    assert!(one == two);
    // Nor does it overwrite existing files.
    let error = refused(place.path(), &["port", &schemas("everything.json"), "one"]);
    assert!(
        error.contains("is there already, and is not empty"),
        "{error}"
    );
    assert!(files(&place.path().join("one")) == two);
}

#[test]
fn types_added_later_equal_those_of_the_first_run() {
    let place = place();
    let json = schemas("everything.json");
    done(&provider(place.path(), &["port", &json, "all"]));
    done(&provider(
        place.path(),
        &["port", &json, "some", "--only", "every_pair"],
    ));
    let some = place.path().join("some");
    assert_eq!(names(&some.join("src/resources")), ["mod.rs", "pair.rs"]);
    assert!(!some.join("src/functions").exists());
    done(&provider(
        &some,
        &[
            "port",
            &json,
            "--into",
            ".",
            "--only",
            "every_thing",
            "double",
            "join",
            "shape",
        ],
    ));
    done(&provider(&some, &["port", &json, "--into", "."]));
    let [all, added] = ["all", "some"].map(|name| files(&place.path().join(name)));
    for (path, text) in &all {
        let is_list = path.ends_with("provider.rs") || path.ends_with("PORTING.md");
        assert!(
            is_list || added.get(path) == Some(text),
            "{}",
            path.display()
        );
    }
    // In the order in which they came.
    let registered = &added[Path::new("src/provider.rs")];
    assert!(
        registered.contains("resources![\n            crate::resources::Pair,\n            crate::resources::Thing,\n            crate::resources::Strange,\n        ]"),
        "{registered}"
    );
    assert!(
        registered.contains("functions![\n            crate::functions::Double,"),
        "{registered}"
    );
    let report = &added[Path::new("PORTING.md")];
    for heading in [
        "## resource `every_strange`",
        "## function `shape`",
        "## list resource `every_thing`",
    ] {
        assert_eq!(report.matches(heading).count(), 1, "{report}");
    }
    // Once more, and nothing changes.
    done(&provider(&some, &["port", &json, "--into", "."]));
    assert!(files(&some) == added);
    let formatted = Command::new(env!("CARGO"))
        .args(["fmt", "--check"])
        .current_dir(&some)
        .output();
    done(&formatted.expect("rustfmt"));
}

#[test]
fn files_written_by_others_are_left_alone() {
    let place = place();
    let json = schemas("everything.json");
    done(&provider(
        place.path(),
        &["port", &json, "some", "--only", "every_pair"],
    ));
    let some = place.path().join("some");
    let edit = |path: &str| {
        let text = fs::read_to_string(some.join(path)).expect("a file");
        fs::write(some.join(path), text + "\n// Edited.\n").expect("written");
    };
    edit("src/resources/pair.rs");
    let before = files(&some);
    let error = refused(&some, &["port", &json, "--into", "."]);
    assert!(
        error.contains("with other content: src/resources/pair.rs. Nothing was written"),
        "{error}"
    );
    assert!(files(&some) == before);
    // Others get their own copy of what they share with it.
    edit("src/shared/filter.rs");
    done(&provider(
        &some,
        &["port", &json, "--into", ".", "--only", "every_restart"],
    ));
    let restart = fs::read_to_string(some.join("src/actions/restart.rs")).expect("a file");
    assert!(
        restart.contains("pub struct Filter {") && !restart.contains("crate::shared"),
        "{restart}"
    );
    // A provider without its lists.
    fs::write(some.join("src/provider.rs"), "// Nothing.\n").expect("written");
    let before = files(&some);
    let error = refused(&some, &["port", &json, "--into", ".", "--only", "double"]);
    assert!(
        error.contains("no place is found for `functions![…]` in src/provider.rs"),
        "{error}"
    );
    assert!(files(&some) == before);
    let error = refused(
        place.path(),
        &["port", &json, "--into", "nowhere", "--only", "double"],
    );
    assert!(error.contains("src/lib.rs cannot be read"), "{error}");
}

#[test]
fn missing_types_are_reported() {
    let place = place();
    let of = |only: &str| {
        refused(
            place.path(),
            &["port", &schemas("everything.json"), "x", "--only", only],
        )
    };
    assert!(of("every_thin").contains("has no type every_thin; did you mean every_thing?"));
    assert!(of("other").contains("the provider has no type other\n"));
    let loose = of("every_loose");
    assert!(loose.contains("the resource every_loose cannot be written: rows.cell: a value of any type inside a list"), "{loose}");
}

#[test]
fn invalid_schemas_are_reported() {
    let place = place();
    let whole = fs::read_to_string(schemas("everything.json")).expect("a file");
    let of = |text: &str, more: &[&str]| {
        fs::write(place.path().join("schema.json"), text).expect("written");
        let mut arguments = vec!["port", "schema.json", "x"];
        arguments.extend(more);
        refused(place.path(), &arguments)
    };
    for cut in [0, 1, 100, whole.len() / 2, whole.len() - 4] {
        let error = of(&whole[..cut], &[]);
        assert!(
            error.starts_with("schema.json is not what `terraform providers schema -json` prints"),
            "{error}"
        );
    }
    for version in ["0.2", "2.0", "10.0", ""] {
        let other = whole.replace("\"1.0\"", &format!("{version:?}"));
        let said = format!("has format version {version:?}; 1 is understood");
        let error = of(&other, &[]);
        assert!(error.contains(&said), "{error}");
    }
    for (other, said) in [
        ("1", "invalid type: integer"),
        ("null", "invalid type: null"),
    ] {
        let error = of(&whole.replace("\"1.0\"", other), &[]);
        assert!(error.contains(said), "{error}");
    }
    let error = of(&whole.replace("format_version", "version"), &[]);
    assert!(error.contains("missing field `format_version`"), "{error}");
    // At any place that takes a name.
    let twice = |text: &str, said: &str| {
        let text = format!(
            r#"{{"format_version":"1.0","provider_schemas":{{"a/cloud":{{"resource_schemas":{text}}}}}}}"#
        );
        let error = of(&text, &[]);
        assert!(
            error.contains(said) && error.contains("line 1 column"),
            "{error}"
        );
    };
    let block = |inner: &str| format!(r#"{{"cloud_x":{{"block":{inner}}}}}"#);
    let x = "\"x\" appears twice";
    twice(r#"{"x":{},"x":{}}"#, x);
    twice(&block(r#"{"attributes":{"x":{},"x":{}}}"#), x);
    twice(&block(r#"{"block_types":{"x":{},"x":{}}}"#), x);
    twice(&block(r#"{},"block":{}"#), "duplicate field `block`");
    twice(
        &block(
            r#"{"attributes":{"a":{"optional":true,"type":["object",{"x":"string","x":"bool"}]}}}"#,
        ),
        x,
    );
    twice(
        &block(r#"{"attributes":{"a":{"nested_type":{"attributes":{"x":{},"x":{}}}}}}"#),
        x,
    );
    let two = r#"{"format_version":"1.0","provider_schemas":{"a/cloud":{},"b/other":{}}}"#;
    assert!(
        of(two, &[]).contains("has several providers; name one with --provider: a/cloud, b/other")
    );
    let nameless = r#"{"format_version":"1.0","provider_schemas":{"a/_":{}}}"#;
    assert!(of(nameless, &[]).contains("is not a provider's name; give it with --name"));
    done(&provider(
        place.path(),
        &["port", "schema.json", "named", "--name", "cloud"],
    ));
    let error = of(nameless, &["--name", "cloud", "--source", "a/other"]);
    assert!(error.contains("must end in \"cloud\""), "{error}");
    assert!(refused(place.path(), &["port", "nowhere.json", "x"]).starts_with("nowhere.json: "));
    // On standard input.
    let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-provider"));
    command
        .args(["provider", "port", "-", "input"])
        .current_dir(place.path());
    command.stdin(fs::File::open(schemas("tiny.json")).expect("a file"));
    done(&command.output().expect("it runs"));
    assert!(place.path().join("input/src/resources/n1st.rs").exists());
}

#[test]
fn impossible_names_are_omitted() {
    let place = place();
    for (name, flags) in [
        ("a-b", "optional"),
        ("Upper", "required"),
        ("", "computed"),
        ("--", "computed"),
        ("ü", "optional"),
        ("1a", "optional"),
    ] {
        let mut attribute = json!({"type": "string"});
        attribute[flags] = json!(true);
        let text = document(json!({"attributes": {name: attribute}}));
        fs::write(place.path().join("schema.json"), text).expect("written");
        let said = done(&provider(place.path(), &["port", "schema.json", "cloud"]));
        assert!(
            said.contains("Left out: the resource cloud_disk: ")
                && said.contains("no configuration can write this name"),
            "{name}: {said}"
        );
        let report = fs::read_to_string(place.path().join("cloud/PORTING.md")).expect("a file");
        assert!(
            report.contains("## Left out") && report.contains("- resource `cloud_disk`: "),
            "{report}"
        );
        fs::remove_dir_all(place.path().join("cloud")).expect("removed");
    }
}

#[test]
fn thousands_of_nested_types() {
    let place = place();
    let mut blocks = serde_json::Map::new();
    for number in 0..4000 {
        let attributes = json!({format!("a{number}"): {"type": "string", "optional": true}});
        blocks.insert(
            format!("block_{number}"),
            json!({"nesting_mode": "list", "block": {"attributes": attributes}}),
        );
    }
    // Deeper than anybody nests, but JSON can still be read.
    let mut deep = json!({"attributes": {"end": {"type": "string", "optional": true}}});
    for _ in 0..25 {
        deep = json!({"block_types": {"deeper": {"nesting_mode": "single", "block": deep}}});
    }
    blocks.insert(
        "deep".to_owned(),
        json!({"nesting_mode": "single", "block": deep}),
    );
    fs::write(
        place.path().join("schema.json"),
        document(json!({"block_types": blocks})),
    )
    .expect("written");
    let start = std::time::Instant::now();
    done(&provider(place.path(), &["port", "schema.json", "cloud"]));
    assert!(start.elapsed().as_secs() < 120, "{:?}", start.elapsed());
    let text =
        fs::read_to_string(place.path().join("cloud/src/resources/disk.rs")).expect("a file");
    assert_eq!(text.matches("pub struct ").count(), 4000 + 26 + 1);
}
