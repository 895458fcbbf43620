//! Imports existing objects: by command, by block, and with a generated configuration.

use super::{IMAGE, SYSTEM, test, workspace};
use schema_provider::testing::{Step, creates, updates};
use sdk_tests::terraform::Workspace;
use terraform_provider_disk::Image;

/// A workspace where an image exists that the state does not know.
#[track_caller]
fn with_image() -> Option<Workspace> {
    let work = workspace()?;
    work.main(SYSTEM);
    work.apply();
    std::fs::remove_file(work.path().join("terraform.tfstate")).unwrap();
    Some(work)
}

#[test]
fn by_command() {
    let Some(work) = with_image() else {
        return;
    };
    work.terraform(&["import", "disk_image.system", "system"])
        .succeeded()
        .says("Import successful!");
    work.nothing_to_do();
    work.terraform(&["state", "list"])
        .succeeded()
        .says("disk_image.system");
    work.terraform(&["state", "show", "disk_image.system"])
        .succeeded()
        .says("sector_size = 512");
    work.terraform(&["import", "disk_image.system", "system"])
        .failed();
    work.terraform(&["state", "mv", "disk_image.system", "disk_image.other"])
        .succeeded();
    work.main(&SYSTEM.replace("\"disk_image\" \"system\"", "\"disk_image\" \"other\""));
    work.nothing_to_do();
    work.destroy();
    work.clean();
}

#[test]
fn by_block_with_a_generated_configuration() {
    let Some(work) = with_image() else {
        return;
    };
    work.main("import {\n  to = disk_image.system\n  id = \"system\"\n}\n");
    let plan = work.plan_with(&["-generate-config-out=generated.tf"]);
    assert_eq!(plan.actions(), []);
    let generated = std::fs::read_to_string(work.path().join("generated.tf")).unwrap();
    assert!(
        generated.contains("label   = \"boot\"") || generated.contains("\"boot\""),
        "{generated}"
    );
    work.apply()
        .says("1 imported, 0 added, 0 changed, 0 destroyed");
    work.main("");
    work.nothing_to_do();
    work.destroy();
    work.clean();
}

#[test]
fn by_block_with_an_immediate_change() {
    let text = SYSTEM.replace("size_mb = 16", "size_mb = 24");
    test()
        .step(Step::apply(SYSTEM))
        .step(Step::forget(IMAGE))
        .step(
            Step::apply(format!(
                "{text}\nimport {{\n  to = disk_image.system\n  id = \"system\"\n}}\n"
            ))
            .plans(updates(IMAGE).attr(Image::SIZE_MB).is(24))
            .counts(0, 1, 0),
        )
        .run();
}

#[test]
fn what_does_not_exist() {
    test()
        .step(Step::plan(SYSTEM))
        .step(
            Step::import(IMAGE)
                .id("nobody")
                .into_state()
                .fails("Cannot import non-existent remote object"),
        )
        .step(Step::import(IMAGE).id("../escape").into_state().fails(""))
        .step(Step::plan(SYSTEM).plans(creates(IMAGE)))
        .run();
}
