//! The action `disk_verify`, in process and under a Terraform that has actions.

use schema_provider::testing::{ProviderTest, Step};

use crate::ONE;

fn test() -> ProviderTest {
    crate::test().needs_terraform("1.14", "actions come with that version")
}

/// The image of `ONE`, verified after each change with this checksum.
fn verified(sha256: &str) -> String {
    let image = ONE.replace(
        "  partition {",
        "  lifecycle {\n    action_trigger {\n      events  = [after_create, after_update]\n      \
         actions = [action.disk_verify.a]\n    }\n  }\n  partition {",
    );
    format!(
        "{image}action \"disk_verify\" \"a\" {{\n  config {{\n    image_id = disk_image.a.id\n    \
         sha256   = {sha256}\n  }}\n}}\n"
    )
}

#[test]
fn an_image_is_verified_when_it_is_made_and_when_somebody_asks() {
    test()
        .step(Step::apply(verified("disk_image.a.sha256")).shows_progress("read 8 of 8 MiB"))
        .step(Step::invoke("action.disk_verify.a").shows_progress("read 8 of 8 MiB"))
        .run();
}

#[test]
fn another_content_is_an_error_that_names_both_checksums() {
    let wrong = format!("\"{}\"", "0".repeat(64));
    test()
        .step(
            Step::apply(verified(&wrong))
                .fails("The image a has another content")
                .fails("0000 was expected"),
        )
        // It was made all the same.
        .step(Step::apply(verified("disk_image.a.sha256")).plans_nothing())
        .run();
}

#[test]
fn mistakes_are_reported_before_any_change() {
    test()
        .step(Step::plan(verified("\"short\"")).fails_at("sha256", "sha256"))
        .step(
            Step::plan(
                verified("disk_image.a.sha256")
                    .replace("image_id = disk_image.a.id", "image_id = \"../a\""),
            )
            .fails("No image has such an id"),
        )
        .run();
}
