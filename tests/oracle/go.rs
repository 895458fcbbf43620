//! What the Go program is given, and how it is called.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Map, Value as Json};

/// The type of a case.
pub(crate) fn type_name(case: &str) -> String {
    format!("oracle_{}", case.replace('-', "_"))
}

/// Writes the schemas of the cases.
pub(crate) fn types(directory: &Path, cases: &[Json]) -> PathBuf {
    let types: Map<String, Json> = cases
        .iter()
        .map(|case| {
            (
                type_name(case["name"].as_str().unwrap()),
                case["schema"].clone(),
            )
        })
        .collect();
    let file = directory.join("schemas.json");
    fs::write(&file, Json::Object(types).to_string()).unwrap();
    file
}

/// What the SDK's own check finds wrong with each schema.
pub(crate) fn check(program: &Path, types: &Path) -> Map<String, Json> {
    let said = Command::new(program)
        .arg("check")
        .env("ORACLE_SCHEMAS", types)
        .output()
        .unwrap();
    assert!(
        said.status.success(),
        "{}",
        String::from_utf8_lossy(&said.stderr)
    );
    serde_json::from_slice(&said.stdout).unwrap()
}
