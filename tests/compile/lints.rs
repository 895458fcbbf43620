//! With the example's lints, Clippy rejects code that ends the process.

use std::fs;
use std::io::Write as _;
use std::process::Command;

/// The lints of the workspace, which the example inherits, as a separate crate's.
fn lints() -> String {
    let root = crate::workspace();
    let own = fs::read_to_string(root.join("examples/disk/Cargo.toml"));
    assert!(
        own.expect("Cargo.toml")
            .contains("[lints]\nworkspace = true")
    );
    let manifest = fs::read_to_string(root.join("Cargo.toml")).expect("the workspace");
    let start = manifest
        .find("[workspace.lints.clippy]")
        .expect("its lints");
    let rest = &manifest[start..];
    let end = rest.find("\n\n").unwrap_or(rest.len());
    rest[..end].replace("workspace.lints", "lints")
}

fn clippy(source: &str) -> Option<(bool, String)> {
    let directory = tempfile::tempdir().expect("a directory");
    let manifest = format!(
        "[package]\nname = \"newcomer\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[workspace]\n\n{}\n",
        lints()
    );
    fs::write(directory.path().join("Cargo.toml"), manifest).expect("the manifest");
    fs::create_dir(directory.path().join("src")).expect("src");
    fs::write(directory.path().join("src/lib.rs"), source).expect("the source");
    let output = Command::new(env!("CARGO"))
        .args(["clippy", "--offline", "--quiet"])
        .current_dir(&directory)
        .env("CARGO_TARGET_DIR", directory.path().join("target"))
        .output()
        .ok()?;
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    if text.contains("no such command") || text.contains("is not installed") {
        return None;
    }
    Some((output.status.success(), text))
}

#[test]
fn process_exit_is_rejected() {
    let ends =
        "//! A crate.\n\n/// Ends everything.\npub fn delete() {\n    std::process::exit(1);\n}\n";
    let Some((accepted, text)) = clippy(ends) else {
        // Not with a print macro, whose output the test harness hides if a test passes.
        writeln!(std::io::stderr(), "SKIPPED: there is no clippy").unwrap();
        return;
    };
    assert!(!accepted, "{text}");
    assert!(text.contains("exit"), "{text}");
    let returns = "//! A crate.\n\n/// Ends nothing.\npub fn delete() {}\n";
    let (accepted, text) = clippy(returns).expect("clippy was there");
    assert!(accepted, "{text}");
}
