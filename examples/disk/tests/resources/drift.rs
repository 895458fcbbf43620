//! What was changed by hand is noticed by the next plan, and the next apply puts it right.

use std::fs;

use schema_provider::prelude::AttrPath as _;
use schema_provider::testing::{ProviderTest, Step, TestContext, creates, drifts, object, updates};
use serde_json::json;
use terraform_provider_disk::{Image, Partition};

use super::{
    MIB, ONE, SNAPSHOT, Shared, disks, fill, image, names, read, test, untouched, write_at,
};

const A: &str = "disk_image.a";

/// Applies, changes something by hand, plans twice (a plan saves nothing), applies, and then all is
/// as it was.
fn repaired(
    by_hand: impl Fn(&TestContext<'_>) + Send + Sync + 'static,
    check: impl Fn() -> [schema_provider::testing::PlanCheck; 2],
) -> ProviderTest {
    let noticed = |step: Step| {
        let [found, planned] = check();
        step.plans(found).plans(planned).counts(0, 1, 0)
    };
    test()
        .step(Step::apply(ONE))
        .step(Step::outside(by_hand))
        .step(noticed(Step::plan(ONE)).saves(object(A).attr(Image::SHA256).is_kept()))
        .step(noticed(Step::apply(ONE)))
        .steps(untouched(ONE))
}

#[test]
fn labels_edited_beside_the_image() {
    let team = || Image::LABELS.at("team");
    let mut all = repaired(
        |run| {
            let sidecar = disks(run).join("a.json");
            let text = fs::read_to_string(&sidecar).unwrap();
            fs::write(&sidecar, text.replace("storage", "mine")).unwrap();
        },
        || {
            [
                drifts(A).attr(team()).is("mine".to_owned()),
                updates(A).attr(team()).is("storage".to_owned()),
            ]
        },
    );
    // Gone altogether, and damaged.
    for text in [None, Some("{ no json")] {
        all = all
            .step(Step::outside(move |run| {
                let sidecar = disks(run).join("a.json");
                match text {
                    None => fs::remove_file(&sidecar).unwrap(),
                    Some(text) => fs::write(&sidecar, text).unwrap(),
                }
            }))
            .step(
                Step::apply(ONE)
                    .plans(drifts(A).attr("labels").is(json!({})))
                    .plans(updates(A).attr(team()).is("storage".to_owned()))
                    .counts(0, 1, 0)
                    .saves(object(A).attr(Image::UUID).is_kept()),
            )
            .steps(untouched(ONE));
    }
    all.run();
}

#[test]
fn a_partition_table_wiped_by_hand() {
    let whole: Shared<Vec<u8>> = Shared::default();
    let before = whole.clone();
    repaired(
        move |run| {
            before.put(read(run, "a"));
            let zeros = vec![0; MIB as usize];
            write_at(&image(run, "a"), 0, &zeros);
            write_at(&image(run, "a"), 7 * MIB, &zeros);
        },
        || {
            [
                drifts(A)
                    .attr(Image::UUID)
                    .is_null()
                    .attr("partition")
                    .is(json!([])),
                updates(A)
                    .attr(Image::PARTITION.at(0).then(Partition::LABEL))
                    .is("boot"),
            ]
        },
    )
    // The disk has its GUID again, and the table is a good one.
    .step(Step::outside(move |run| {
        let guid = 512 + 56..512 + 72;
        assert_eq!(read(run, "a")[guid.clone()], whole.get()[guid]);
        assert_eq!(
            run.saved(A, "partition"),
            json!([{ "kind": "efi", "label": "boot", "size_mb": 2 }])
        );
    }))
    .run();
}

#[test]
fn a_partition_table_of_another_image() {
    let other: Shared<String> = Shared::default();
    let theirs = other.clone();
    let label = || Image::PARTITION.at(0).then(Partition::LABEL);
    let size = || Image::PARTITION.at(0).then(Partition::SIZE_MB);
    repaired(
        move |run| {
            // Made by the store, as another program would.
            use terraform_provider_disk::store::{NewImage, SectorSize, Store};
            let store = Store::open(run.directory().join("others")).unwrap();
            let partitions = terraform_provider_disk::store::Partition {
                label: "other".to_owned(),
                size_mb: 3,
                kind: terraform_provider_disk::store::Kind::Efi,
            };
            let made = store
                .create(&NewImage {
                    name: "a".to_owned(),
                    size_mb: Some(8),
                    sector_size: SectorSize::try_from(512).unwrap(),
                    partitions: Some(vec![partitions]),
                    labels: [("team".to_owned(), "storage".to_owned())].into(),
                    ..NewImage::default()
                })
                .unwrap();
            other.put(made.uuid.unwrap());
            fs::copy(run.directory().join("others/a.img"), image(run, "a")).unwrap();
        },
        || {
            [
                drifts(A).attr(label()).is("other").attr(size()).is(3),
                updates(A).attr(label()).is("boot").attr(size()).is(2),
            ]
        },
    )
    // A disk that is there keeps its own GUID.
    .step(Step::outside(move |run| {
        assert_eq!(run.saved(A, Image::UUID), theirs.get());
    }))
    .run();
}

#[test]
fn a_truncated_image_grows_back() {
    for size in [5, 4] {
        repaired(
            move |run| {
                let file = fs::OpenOptions::new().write(true).open(image(run, "a"));
                file.unwrap().set_len(size * MIB).unwrap();
            },
            || {
                [
                    drifts(A).attr("size_mb").is(size),
                    updates(A).attr(Image::SIZE_MB).is(8),
                ]
            },
        )
        .step(Step::outside(|run| {
            assert_eq!(fs::metadata(image(run, "a")).unwrap().len(), 8 * MIB);
        }))
        .run();
    }
}

#[test]
fn content_that_nobody_configured_is_noticed_and_left_alone() {
    let content: Shared<Vec<u8>> = Shared::default();
    let still = content.clone();
    test()
        .step(Step::apply(ONE))
        .step(Step::outside(move |run| {
            fill(run, "a", 3, 1);
            content.put(read(run, "a"));
        }))
        .step(
            Step::apply(ONE)
                .plans(drifts(A).attr(Image::SHA256).is_changed())
                .plans_nothing(),
        )
        .step(Step::outside(move |run| {
            assert!(read(run, "a") == still.get(), "the content was touched");
        }))
        .step(Step::refresh())
        .steps(untouched(ONE))
        .run();
}

#[test]
fn an_image_deleted_by_hand_is_made_again() {
    let config = format!("{ONE}{SNAPSHOT}");
    test()
        .step(Step::apply(&*config))
        .step(Step::outside(|run| {
            fs::remove_file(image(run, "a")).unwrap()
        }))
        .step(
            Step::apply(&*config)
                .plans(drifts(A))
                .plans(creates(A))
                .saves(object(A).attr(Image::UUID).is_changed()),
        )
        .steps(untouched(&config))
        .step(Step::outside(|run| fs::remove_dir_all(disks(run)).unwrap()))
        .step(Step::apply(&*config).counts(2, 0, 0))
        .steps(untouched(&config))
        .run();
}

#[test]
fn destroying_what_is_gone_already_is_fine() {
    test()
        .step(Step::apply(ONE))
        .step(Step::outside(|run| {
            fs::remove_file(image(run, "a")).unwrap()
        }))
        // Without looking first, delete itself finds nothing.
        .step(
            Step::destroy()
                .without_refresh()
                .counts(0, 0, 1)
                .saves(object(A).gone()),
        )
        .step(Step::outside(|run| assert_eq!(names(run), [""; 0])))
        .run();
}

#[test]
fn without_refresh_nothing_is_looked_at() {
    test()
        .step(Step::apply(ONE))
        .step(Step::outside(|run| {
            fs::remove_file(image(run, "a")).unwrap()
        }))
        .step(Step::plan(ONE).without_refresh().plans_nothing())
        .step(Step::plan(ONE).plans(creates(A)))
        // What is still there of it is taken over, and goes with it at the end.
        .step(Step::apply(ONE).counts(1, 0, 0))
        .run();
}

#[test]
fn an_image_that_grew_is_seen_and_a_refresh_accepts_it() {
    // The size is left to the provider, so that any is right.
    let config = ONE.replace("  size_mb = 8\n", "");
    let size: Shared<u64> = Shared::default();
    let grown = size.clone();
    test()
        .step(Step::apply(&*config))
        .step(Step::outside(move |run| {
            let was = run.saved(A, Image::SIZE_MB).as_u64().unwrap();
            size.put(was);
            // Another program grows it: the store itself, as another program would use it.
            let store = terraform_provider_disk::store::Store::open(disks(run)).unwrap();
            store.grow("a", was + 8).unwrap();
        }))
        .step(
            Step::plan(&*config)
                .plans(drifts(A).attr(Image::SIZE_MB).is_changed())
                .changes_no_resource(),
        )
        .step(Step::refresh().saves(object(A).attr(Image::SHA256).is_changed()))
        .step(Step::outside(move |run| {
            assert_eq!(run.saved(A, Image::SIZE_MB), grown.get() + 8);
        }))
        .steps(untouched(&config))
        .run();
}
