//! Terraform accepts the examples of the documentation, as far as it supports their kinds.

use std::path::Path;

use sdk_tests::terraform::Workspace;

use crate::DISK;

#[test]
fn the_examples_are_valid_for_terraform() {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/disk/examples");
    let mut checked = 0;
    for folder in [
        "resources",
        "data-sources",
        "functions",
        "ephemeral-resources",
    ] {
        for named in std::fs::read_dir(examples.join(folder)).unwrap() {
            let named = named.unwrap().path();
            for file in std::fs::read_dir(&named).unwrap() {
                let file = file.unwrap().path();
                let name = file.file_name().unwrap().to_str().unwrap().to_owned();
                // Terraform 1.11 has no identities.
                if !name.ends_with(".tf") || name.contains("identity") {
                    continue;
                }
                let Some(work) = Workspace::new(&[DISK]) else {
                    return;
                };
                work.main(&std::fs::read_to_string(&file).unwrap());
                if name.starts_with("import-by") {
                    let usage = std::fs::read_to_string(named.join("resource.tf")).unwrap();
                    work.write("usage.tf", &usage);
                }
                work.terraform(&["validate"]).succeeded();
                work.terraform(&["fmt", "-check", "-diff", "main.tf"])
                    .succeeded();
                work.clean();
                checked += 1;
            }
        }
    }
    assert!(checked >= 7, "{checked} examples");
}

/// Every function that the check of examples ascribes to Terraform exists.
#[test]
fn the_functions_that_examples_may_call_are_those_of_terraform() {
    let Some(work) = Workspace::new(&[DISK]) else {
        return;
    };
    let listed = work
        .terraform(&["metadata", "functions", "-json"])
        .succeeded();
    work.clean();
    let listed: serde_json::Value = serde_json::from_str(&listed.stdout).unwrap();
    let terraform = listed["function_signatures"].as_object().unwrap();
    let source =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/local/src/documentation/foreign.rs");
    let source = std::fs::read_to_string(source).unwrap();
    let (_, list) = source.split_once("FUNCTIONS: &str = \"").unwrap();
    let (list, _) = list.split_once("\";").unwrap();
    let words = list.split_whitespace();
    let ours: Vec<&str> = words.filter(|word| *word != "\\").collect();
    assert!(ours.len() > 20, "{ours:?}");
    for name in ours {
        assert!(terraform.contains_key(name), "{name}");
    }
}
