//! A new provider compiles without a warning, passes its own tests and serves Terraform.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Once;

#[allow(unreachable_pub)]
#[path = "../src/started_build.rs"]
mod started_build;

fn sdk() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .nth(2)
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

/// Cargo in a directory. It lints what it compiles of the package there, with the program of
/// `cargo clippy --all-targets -- -D warnings`, while it is built for its tests: a separate check
/// would compile the SDK again.
fn cargo(directory: &Path, arguments: &[&str]) -> Output {
    // In a directory of its own: the compile tests use the last build in the workspace's.
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("scaffold");
    static STARTED: Once = Once::new();
    STARTED.call_once(|| started_build::start(&target, sdk()));
    let clippy = Path::new(env!("CARGO")).with_file_name("clippy-driver");
    let mut cargo = Command::new(env!("CARGO"));
    cargo
        .args(arguments)
        .current_dir(directory)
        .env("CARGO_TARGET_DIR", target)
        .env("RUSTC_WORKSPACE_WRAPPER", clippy)
        // As `cargo clippy` passes on what follows its `--`.
        .env(
            "CLIPPY_ARGS",
            ["-D", "warnings", ""].join("__CLIPPY_HACKERY__"),
        );
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
    // The guide's test builds, tests, applies and documents the unchanged provider.
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
    // Six of a new provider's, and three, one, two, one and one of what was added; a list has none
    // of its own.
    assert!(
        tested.contains("test result: ok. 14 passed; 0 failed; 0 ignored"),
        "{tested}"
    );
    assert!(!tested.contains("warning"), "{tested}");
    docs(&[]);
    let said = docs(&["-check"]);
    assert!(said.contains("up to date: 10 pages"), "{said}");
    // The linter ran: what it rejects does not compile.
    let source = directory.join("src/client.rs");
    let text = fs::read_to_string(&source).expect("a file");
    let wrong = "/// Whether a string is empty.\npub fn is_blank(text: &str) -> bool {\n    text.len() == 0\n}\n";
    fs::write(&source, text + "\n" + wrong).expect("a file");
    let said = refused_by_cargo(&cargo(&directory, &["test", "--offline", "--lib"]));
    assert!(said.contains("clippy::len-zero"), "{said}");
}

#[track_caller]
fn refused_by_cargo(output: &Output) -> String {
    assert!(!output.status.success());
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// On a bare machine `new` works, and reports what its next commands will miss; commands that need
/// cargo report that.
#[test]
#[cfg(unix)]
fn missing_tools_are_reported_in_plain_words() {
    let place = tempfile::tempdir().expect("a directory");
    let bare = |directory: &Path, arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-provider"));
        command.args(arguments).current_dir(directory);
        command.env_remove("CARGO").env_remove("CC");
        let command = command.env("PATH", place.path());
        command
            .env("CARGO_NET_OFFLINE", "true")
            .output()
            .expect("it runs")
    };
    let said = done(&bare(place.path(), &["new", "cloud"]));
    for words in [
        "They need Rust 1.88 or newer, a C compiler",
        "Missing here: Rust 1.88 or newer with cargo: https://rustup.rs",
        "Missing here: a C compiler, `cc`",
        "Missing here: the network, as CARGO_NET_OFFLINE says",
    ] {
        assert!(said.contains(words), "{said}");
    }
    let directory = place.path().join("cloud");
    for arguments in [&["add", "resource", "server"][..], &["release"]] {
        let said = refused(&bare(&directory, arguments));
        assert!(said.contains("cargo is not on the PATH"), "{said}");
    }
    // If everything is installed, nothing is missing.
    let said = done(&provider(place.path(), &["new", "other"]));
    assert!(said.contains("They need Rust"), "{said}");
    assert!(!said.contains("Missing here"), "{said}");
}

#[test]
fn impossible_requests_are_reported_and_write_nothing() {
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
    for (resource, words) in [
        ("cloud", "as the provider is"),
        ("type", "cannot be a name"),
    ] {
        let arguments = ["new", "cloud", "--resource", resource];
        let said = refused(&provider(place.path(), &arguments));
        assert!(said.contains(words), "{said}");
    }
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
