//! The kitchen as in a release: no debug assertions, and optimised code around provider code.
//!
//! A separate build would compile every dependency again, which takes longer than all tests of
//! panics. So it starts from the output of the tests' own build (linked, not copied), in the same
//! profile, and only our crates differ.

use std::path::Path;
use std::process::Command;
use std::{fs, io};

use crate::KITCHEN;
use crate::kitchen::panics;
use sdk_tests::terraform::{Plugin, Workspace};

/// Our crates that the kitchen consists of.
const CRATES: [&str; 12] = [
    "schema-docs",
    "schema-local",
    "schema-panic",
    "schema-provider",
    "schema-rules",
    "schema-runtime",
    "schema-server",
    "schema-shell",
    "schema-testing",
    "schema-transport",
    "sdk-tests",
    "terraform-provider-disk",
];

/// Our crates between a call and provider code.
const OPTIMISED: [&str; 3] = ["schema-panic", "schema-shell", "sdk-tests"];

#[test]
#[ignore = "takes minutes: .ci/long runs it"]
fn panics_become_diagnostics() {
    if schema_provider::testing::terraform_program().is_none() {
        return;
    }
    let plugin = kitchen();
    for test in [panics::resources, panics::the_provider] {
        let work = Workspace::new(&[plugin]);
        test(&work.expect("acceptance tests are asked for"));
    }
}

fn kitchen() -> Plugin {
    let profile = Path::new(KITCHEN.binary).parent().expect("a directory");
    let target = profile.parent().expect("the target directory");
    let own = target.join("release-like-test");
    let name = profile.file_name().expect("the profile's directory");
    for part in [".fingerprint", "build", "deps"] {
        // What cannot be linked is built.
        let _ = link(&profile.join(part), &own.join(name).join(part));
    }
    let mut cargo = Command::new(env!("CARGO"));
    cargo
        .args(["build", "--locked", "--quiet"])
        // With the whole workspace and an example, as the tests were built: for the package alone,
        // a macro library has different features, and everything that uses macros would be rebuilt.
        .args([
            "--workspace",
            "--bin",
            "test-provider-kitchen",
            "--example",
            "mem",
        ])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("CARGO_TARGET_DIR", &own);
    for package in CRATES {
        let set = |setting: &str| format!("profile.dev.package.{package}.{setting}");
        cargo.args(["--config", &set("debug-assertions=false")]);
        cargo.args(["--config", &set("overflow-checks=false")]);
        if OPTIMISED.contains(&package) {
            cargo.args(["--config", &set("opt-level=1")]);
        }
    }
    assert!(cargo.status().is_ok_and(|status| status.success()));
    let binary = own.join(name).join("test-provider-kitchen");
    Plugin {
        name: KITCHEN.name,
        // The test ends, and with it the process.
        binary: binary.into_os_string().into_string().expect("UTF-8").leak(),
    }
}

/// Links missing files unchanged, with their times, so that cargo considers them fresh.
fn link(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let to = to.join(entry.file_name());
        let linked = match entry.file_type()?.is_dir() {
            true => link(&entry.path(), &to),
            false if to.exists() => Ok(()),
            false => fs::hard_link(entry.path(), to),
        };
        match linked {
            // The compiler's temporary files: the gate documents the workspace with cargo
            // meanwhile.
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            done => done?,
        }
    }
    Ok(())
}
