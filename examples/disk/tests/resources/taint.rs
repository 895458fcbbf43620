//! Tainted images, failed applies, images of someone else.

use std::fs;

use schema_provider::testing::{Step, object, replaces, updates};
use terraform_provider_disk::Image;

use super::{ONE, SNAPSHOT, Shared, disks, names, read, test, untouched};

const A: &str = "disk_image.a";

#[test]
fn a_tainted_image_is_replaced() {
    test()
        .step(Step::apply(ONE))
        .step(Step::taint(A).saves(object(A).tainted()))
        .step(
            Step::apply(ONE)
                .plans(replaces(A))
                .counts(1, 0, 1)
                .saves(object(A).attr(Image::UUID).is_changed()),
        )
        .steps(untouched(ONE))
        .run();
}

#[test]
fn an_image_of_someone_else_is_never_taken_or_deleted() {
    let theirs: Shared<Vec<u8>> = Shared::default();
    let still = theirs.clone();
    let mut all = test()
        .step(Step::apply(ONE))
        .step(Step::outside(move |run| theirs.put(read(run, "a"))))
        .step(Step::forget(A));
    for _ in 0..2 {
        let still = still.clone();
        all = all
            .step(
                Step::apply(ONE)
                    .fails_at("resource", "there is an image \"a\" already.*import it")
                    // Saved as half-made, the next apply would delete it.
                    .saves(object(A).gone()),
            )
            .step(Step::outside(move |run| {
                assert!(read(run, "a") == still.get(), "it was touched");
            }));
    }
    all.step(Step::import(A).id("a").into_state())
        .steps(untouched(ONE))
        .run();
}

#[test]
fn a_snapshot_of_someone_else_is_never_taken_or_deleted() {
    let config = format!("{ONE}{SNAPSHOT}");
    let s = "disk_snapshot.s";
    let mut all = test().step(Step::apply(&*config)).step(Step::forget(s));
    for _ in 0..2 {
        all = all
            .step(
                Step::apply(&*config)
                    .fails("there is a snapshot \"s\" already")
                    .saves(object(s).gone()),
            )
            .step(Step::outside(|run| {
                assert!(disks(run).join("snapshots/s.img").exists());
            }));
    }
    all.step(Step::import(s).id("s").into_state()).run();
}

#[test]
fn an_update_that_fails_saves_what_was_there_before() {
    let text: Shared<Vec<u8>> = Shared::default();
    let back = text.clone();
    let other = ONE.replace("storage", "other");
    let kept = || {
        object(A)
            .attr("labels.team")
            .is("storage")
            .attr(Image::SHA256)
            .is_kept()
    };
    test()
        .step(Step::apply(ONE))
        .step(Step::outside(move |run| {
            let sidecar = disks(run).join("a.json");
            text.put(fs::read(&sidecar).unwrap());
            fs::remove_file(&sidecar).unwrap();
            fs::create_dir(&sidecar).unwrap();
        }))
        .step(
            Step::apply(&*other)
                .without_refresh()
                .fails_at("resource", "a[.]json")
                .saves(kept()),
        )
        // A read that fails changes nothing either, and the rest of the plan is not made.
        .step(Step::apply(&*other).fails("a[.]json").saves(kept()))
        .step(Step::outside(move |run| {
            let sidecar = disks(run).join("a.json");
            fs::remove_dir(&sidecar).unwrap();
            fs::write(&sidecar, back.get()).unwrap();
        }))
        .step(Step::apply(&*other).plans(updates(A)).counts(0, 1, 0))
        .steps(untouched(&other))
        .run();
}

#[test]
fn what_fails_does_not_undo_the_rest() {
    let bad = format!(
        "{ONE}\nresource \"disk_image\" \"b\" {{\n  name        = \"b\"\n  snapshot_id = \"missing\"\n}}\n"
    );
    let good = bad.replace("  snapshot_id = \"missing\"\n", "");
    test()
        .step(
            Step::apply(bad)
                .fails("there is no finished snapshot \"missing\"")
                .saves(object(A).attr(Image::SIZE_MB).is(8))
                .saves(object("disk_image.b").gone()),
        )
        .step(Step::outside(|run| {
            assert_eq!(names(run), ["disks/a.img", "disks/a.json"]);
        }))
        .step(Step::apply(&*good).counts(1, 0, 0))
        .steps(untouched(&good))
        .run();
}
