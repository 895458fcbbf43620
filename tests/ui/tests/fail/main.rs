//! What must not compile, one program a mistake, and what the compiler prints of it, whole: `TOPIC/NAME.rs` and
//! `TOPIC/NAME.stderr`. `pass` has what must compile, which `tests/compile` builds and runs: trybuild would build all
//! crates a second time for it.
//!
//! The output is that of the compiler in `rust-toolchain.toml`; `TRYBUILD=overwrite` writes it anew, and
//! `cargo test -p trybuild-tests --test fail -- trybuild=NAME` compiles only the programs with that name.

#[allow(unreachable_pub)]
#[path = "../../../src/started_build.rs"]
mod started_build;

mod goldens;

use std::fs;
use std::path::{Path, PathBuf};

/// The package, with a folder a topic.
fn package() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// What the derive is built of is the workspace's.
fn start() {
    let workspace = package().join("../..");
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("../tests/trybuild");
    started_build::start(&target, &workspace);
}

/// The programs that must not compile, from the package's folder.
fn programs() -> Vec<PathBuf> {
    let mut found = Vec::new();
    for topic in fs::read_dir(package()).expect("the package").flatten() {
        let is_topic = !["pass", "src", "tests"]
            .iter()
            .any(|other| topic.file_name() == *other);
        if !is_topic || !topic.path().is_dir() {
            continue;
        }
        for file in fs::read_dir(topic.path()).expect("a topic").flatten() {
            let path = file.path();
            if path.extension().is_some_and(|extension| extension == "rs") {
                let path = path.strip_prefix(package()).expect("in the package");
                found.push(path.to_owned());
            }
        }
    }
    found.sort();
    found
}

/// Nothing that must compile is among them, for which trybuild would give up its one build of all.
#[test]
fn what_is_wrong_does_not_compile() {
    start();
    let cases = trybuild::TestCases::new();
    for program in programs() {
        cases.compile_fail(program);
    }
}
