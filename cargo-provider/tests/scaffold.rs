//! A provider from nothing: what is written compiles without a warning, passes its own tests and serves Terraform.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Once;

#[allow(unreachable_pub)]
#[path = "../../tests/src/started_build.rs"]
mod started_build;

fn sdk() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("the workspace")
}

fn provider(directory: &Path, arguments: &[&str]) -> Output {
    // As cargo calls it, with its subcommand's name first.
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
    out + &err
}

#[track_caller]
fn refused(output: &Output) -> String {
    assert!(!output.status.success());
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(error.starts_with("error: "), "{error}");
    error
}

/// Cargo in a directory.
fn cargo(directory: &Path, arguments: &[&str]) -> Output {
    // In a directory of its own: the compile tests take what was built last in the workspace's.
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("scaffold");
    static STARTED: Once = Once::new();
    STARTED.call_once(|| started_build::start(&target, sdk()));
    let mut cargo = Command::new(env!("CARGO"));
    cargo
        .args(arguments)
        .current_dir(directory)
        .env("CARGO_TARGET_DIR", target);
    cargo.output().expect("cargo runs")
}

fn new(place: &Path, name: &str) -> PathBuf {
    let sdk = sdk().to_str().expect("a path that is text");
    let said = done(&provider(place, &["new", name, "--path", sdk]));
    assert!(said.contains("cargo test"), "{said}");
    // The versions that the workspace was built with, so that nothing is built twice.
    fs::copy(sdk_lock(), place.join(name).join("Cargo.lock")).expect("a lock file");
    place.join(name)
}

fn sdk_lock() -> PathBuf {
    sdk().join("Cargo.lock")
}

#[test]
fn a_provider_from_nothing_passes_its_tests() {
    let place = tempfile::tempdir().expect("a directory");
    let directory = new(place.path(), "terraform-provider-cloud");
    let docs = |arguments: &[&str]| {
        let mut all = vec!["run", "--quiet", "--offline", "--", "docs"];
        all.extend(arguments);
        done(&cargo(&directory, &all))
    };
    let said = docs(&["-check"]);
    assert!(said.contains("up to date: 3 pages, 4 examples"), "{said}");
    for arguments in [
        ["add", "resource", "load-balancer"],
        ["add", "data-source", "LoadBalancer"],
        ["add", "function", "shout"],
        ["add", "ephemeral-resource", "cloud_token"],
        ["add", "action", "restart"],
        ["add", "list", "load_balancer"],
        ["add", "list", "note"],
    ] {
        done(&provider(&directory, &arguments));
    }
    let registered = fs::read_to_string(directory.join("src/provider.rs")).expect("a file");
    for line in [
        "resources![LoadBalancer, Note]",
        "data_sources![LoadBalancerDataSource, NoteDataSource]",
        "functions![Shout]",
        "ephemeral_resources![Token]",
        "actions![Restart]",
        "list_resources![Note, LoadBalancer]",
    ] {
        assert!(registered.contains(line), "{registered}");
    }
    done(&cargo(&directory, &["fmt", "--check"]));
    let tested = done(&cargo(&directory, &["test", "--offline"]));
    // Six of a new provider's, and three, one, two, one and one of what was added; a list has none of its own.
    assert!(
        tested.contains("test result: ok. 14 passed; 0 failed; 0 ignored"),
        "{tested}"
    );
    assert!(!tested.contains("warning"), "{tested}");
    let run = |arguments: &[&str]| {
        let mut all = vec!["run", "--quiet", "--offline", "--", "-chdir=examples/try"];
        all.extend(arguments);
        done(&cargo(&directory, &all))
    };
    assert!(run(&["apply", "-auto-approve"]).contains("Hello from Terraform (20 bytes)"));
    assert!(run(&["plan"]).contains("No changes"));
    docs(&[]);
    let said = docs(&["-check"]);
    assert!(said.contains("up to date: 10 pages"), "{said}");
}

#[test]
fn what_cannot_be_is_told_and_writes_nothing() {
    let place = tempfile::tempdir().expect("a directory");
    let empty = || {
        fs::read_dir(place.path())
            .expect("a directory")
            .next()
            .is_none()
    };
    let said = refused(&provider(place.path(), &["new", "My-Cloud"]));
    assert!(said.contains("lower-case letters"), "{said}");
    let said = refused(&provider(
        place.path(),
        &["new", "cloud", "--source", "me/other"],
    ));
    assert!(said.contains("must end in \"cloud\""), "{said}");
    let said = refused(&provider(place.path(), &["new", "cloud", "--path", "."]));
    assert!(said.contains("not the folder of the SDK"), "{said}");
    assert!(empty());
    let said = refused(&provider(place.path(), &["add", "resource", "server"]));
    assert!(said.contains("Cargo.toml"), "{said}");

    let directory = new(place.path(), "cloud");
    let said = refused(&provider(place.path(), &["new", "cloud"]));
    assert!(said.contains("is not empty"), "{said}");
    let before = fs::read_to_string(directory.join("src/provider.rs")).expect("a file");
    for (name, words) in [
        ("note", "src/note.rs"),
        ("type", "cannot be a name"),
        ("../x", "cannot be a name"),
    ] {
        let said = refused(&provider(&directory, &["add", "resource", name]));
        assert!(said.contains(words), "{said}");
    }
    fs::write(directory.join("src/provider.rs"), "fn nothing() {}\n").expect("a file");
    let said = refused(&provider(&directory, &["add", "resource", "server"]));
    assert!(
        said.contains("resources![Server]") && said.contains("nothing was written"),
        "{said}"
    );
    assert!(!directory.join("src/server.rs").exists());
    fs::write(directory.join("src/provider.rs"), before).expect("a file");
    done(&provider(&directory, &["add", "resource", "server"]));
}
