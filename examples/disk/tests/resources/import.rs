//! Taking over what exists, and the plan after it.

use std::fs;

use schema_provider::testing::{Step, object, replaces, updates};
use serde_json::json;
use terraform_provider_disk::Image;

use super::{MIB, ONE, SNAPSHOT, Shared, disks, files, image, test, untouched};

const A: &str = "disk_image.a";

#[test]
fn what_is_imported_is_what_was_created() {
    let config = format!("{ONE}{SNAPSHOT}");
    let before: Shared<Vec<(String, std::time::SystemTime)>> = Shared::default();
    let after = before.clone();
    test()
        .step(Step::apply(&*config))
        .step(Step::outside(move |run| before.put(files(run))))
        .step(Step::import(A))
        .step(Step::import("disk_snapshot.s"))
        .step(Step::import(A).id("a"))
        .step(Step::outside(move |run| {
            assert_eq!(files(run), after.get())
        }))
        // And for good.
        .step(Step::forget(A))
        .step(Step::forget("disk_snapshot.s"))
        .step(Step::import(A).id("a").into_state())
        .step(Step::import("disk_snapshot.s").id("s").into_state())
        .step(Step::plan(&*config).plans_nothing())
        .steps(untouched(&config))
        .run();
}

#[test]
fn the_plan_after_an_import_shows_what_differs() {
    let wide = ONE.replace("size_mb = 8", "size_mb = 8\n  sector_size = 4096");
    // The configuration leaves what has a default to it, and the image has another value.
    let least = "resource \"disk_image\" \"a\" {\n  name = \"a\"\n  sector_size = 4096\n}\n";
    test()
        .step(Step::apply(wide))
        .step(Step::forget(A))
        .step(Step::import(A).id("a").into_state())
        .step(
            Step::plan(least).counts(0, 1, 0).plans(
                updates(A)
                    .attr(Image::LABELS)
                    .is_null()
                    .attr("partition")
                    .is(json!([]))
                    .attr(Image::SIZE_MB)
                    .is_kept(),
            ),
        )
        .step(
            Step::plan(ONE.replace("efi", "home")).plans(
                replaces(A)
                    .because_of(Image::SECTOR_SIZE)
                    .attr(Image::SECTOR_SIZE)
                    .is(512)
                    .attr("partition.0.kind")
                    .is("home"),
            ),
        )
        .run();
}

#[test]
fn a_file_that_nobody_partitioned() {
    test()
        .step(Step::outside(|run| {
            fs::create_dir(disks(run)).unwrap();
            let file = fs::File::create(image(run, "a")).unwrap();
            file.set_len(8 * MIB).unwrap();
        }))
        .step(Step::plan(ONE))
        .step(
            Step::import(A).id("a").into_state().saves(
                object(A)
                    .attr(Image::UUID)
                    .is_null()
                    .attr(Image::LABELS)
                    .is_null()
                    .attr(Image::SIZE_MB)
                    .is(8),
            ),
        )
        .step(
            Step::apply(ONE)
                .counts(0, 1, 0)
                .plans(
                    updates(A)
                        .attr(Image::UUID)
                        .is_unknown()
                        .attr("partition.0.label")
                        .is("boot"),
                )
                .saves(object(A).attr(Image::UUID).is_set()),
        )
        .steps(untouched(ONE))
        .run();
}

#[test]
fn what_is_not_there_or_no_name_is_not_imported() {
    test()
        .step(Step::plan(ONE))
        .step(
            Step::import(A)
                .id("missing")
                .into_state()
                .fails("non-existent remote object")
                .saves(object(A).gone()),
        )
        .step(Step::import(A).id("../a").into_state().fails("[.][.]/a"))
        .step(
            Step::import("disk_image.b")
                .id("a")
                .into_state()
                .fails("configuration"),
        )
        .step(Step::apply(ONE))
        .step(
            Step::import(A)
                .id("a")
                .into_state()
                .fails("already managed"),
        )
        .run();
}

#[test]
fn images_and_snapshots_are_known_by_their_names() {
    let config = format!("{ONE}{SNAPSHOT}");
    test()
        .step(
            Step::apply(&*config)
                .saves(object(A).identity(json!({"name": "a"})))
                .saves(object("disk_snapshot.s").identity(json!({"name": "s"}))),
        )
        .step(Step::import(A).identity(json!({"name": "a"})))
        .step(Step::import("disk_snapshot.s").identity(json!({"name": "s"})))
        .step(
            Step::import("disk_image.b")
                .identity(json!({"name": "missing"}))
                .fails("does not exist in the configuration"),
        )
        .run();
}

#[test]
fn an_import_block_takes_an_image_over() {
    let by = |what: &str| format!("{ONE}import {{\n  to = {A}\n  {what}\n}}\n");
    test()
        .step(Step::apply(ONE))
        .step(Step::forget(A))
        .step(
            Step::apply(by("id = \"a\""))
                .plans_nothing()
                .saves(object(A).attr(Image::SIZE_MB).is(8)),
        )
        .step(Step::forget(A))
        .step(
            Step::apply(by("identity = { name = \"a\" }"))
                .needs_terraform("1.12", "it imports by identity from then on")
                .plans_nothing()
                .saves(object(A).identity(json!({"name": "a"}))),
        )
        // An older one did not take it over; where it is known already the block does nothing.
        .step(Step::apply(by("id = \"a\"")).plans_nothing())
        .run();
}
