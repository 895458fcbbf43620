//! Providers in Go that tests have beside ours: the packages below `tests/peers/go`. Also part of
//! tests of other packages, by its path.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};

/// The programs that this process has built: a running program must not be overwritten.
static BUILT: Mutex<BTreeMap<String, PathBuf>> = Mutex::new(BTreeMap::new());

/// Builds the package in this folder, such as `learn/cmd/muxed`. `None` if Go is not installed,
/// which is an error in CI.
///
/// # Panics
/// It does not compile.
#[must_use]
pub fn built(package: &str) -> Option<PathBuf> {
    let mut all = BUILT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(program) = all.get(package) {
        return Some(program.clone());
    }
    if Command::new("go").arg("version").output().is_err() {
        assert!(std::env::var_os("CI").is_none(), "Go is needed in CI");
        eprintln!("SKIPPED: there is no `go`, which builds {package}");
        return None;
    }
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    let peers = own.ancestors().map(|at| at.join("tests/peers/go"));
    let folder = peers.map(|at| at.join(package)).find(|at| at.is_dir());
    let test = std::env::current_exe().expect("the test's program");
    let target = test.ancestors().nth(2).expect("the folder of the build");
    let program = target.join("go-peers").join(package.replace('/', "-"));
    let built = Command::new("go")
        .args([
            "build",
            "-buildvcs=false",
            "-mod=readonly",
            "-ldflags=-s -w",
            "-o",
        ])
        .arg(&program)
        .current_dir(folder.expect("the package"))
        .env_remove("GOFLAGS")
        .output()
        .expect("go runs");
    let said = String::from_utf8_lossy(&built.stderr);
    assert!(built.status.success(), "go build {package}: {said}");
    all.insert(package.to_owned(), program.clone());
    Some(program)
}
