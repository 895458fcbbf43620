//! As an installed provider: a filesystem mirror, `terraform init`, a lock file.

use super::SYSTEM;
use crate::DISK;
use sdk_tests::terraform::{Workspace, is_opentofu};

#[test]
fn installed_from_a_mirror() {
    let Some(work) = Workspace::with_mirror(&[DISK], "1.2.3") else {
        return;
    };
    work.main(SYSTEM);
    work.terraform(&["plan"]).failed().says(if is_opentofu() {
        "tofu init"
    } else {
        "terraform init"
    });
    work.terraform(&["init"])
        .succeeded()
        .says("Installed example.com/sdk/disk v1.2.3");
    let lock = std::fs::read_to_string(work.path().join(".terraform.lock.hcl")).unwrap();
    assert!(lock.contains("provider \"example.com/sdk/disk\""), "{lock}");
    assert!(lock.contains("h1:"), "{lock}");
    work.terraform(&["providers"])
        .succeeded()
        .says("example.com/sdk/disk");
    work.apply();
    work.nothing_to_do();
    // A second init uses the lock file.
    work.terraform(&["init"])
        .succeeded()
        .says("Using previously-installed example.com/sdk/disk v1.2.3");
    work.destroy();
    work.clean();
}

#[test]
fn the_example_s_own_configuration() {
    let Some(work) = Workspace::new(&[DISK]) else {
        return;
    };
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/disk/main.tf");
    let text = std::fs::read_to_string(example).unwrap();
    std::fs::remove_file(work.path().join("providers.tf")).unwrap();
    work.main(&text);
    work.terraform(&["validate"]).succeeded();
    work.apply()
        .says("3 added")
        .says("first_partition = \"boot\"");
    work.nothing_to_do();
    work.terraform(&["apply", "-auto-approve", "-var=environment=other"])
        .succeeded();
    work.destroy();
    work.clean();
}
