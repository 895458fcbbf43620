//! Programs that must not compile, with the compiler's full output: `TOPIC/NAME.rs` and
//! `TOPIC/NAME.stderr`. A program has one mistake, or several on one subject, each in a separate
//! module below a comment that names the rule or the error code and the tokens to underline.
//! `fixtures` holds shared code. `pass` has programs that must compile, which `tests/compile`
//! builds and runs, since trybuild gives up its single build if both are mixed.
//!
//! The goldens are the output of the compiler in `rust-toolchain.toml`. `TRYBUILD=overwrite`
//! rewrites them, and `cargo test -p trybuild-tests --test fail -- does_not_compile trybuild=NAME`
//! compiles the programs with that name.

#[allow(unreachable_pub)]
#[path = "../../../src/started_build.rs"]
mod started_build;

mod goldens;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// The flags that trybuild gives rustc. It omits the last one while it checks the dependencies,
/// which cargo would then check a second time for the programs. This variable takes precedence over
/// the flags that it passes.
const FLAGS: &str = "--cfg\x1ftrybuild\x1f--verbose\x1f-A\x1fdead_code\x1f--diagnostic-width=140";
const VARIABLE: &str = "CARGO_ENCODED_RUSTFLAGS";

/// The package, with one folder per topic.
fn package() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The derive is built from the workspace's dependencies.
fn start() {
    let workspace = package().join("../..");
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("../tests/trybuild");
    started_build::start(&target, &workspace);
}

/// The programs that must not compile, relative to the package's folder.
fn programs() -> Vec<PathBuf> {
    let mut found = Vec::new();
    for topic in fs::read_dir(package()).expect("the package").flatten() {
        let is_topic = !["fixtures", "pass", "src", "tests"]
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

/// Runs itself once more, because a process cannot safely change its own environment.
#[test]
fn what_is_wrong_does_not_compile() {
    if env::var_os(VARIABLE).is_some_and(|flags| flags == FLAGS) {
        compile();
        return;
    }
    let filters = env::args().filter(|argument| argument.starts_with("trybuild="));
    let output = Command::new(env::current_exe().expect("this test"))
        .args(["--exact", "--nocapture", "what_is_wrong_does_not_compile"])
        .args(filters)
        .env(VARIABLE, FLAGS)
        .output()
        .expect("this test starts");
    print!("{}", String::from_utf8_lossy(&output.stdout));
    eprint!("{}", String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "see above");
}

fn compile() {
    start();
    let cases = trybuild::TestCases::new();
    for program in programs() {
        cases.compile_fail(program);
    }
}
