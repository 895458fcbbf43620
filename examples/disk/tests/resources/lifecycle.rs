//! Create, no change, change in place, replace, destroy.

use std::fs;

use schema_provider::prelude::AttrPath as _;
use schema_provider::testing::{Step, creates, deletes, object, reads, replaces, updates};
use serde_json::{Value as Json, json};
use terraform_provider_disk::{Image, Partition};

use super::{MIB, ONE, SNAPSHOT, Shared, disks, fill, image, names, read, test, untouched};

const A: &str = "disk_image.a";

#[test]
fn what_is_created_is_there_and_a_second_run_changes_nothing() {
    let config = format!(
        "{ONE}\noutput \"uuid\" {{\n  value = disk_image.a.uuid\n}}\noutput \"first\" {{\n  value = disk_image.a.partition[0].label\n}}\n"
    );
    test()
        .step(
            Step::plan(&*config)
                .plans(creates(A).attr(Image::UUID).is_unknown())
                .counts(1, 0, 0)
                .planned_output("first")
                .is("boot"),
        )
        .step(Step::outside(|run| {
            assert_eq!(names(run), [""; 0], "a plan makes nothing");
        }))
        .step(
            Step::apply(&*config)
                .counts(1, 0, 0)
                .output("first")
                .is("boot")
                .output("uuid")
                .is_set()
                .saves(
                    object(A)
                        .attr("id")
                        .is("a")
                        .attr(Image::SIZE_MB)
                        .is(8)
                        // The default is stored, and what was not configured is null.
                        .attr(Image::SECTOR_SIZE)
                        .is(512)
                        .attr(Image::SNAPSHOT_ID)
                        .is_null()
                        .attr("labels")
                        .is(json!({ "team": "storage" })),
                ),
        )
        .step(Step::outside(|run| {
            assert_eq!(names(run), ["disks/a.img", "disks/a.json"]);
            assert_eq!(fs::metadata(image(run, "a")).unwrap().len(), 8 * MIB);
            assert_eq!(&read(run, "a")[512..520], b"EFI PART");
            let beside = fs::read_to_string(disks(run).join("a.json")).unwrap();
            let beside: Json = serde_json::from_str(&beside).unwrap();
            assert_eq!(beside["labels"], json!({ "team": "storage" }));
            assert_eq!(beside["uuid"], run.saved(A, Image::UUID));
        }))
        .steps(untouched(&config))
        .run();
}

#[test]
fn an_image_grows_and_changes_in_place() {
    let grown = ONE
        .replace("size_mb = 8", "size_mb = 12")
        .replace("storage", "other")
        .replace(
            "    kind    = \"efi\"\n  }\n",
            "    kind    = \"efi\"\n  }\n  partition {\n    label   = \"rest\"\n    size_mb = 4\n  }\n",
        );
    let unlabelled = grown.replace("  labels  = { team = \"other\" }\n", "");
    let empty = "resource \"disk_image\" \"a\" {\n  name    = \"a\"\n  size_mb = 12\n}\n";
    let content: Shared<Vec<u8>> = Shared::default();
    let still = content.clone();
    let changed: Shared<Option<std::time::SystemTime>> = Shared::default();
    let unchanged = changed.clone();
    test()
        .step(Step::apply(ONE))
        // What the partition holds must survive.
        .step(Step::outside(move |run| {
            fill(run, "a", 1, 1);
            content.put(read(run, "a")[MIB as usize..2 * MIB as usize].to_vec());
        }))
        .step(
            Step::apply(&*grown)
                .plans(
                    updates(A)
                        .attr(Image::SIZE_MB)
                        .is(12)
                        .attr(Image::LABELS.at("team"))
                        .is("other".to_owned())
                        .attr(Image::PARTITION.at(1).then(Partition::LABEL))
                        .is("rest")
                        .only_unknown(["sha256"]),
                )
                .counts(0, 1, 0)
                .saves(
                    object(A)
                        .attr("id")
                        .is_kept()
                        .attr(Image::UUID)
                        .is_kept()
                        .attr(Image::CREATED_AT)
                        .is_kept()
                        .attr(Image::PATH)
                        .is_kept()
                        .attr(Image::SHA256)
                        .is_changed()
                        .attr(Image::SIZE_MB)
                        .is(12)
                        .attr("partition")
                        .is(json!([
                            { "kind": "efi", "label": "boot", "size_mb": 2 },
                            { "kind": "linux", "label": "rest", "size_mb": 4 },
                        ])),
                ),
        )
        .step(Step::outside(move |run| {
            let bytes = read(run, "a");
            assert_eq!(bytes.len() as u64, 12 * MIB);
            assert_eq!(bytes[MIB as usize..2 * MIB as usize], still.get()[..]);
            changed.put(fs::metadata(image(run, "a")).unwrap().modified().ok());
        }))
        .steps(untouched(&grown))
        // Labels alone leave the image file as it is.
        .step(
            Step::apply(&*unlabelled)
                .plans(
                    updates(A)
                        .attr(Image::SHA256)
                        .is_kept()
                        .only_unknown([""; 0]),
                )
                .counts(0, 1, 0)
                .saves(object(A).attr(Image::LABELS).is_null()),
        )
        .step(Step::outside(move |run| {
            let now = fs::metadata(image(run, "a")).unwrap().modified().ok();
            assert_eq!(now, unchanged.get());
        }))
        .steps(untouched(&unlabelled))
        // All partitions go; it is still the same disk.
        .step(
            Step::apply(empty).counts(0, 1, 0).saves(
                object(A)
                    .attr("partition")
                    .is(json!([]))
                    .attr(Image::UUID)
                    .is_kept(),
            ),
        )
        .steps(untouched(empty))
        .run();
}

#[test]
fn a_size_that_is_not_configured_is_chosen_and_kept() {
    let unsized_ = "resource \"disk_image\" \"a\" {\n  name = \"a\"\n}\n";
    let sized = unsized_.replace("name = \"a\"", "name = \"a\"\n  size_mb = 70");
    test()
        .step(
            Step::apply(unsized_)
                .plans(creates(A).attr(Image::SIZE_MB).is_unknown())
                .saves(object(A).attr(Image::SIZE_MB).is(64)),
        )
        .steps(untouched(unsized_))
        .step(Step::apply(sized).plans(updates(A).attr(Image::SIZE_MB).is(70)))
        // Taken away again, what exists is kept.
        .steps(untouched(unsized_))
        .step(
            Step::plan(unsized_)
                .plans_nothing()
                .saves(object(A).attr(Image::SIZE_MB).is(70)),
        )
        .run();
}

#[test]
fn an_image_does_not_shrink() {
    test()
        .step(Step::apply(ONE))
        .step(Step::plan(ONE.replace("size_mb = 8", "size_mb = 7")).fails("An image cannot shrink"))
        .run();
}

#[test]
fn a_new_name_or_sector_size_replaces() {
    let named = ONE.replace("\"a\"\n", "\"b\"\n");
    let wide = named.replace("size_mb = 8", "size_mb = 8\n  sector_size = 4096");
    test()
        .step(Step::apply(ONE))
        .step(
            Step::apply(&*named)
                .plans(
                    replaces(A)
                        .only_because_of([Image::NAME])
                        .attr(Image::NAME)
                        .is("b"),
                )
                .counts(1, 0, 1)
                .saves(object(A).attr("id").is("b").attr(Image::UUID).is_changed()),
        )
        .step(Step::outside(|run| {
            assert_eq!(names(run), ["disks/b.img", "disks/b.json"]);
        }))
        .steps(untouched(&named))
        .step(
            Step::apply(&*wide)
                .plans(replaces(A).only_because_of([Image::SECTOR_SIZE]))
                .counts(1, 0, 1)
                .saves(
                    object(A)
                        .attr("id")
                        .is("b")
                        .attr(Image::SECTOR_SIZE)
                        .is(4096)
                        .attr(Image::UUID)
                        .is_changed(),
                ),
        )
        .step(Step::outside(|run| {
            assert_eq!(names(run), ["disks/b.img", "disks/b.json"]);
            assert_eq!(&read(run, "b")[4096..4104], b"EFI PART");
        }))
        .steps(untouched(&wide))
        .step(Step::apply(&*wide).replacing(A).counts(1, 0, 1))
        .run();
}

#[test]
fn what_leaves_the_configuration_is_destroyed() {
    let rest = format!(
        "{ONE}{SNAPSHOT}resource \"disk_image\" \"c\" {{\n  name        = \"c\"\n  snapshot_id = disk_snapshot.s.id\n}}\n"
    );
    let all =
        format!("{rest}resource \"disk_image\" \"b\" {{\n  name    = \"b\"\n  size_mb = 4\n}}\n");
    test()
        .step(Step::apply(all).counts(4, 0, 0))
        .step(
            Step::apply(rest)
                .plans(deletes("disk_image.b"))
                .counts(0, 0, 1)
                .saves(object("disk_image.b").gone()),
        )
        .step(Step::outside(|run| {
            assert!(!image(run, "b").exists() && image(run, "a").exists());
        }))
        .step(Step::destroy().counts(0, 0, 3))
        .step(Step::outside(|run| assert_eq!(names(run), [""; 0])))
        .step(Step::destroy().counts(0, 0, 0))
        .run();
}

#[test]
fn a_data_source_is_read_at_plan_or_when_its_image_is_there() {
    let look = "data.disk_image.look";
    let config = format!(
        "{ONE}\ndata \"disk_image\" \"look\" {{\n  name = disk_image.a.name\n}}\n\
         output \"kind\" {{\n  value = data.disk_image.look.partition[0].kind\n}}\n"
    );
    let known = config.replace("= disk_image.a.name", "= \"a\"");
    let missing = known.replace("\"a\"\n}\noutput", "\"missing\"\n}\noutput");
    test()
        .step(
            Step::plan(&*config)
                .plans(reads(look))
                .planned_output("kind")
                .is_unknown(),
        )
        .step(Step::apply(&*config).output("kind").is("efi"))
        .steps(untouched(&config))
        // Known now: read at plan, and what changes with it is known then.
        .step(Step::plan(known).plans_nothing())
        .step(Step::plan(missing).fails("There is no image \"missing\""))
        .run();
}

#[test]
fn variables_and_locals() {
    let config = "variable \"who\" {\n  type = string\n}\nvariable \"size\" {\n  type    = number\n  default = 4\n}\n\
         locals {\n  name = \"disk-${var.who}\"\n}\n\
         resource \"disk_image\" \"a\" {\n  name    = local.name\n  size_mb = var.size * 2\n  labels  = { owner = var.who }\n}\n\
         output \"name\" {\n  value = local.name\n}\n";
    test()
        .step(
            Step::apply(config)
                .var("who", "me")
                .output("name")
                .is("disk-me")
                .saves(
                    object(A)
                        .attr(Image::SIZE_MB)
                        .is(8)
                        .attr(Image::LABELS.at("owner"))
                        .is("me".to_owned()),
                ),
        )
        .step(
            Step::plan(config)
                .var("who", "me")
                .var("size", 6)
                .plans(updates(A).attr(Image::SIZE_MB).is(12)),
        )
        .step(
            Step::plan(config)
                .var("who", "you")
                .plans(replaces(A).because_of(Image::NAME)),
        )
        .step(Step::plan(config).fails("who"))
        .step(
            Step::plan(config)
                .var("who", "me")
                .var("size", "big")
                .fails("size"),
        )
        .run();
}

#[test]
fn the_directory_comes_from_the_configuration_or_the_environment() {
    let mine =
        |directory: &str| format!("provider \"disk\" {{\n  directory = \"{directory}\"\n}}\n{ONE}");
    let elsewhere = tempfile::tempdir().unwrap();
    let path = elsewhere.path().to_owned();
    test()
        .step(Step::apply(ONE))
        .step(Step::outside(|run| assert!(image(run, "a").exists())))
        // In another directory there is no such image.
        .step(
            Step::apply(mine(&path.display().to_string()))
                .plans(creates(A))
                .counts(1, 0, 0),
        )
        .step(Step::outside(move |run| {
            assert!(path.join("a.img").exists());
            // The first one was lost sight of.
            for name in ["a.img", "a.json"] {
                fs::remove_file(disks(run).join(name)).unwrap();
            }
        }))
        .run();
}
