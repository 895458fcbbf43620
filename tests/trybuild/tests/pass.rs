//! What must compile, in a package of its own, as cargo builds an author's.

use std::path::Path;

#[allow(unreachable_pub)]
#[path = "../../src/started_build.rs"]
mod started_build;

#[test]
fn what_is_right_compiles_in_another_package() {
    start();
    trybuild::TestCases::new().pass("../ui/pass/*.rs");
}

/// What the derive is built of is the workspace's.
fn start() {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("../tests/trybuild");
    started_build::start(&target, &workspace);
}
