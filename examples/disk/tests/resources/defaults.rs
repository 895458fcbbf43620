//! Defaults that are given up and come back.

use schema_provider::testing::{Step, object, replaces, updates};
use terraform_provider_disk::Image;

use super::{ONE, test, untouched};

const A: &str = "disk_image.a";

#[test]
fn an_argument_that_is_removed_falls_back_to_its_default() {
    let plain = ONE.replace("    kind    = \"efi\"\n", "");
    let with = |more: &str| plain.replace("size_mb = 8", &format!("size_mb = 8\n{more}"));
    test()
        .step(Step::apply(ONE))
        // In a block, in place.
        .step(
            Step::apply(&*plain)
                .plans(updates(A).attr("partition.0.kind").is("linux"))
                .counts(0, 1, 0)
                .saves(object(A).attr("partition.0.kind").is("linux")),
        )
        .steps(untouched(&plain))
        // Written out, the default is no change; so is taking it away again.
        .steps(untouched(&with("  sector_size = 512")))
        .steps(untouched(&plain))
        // Any other value goes back to the default, here by a replacement.
        .step(Step::apply(with("  sector_size = 4096")).counts(1, 0, 1))
        .step(
            Step::apply(&*plain)
                .plans(
                    replaces(A)
                        .only_because_of([Image::SECTOR_SIZE])
                        .attr(Image::SECTOR_SIZE)
                        .is(512),
                )
                .counts(1, 0, 1),
        )
        .steps(untouched(&plain))
        // Null is the same as an omitted argument.
        .steps(untouched(&with(
            "  sector_size = null\n  snapshot_id = null",
        )))
        .run();
}
