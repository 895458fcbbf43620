//! The messages of `cargo provider release` on a machine that lacks what it needs.
#![cfg(unix)]

#[allow(unreachable_pub)]
#[path = "../src/programs.rs"]
mod programs;

use std::fs;
use std::path::Path;
use std::process::Command;

/// A provider that a release would take.
fn package(place: &Path) {
    let manifest = "[package]\nname = \"terraform-provider-cloud\"\nversion = \"1.2.3\"\nedition = \"2024\"\n\n\
                    [package.metadata.terraform]\nsource = \"example.com/team/cloud\"\n\n[workspace]\n";
    fs::create_dir_all(place.join("src")).expect("a directory");
    fs::write(place.join("Cargo.toml"), manifest).expect("a file");
    fs::write(place.join("src/main.rs"), "fn main() {}\n").expect("a file");
}

/// A program of that name in a directory.
fn program(folder: &Path, name: &str, text: &str) {
    fs::create_dir_all(folder).expect("a directory");
    programs::write_program(&folder.join(name), &format!("#!/bin/sh\n{text}\n"));
}

/// The command's output if only these programs exist.
fn refused(programs: &[(&str, &str)], options: &[&str]) -> String {
    let place = tempfile::tempdir().expect("a directory");
    package(place.path());
    refused_in(place.path(), programs, options).1
}

/// What was on its standard output, and on its standard error.
fn refused_in(place: &Path, programs: &[(&str, &str)], options: &[&str]) -> (String, String) {
    let path = place.join("programs");
    fs::create_dir_all(&path).expect("a directory");
    for (name, text) in programs {
        program(&path, name, text);
    }
    let cargo = std::env::var_os("CARGO").expect("cargo runs the tests");
    let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-provider"));
    command
        .args(["release", "--platform", "linux_amd64"])
        .args(options);
    command.current_dir(place).env("PATH", &path);
    // Cargo asks the compiler that is beside it.
    command.env("RUSTC", Path::new(&cargo).with_file_name("rustc"));
    command.env("CARGO", cargo).env_remove("CARGO_TARGET_DIR");
    let output = command.output().expect("it runs");
    assert!(!output.status.success());
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    // Nothing is begun that cannot be completed.
    assert!(!text(&output.stdout).contains("building for"));
    assert!(!place.join("dist").exists());
    (text(&output.stdout), text(&output.stderr))
}

const NOT_INSTALLED: &str = "error: what builds for these platforms cannot be installed: ";

/// A rustup that has no library of another platform.
const RUSTUP: (&str, &str) = (
    "rustup",
    "[ \"$2\" = list ] && exit; echo \"error: could not download file\" >&2; exit 1",
);

#[test]
fn what_is_missing_is_reported_with_what_installs_it() {
    // One without the other cannot build.
    let without_zig = (
        "cargo-zigbuild",
        "[ \"$1\" = --version ] || { echo 'Failed to find zig' >&2; exit 1; }",
    );
    for programs in [&[RUSTUP][..], &[RUSTUP, without_zig]] {
        assert_eq!(
            refused(programs, &[]),
            "error: to build for these platforms there is missing:\n  \
             cargo-zigbuild and zig (`pip install cargo-zigbuild==0.24.0 ziglang==0.16.0`)\n  \
             the standard library of x86_64-unknown-linux-musl (`rustup target add x86_64-unknown-linux-musl`)\n\
             `--install-tools` installs all of it\n"
        );
    }
}

#[test]
fn what_cannot_be_installed_is_reported_in_plain_words() {
    let install = |programs: &[(&str, &str)]| refused(programs, &["--install-tools"]);
    let said = install(&[]);
    assert!(said.starts_with(NOT_INSTALLED), "{said}");
    assert!(
        said.contains("Python 3 with its module venv") && said.contains("python3 cannot be run"),
        "{said}"
    );
    // Debian's Python reports it like this.
    let said = install(&[(
        "python3",
        "echo 'The virtual environment was not created because ensurepip is not available.'; exit 1",
    )]);
    assert!(
        said.contains("python3-venv") && said.contains("\n  The virtual environment was not"),
        "{said}"
    );
    let with_pip = |pip: &str| {
        format!(
            "for own; do :; done; /bin/mkdir -p \"$own/bin\"; p=\"$own/bin/pip\"; printf '#!/bin/sh\\n{pip}\\n' >\"$p\"; \
             /bin/chmod +x \"$p\""
        )
    };
    // pip reports it like this without a network, once for each attempt.
    let python = with_pip(
        "for i in 1 2 3 4 5 6 7 8 9; do echo \"WARNING: Retrying (Retry(total=4)) after connection broken by X\" >\\&2; \
         done; echo \"ERROR: No matching distribution found\" >\\&2; exit 1",
    )
    .replace("\\&", "&");
    let said = install(&[("python3", &python)]);
    assert!(said.starts_with(NOT_INSTALLED), "{said}");
    assert!(
        said.contains("PyPI cannot be reached. It needs the network"),
        "{said}"
    );
    assert!(said.lines().count() <= 10, "{said}");
    // Zig is installed, but not the libraries.
    let said = install(&[("cargo-zigbuild", ""), RUSTUP]);
    assert!(
        said.starts_with(NOT_INSTALLED)
            && said.contains("the standard library of x86_64-unknown-linux-musl")
            && said.contains("\n  error: could not download file"),
        "{said}"
    );
}

/// Zig and the library exist, so that only the requested profile prevents the build.
const BUILDS: [(&str, &str); 2] = [
    ("cargo-zigbuild", "case $1 in zig) ;; *) exit 1 ;; esac"),
    ("rustup", "echo x86_64-unknown-linux-musl"),
];

#[test]
fn an_unusable_signing_key_is_reported_before_anything_is_built() {
    let gpg = (
        "gpg",
        "echo 'gpg: skipped \"me\": No secret key' >&2; exit 2",
    );
    let said = refused(&[BUILDS[0], BUILDS[1], gpg], &["--sign", "me"]);
    assert_eq!(
        said,
        "error: gpg does not sign: gpg: skipped \"me\": No secret key\n"
    );
    let said = refused(&BUILDS, &["--sign", "me"]);
    assert!(
        said.starts_with("error: gpg, which signs the sums, cannot be run: "),
        "{said}"
    );
}

#[test]
fn an_outdated_lock_file_is_reported_before_anything_is_built() {
    let place = tempfile::tempdir().expect("a directory");
    package(place.path());
    let cargo = |arguments: &[&str]| {
        let mut command = Command::new(std::env::var_os("CARGO").expect("cargo runs the tests"));
        command.args(arguments).arg("--offline");
        let output = command.current_dir(place.path()).output();
        assert!(output.expect("it runs").status.success());
    };
    cargo(&["generate-lockfile"]);
    let without = &[RUSTUP][..];
    let (_, said) = refused_in(place.path(), without, &[]);
    assert!(said.contains("there is missing"), "{said}");
    let manifest = place.path().join("Cargo.toml");
    let text = fs::read_to_string(&manifest).expect("a manifest");
    fs::write(&manifest, text.replace("1.2.3", "1.3.0")).expect("a file");
    let (_, said) = refused_in(place.path(), without, &[]);
    assert!(
        said.contains("Cargo.lock is not up to date with Cargo.toml")
            && said.contains("`cargo update --workspace`"),
        "{said}"
    );
    // This is the remedy.
    cargo(&["update", "--workspace"]);
    let (_, said) = refused_in(place.path(), without, &[]);
    assert!(said.contains("there is missing"), "{said}");
}

#[test]
fn a_mirror_that_has_the_version_says_so_before_anything_is_built() {
    let place = tempfile::tempdir().expect("a directory");
    package(place.path());
    let folder = place.path().join("all/example.com/team/cloud");
    fs::create_dir_all(&folder).expect("a directory");
    fs::write(folder.join("index.json"), r#"{"versions":{"1.2.3":{}}}"#).expect("a file");
    let version = r#"{"archives":{"linux_amd64":{"hashes":[],"url":"a.zip"}}}"#;
    fs::write(folder.join("1.2.3.json"), version).expect("a file");
    let (told, _) = refused_in(place.path(), &[RUSTUP], &["--mirror", "all"]);
    assert!(
        told.contains("has version 1.2.3 for linux_amd64 already"),
        "{told}"
    );
}
