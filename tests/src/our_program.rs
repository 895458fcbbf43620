//! Programs of this workspace that tests start. Also part of tests of other packages, by its path.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Builds this program and tells where it is. After `cargo test --workspace` there is nothing to
/// build.
///
/// # Panics
/// It does not compile.
#[must_use]
pub fn built(name: &str) -> PathBuf {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    let mut roots = own.filter(|folder| folder.join("Cargo.lock").is_file());
    let built = Command::new(env!("CARGO"))
        .args(["build", "--quiet", "--offline", "--bin", name])
        // For one package alone, and without an example, which uses what tests depend on,
        // dependencies would have other features, and all of them would be built again.
        .args(["--workspace", "--example", "mem"])
        .current_dir(roots.next().expect("the workspace"))
        .status();
    assert!(built.expect("cargo runs").success(), "{name} is not built");
    let test = std::env::current_exe().expect("the test's program");
    test.ancestors()
        .nth(2)
        .expect("the folder of the build")
        .join(name)
}
