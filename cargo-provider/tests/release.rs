//! What `cargo provider release` says on a machine that lacks what it needs.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
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
    let path = folder.join(name);
    fs::write(&path, format!("#!/bin/sh\n{text}\n")).expect("a file");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("permissions");
}

/// What the command says when only these programs are there, and what was on its standard output.
fn refused(programs: &[(&str, &str)], options: &[&str]) -> String {
    let place = tempfile::tempdir().expect("a directory");
    package(place.path());
    let path = place.path().join("programs");
    fs::create_dir(&path).expect("a directory");
    for (name, text) in programs {
        program(&path, name, text);
    }
    let cargo = std::env::var_os("CARGO").expect("cargo runs the tests");
    let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-provider"));
    command
        .args(["release", "--platform", "linux_amd64"])
        .args(options);
    command.current_dir(place.path()).env("PATH", &path);
    command.env("CARGO", cargo).env_remove("CARGO_TARGET_DIR");
    let output = command.output().expect("it runs");
    assert!(!output.status.success());
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    // Nothing is begun that cannot be finished.
    assert!(!text(&output.stdout).contains("building for"));
    assert!(!place.path().join("dist").exists());
    text(&output.stderr)
}

const NOT_INSTALLED: &str = "error: what builds for these platforms cannot be installed: ";

/// A rustup that has no library of another platform.
const RUSTUP: (&str, &str) = (
    "rustup",
    "[ \"$2\" = list ] && exit; echo \"error: could not download file\" >&2; exit 1",
);

#[test]
fn what_is_missing_is_told_with_what_installs_it() {
    // The one without the other is nothing to build with.
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
fn what_cannot_be_installed_is_told_in_plain_words() {
    let install = |programs: &[(&str, &str)]| refused(programs, &["--install-tools"]);
    let said = install(&[]);
    assert!(said.starts_with(NOT_INSTALLED), "{said}");
    assert!(
        said.contains("Python 3 with its module venv") && said.contains("python3 cannot be run"),
        "{said}"
    );
    // As Debian's Python says it.
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
    // As pip says it without a network, once for each attempt.
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
    // Zig is there, and the libraries are not.
    let said = install(&[("cargo-zigbuild", ""), RUSTUP]);
    assert!(
        said.starts_with(NOT_INSTALLED)
            && said.contains("the standard library of x86_64-unknown-linux-musl")
            && said.contains("\n  error: could not download file"),
        "{said}"
    );
}
