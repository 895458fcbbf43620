//! The Go program: how it is built and what it is given.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::{Map, Value as Json};

/// Builds a peer of `tests/peers/go`. Nothing where there is no Go; in the gate that is a failure.
pub(crate) fn build(peer: &str) -> Option<PathBuf> {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("peers/go")
        .join(peer);
    let go = Command::new("go")
        .arg("version")
        .stdout(Stdio::null())
        .status();
    if go.is_err() {
        assert!(env::var_os("CI").is_none(), "go is missing");
        sdk_tests::say!(
            "SKIPPED: there is no go, which builds {}",
            sources.display()
        );
        return None;
    }
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join(peer);
    let built = Command::new("go")
        .args(["build", "-o"])
        .arg(&program)
        .arg(".")
        .current_dir(&sources)
        .status()
        .unwrap();
    assert!(built.success(), "go build in {} fails", sources.display());
    Some(program)
}

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
