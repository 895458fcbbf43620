//! Snapshots, and images made of them.

use std::fs;

use schema_provider::testing::{Step, creates, object, replaces};
use terraform_provider_disk::{Image, Snapshot};

use super::{MIB, ONE, SNAPSHOT, disks, fill, read, test, untouched};

const S: &str = "disk_snapshot.s";

#[test]
fn a_snapshot_is_a_copy() {
    let config = format!("{ONE}{SNAPSHOT}");
    test()
        .step(Step::apply(ONE))
        .step(Step::outside(|run| fill(run, "a", 1, 1)))
        .step(
            Step::apply(&*config).plans(creates(S)).saves(
                object(S)
                    .attr(Snapshot::IMAGE_ID)
                    .is("a")
                    .attr(Snapshot::SIZE_MB)
                    .is(8)
                    .attr(Snapshot::SHA256)
                    .equals("disk_image.a", Image::SHA256),
            ),
        )
        .step(Step::outside(|run| {
            let copy = fs::read(disks(run).join("snapshots/s.img")).unwrap();
            assert!(copy == read(run, "a"), "the copy differs");
        }))
        .steps(untouched(&config))
        .run();
}

#[test]
fn a_snapshot_is_replaced_and_never_changed() {
    let renamed = SNAPSHOT.replace("name     = \"s\"", "name     = \"t\"");
    let other = format!(
        "{ONE}{}resource \"disk_image\" \"b\" {{\n  name    = \"b\"\n  size_mb = 4\n}}\n",
        renamed.replace("disk_image.a", "disk_image.b")
    );
    test()
        .step(Step::apply(format!("{ONE}{SNAPSHOT}")))
        .step(
            Step::apply(format!("{ONE}{renamed}"))
                .plans(replaces(S).only_because_of([Snapshot::NAME]))
                .counts(1, 0, 1),
        )
        .step(
            Step::apply(&*other)
                .plans(
                    replaces(S)
                        .only_because_of([Snapshot::IMAGE_ID])
                        .attr(Snapshot::IMAGE_ID)
                        .is_unknown(),
                )
                .counts(2, 0, 1)
                .saves(object(S).attr(Snapshot::SIZE_MB).is(4)),
        )
        // One deleted by hand is made again.
        .step(Step::outside(|run| {
            fs::remove_file(disks(run).join("snapshots/t.img")).unwrap();
        }))
        .step(Step::apply(&*other).plans(creates(S)).counts(1, 0, 0))
        .steps(untouched(&other))
        .run();
}

#[test]
fn an_image_of_a_snapshot() {
    let config = format!(
        "{ONE}{SNAPSHOT}resource \"disk_image\" \"copy\" {{\n  name        = \"copy\"\n  snapshot_id = disk_snapshot.s.id\n  \
         partition {{\n    label   = \"mine\"\n    size_mb = 3\n  }}\n}}\n"
    );
    test()
        .step(Step::apply(ONE))
        .step(Step::outside(|run| fill(run, "a", 1, 2)))
        .step(
            Step::apply(&*config).saves(
                object("disk_image.copy")
                    .attr(Image::SIZE_MB)
                    .is(8)
                    .attr(Image::SNAPSHOT_ID)
                    .is("s")
                    .attr("partition.0.label")
                    .is("mine")
                    .attr(Image::UUID)
                    .is_set(),
            ),
        )
        .step(Step::outside(|run| {
            let (from, copy) = (read(run, "a"), read(run, "copy"));
            // Between the tables it is the same.
            let inside = MIB as usize..7 * MIB as usize;
            assert_eq!(copy.len(), from.len());
            assert!(copy[inside.clone()] == from[inside], "the content differs");
            let uuid = |name: &str| run.saved(&format!("disk_image.{name}"), Image::UUID);
            assert_ne!(uuid("copy"), uuid("a"));
        }))
        .steps(untouched(&config))
        .run();
}
