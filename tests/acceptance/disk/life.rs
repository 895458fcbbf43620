//! A whole life cycle: create, read, update, replace, delete.

use super::{IMAGE, SYSTEM, test};
use schema_provider::prelude::AttrPath as _;
use schema_provider::testing::{Step, TestContext, creates, object, replaces, updates};
use terraform_provider_disk::{Image, Partition, PartitionKind};

fn there(run: &TestContext<'_>, name: &str) -> bool {
    run.directory().join(format!("disks/{name}.img")).exists()
}

#[test]
fn from_create_to_destroy() {
    let grown = SYSTEM.replace("size_mb = 16", "size_mb = 20");
    let other = SYSTEM.replace("name    = \"system\"", "name = \"other\"");
    test()
        .step(Step::validate(SYSTEM))
        .step(
            Step::apply(SYSTEM)
                .plans(
                    creates(IMAGE)
                        .only_unknown(["created_at", "id", "path", "sha256", "uuid"])
                        // The plan has the default, not an unknown.
                        .attr(Image::SECTOR_SIZE)
                        .is(512)
                        .attr(Image::PARTITION.at(1).then(Partition::KIND))
                        .is(PartitionKind::Linux),
                )
                .counts(1, 0, 0),
        )
        // In place: the id, the path and the time stay, the checksum changes.
        .step(
            Step::apply(grown)
                .plans(updates(IMAGE).only_unknown(["sha256"]))
                .counts(0, 1, 0)
                .saves(
                    object(IMAGE)
                        .attr("id")
                        .is_kept()
                        .attr(Image::PATH)
                        .is_kept()
                        .attr(Image::CREATED_AT)
                        .is_kept()
                        .attr(Image::UUID)
                        .is_kept()
                        .attr(Image::SHA256)
                        .is_changed(),
                ),
        )
        // It cannot shrink without a replacement: another name is another image.
        .step(Step::plan(SYSTEM).fails("An image cannot shrink"))
        .step(
            Step::apply(&*other)
                .plans(replaces(IMAGE).only_because_of([Image::NAME]))
                .counts(1, 0, 1),
        )
        .step(Step::outside(|run| {
            assert!(there(run, "other") && !there(run, "system"));
        }))
        .step(
            Step::apply(other)
                .replacing(IMAGE)
                .plans(replaces(IMAGE))
                .counts(1, 0, 1),
        )
        .step(Step::destroy().counts(0, 0, 1))
        .step(Step::outside(|run| assert!(!there(run, "other"))))
        .run();
}
