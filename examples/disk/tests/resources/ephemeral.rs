//! `disk_copy`: a copy of an image for as long as Terraform runs.

use std::path::Path;

use schema_provider::testing::{Step, opened};
use terraform_provider_disk::TemporaryCopy;

use crate::test;

const IMAGE: &str = r#"
resource "disk_image" "a" {
  name    = "a"
  size_mb = 8
}
"#;

fn copy(image: &str) -> String {
    format!("{IMAGE}\nephemeral \"disk_copy\" \"scratch\" {{\n  image = {image}\n}}\n")
}

fn left(directory: &Path) -> usize {
    let copies = directory.join("disks/copies");
    std::fs::read_dir(copies).map_or(0, |files| files.count())
}

#[test]
fn a_copy_is_there_meanwhile_and_gone_afterwards() {
    test()
        .step(Step::apply(IMAGE))
        .step(
            Step::apply(copy("disk_image.a.name")).opens(
                opened("disk_copy")
                    .attr(TemporaryCopy::IMAGE)
                    .is("a")
                    .attr(TemporaryCopy::SIZE_MB)
                    .is(8)
                    .attr(TemporaryCopy::PATH)
                    .matches("copies/a-.*\\.img$"),
            ),
        )
        .step(Step::outside(|context| {
            assert_eq!(left(context.directory()), 0)
        }))
        .run();
}

#[test]
fn a_plan_that_does_not_know_the_image_opens_nothing() {
    test()
        .step(Step::plan(copy("disk_image.a.id")).opens(opened("disk_copy").never()))
        .step(Step::apply(copy("disk_image.a.id")).opens(opened("disk_copy")))
        .run();
}

#[test]
fn what_is_not_there_cannot_be_copied() {
    test()
        .step(Step::plan(copy("\"b\"")).fails_at("ephemeral \"disk_copy\"", "there is no image"))
        .step(Step::plan(copy("\"../a\"")).fails_at("ephemeral \"disk_copy\"", "name"))
        .step(Step::plan(copy("\"\"")).fails_at("image =", "image"))
        .step(Step::outside(|context| {
            assert_eq!(left(context.directory()), 0)
        }))
        .run();
}

#[test]
fn nothing_that_is_kept_takes_its_values() {
    let output = "output \"path\" {\n  value = ephemeral.disk_copy.scratch.path\n}\n";
    test()
        .step(Step::plan(copy("\"a\"") + output).fails_at(
            "value = ephemeral",
            "not declared as returning an ephemeral value",
        ))
        .run();
}
