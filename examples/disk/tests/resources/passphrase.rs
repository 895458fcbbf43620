//! The pass phrase of an image: write-only, kept as a salted hash, changed by its version.

use std::fs;

use schema_provider::testing::{Step, TestContext, changes_nothing, drifts, object, updates};
use serde_json::Value as Json;
use terraform_provider_disk::Image;
use terraform_provider_disk::store::Store;

use super::{disks, test};

const A: &str = "disk_image.a";

fn config(passphrase: &str) -> String {
    format!("resource \"disk_image\" \"a\" {{\n  name = \"a\"\n  size_mb = 4\n{passphrase}}}\n")
}

fn with(text: &str, version: i64) -> String {
    config(&format!(
        "  passphrase_wo = \"{text}\"\n  passphrase_wo_version = {version}\n"
    ))
}

/// Whether this is the pass phrase of the image; without one, nothing.
fn is(run: &TestContext<'_>, text: &str) -> Option<bool> {
    let image = Store::open(disks(run)).unwrap().read("a").unwrap().unwrap();
    Some(image.passphrase?.is(text))
}

#[test]
fn a_pass_phrase_is_kept_as_a_salted_hash_and_set_again_by_its_version() {
    test()
        .step(
            Step::apply(with("open sesame", 1)).saves(
                object(A)
                    .attr(Image::PASSPHRASE_WO)
                    .is_null()
                    .attr(Image::PASSPHRASE_WO_VERSION)
                    .is(1),
            ),
        )
        .step(Step::outside(|run| {
            assert_eq!(is(run, "open sesame"), Some(true));
            assert_eq!(is(run, "open sesam"), Some(false));
            let beside = fs::read_to_string(disks(run).join("a.json")).unwrap();
            assert!(!beside.contains("sesame"), "{beside}");
        }))
        // Another pass phrase with the old version: nothing happens, and that is said.
        .step(
            Step::plan(with("open barley", 1))
                .plans(changes_nothing(A))
                .warns("The pass phrase is another one"),
        )
        .step(
            Step::plan(with("open sesame", 1))
                .plans_nothing()
                .does_not_mention("another one"),
        )
        .step(Step::apply(with("open barley", 2)).plans(updates(A)))
        .step(Step::outside(|run| {
            assert_eq!(is(run, "open barley"), Some(true))
        }))
        // Labels, and another size, keep it.
        .step(
            Step::apply(
                with("open barley", 2)
                    .replace("size_mb = 4", "size_mb = 8\n  labels = { a = \"b\" }"),
            )
            .plans(updates(A)),
        )
        .step(Step::outside(|run| {
            assert_eq!(is(run, "open barley"), Some(true))
        }))
        .step(Step::apply(config("").replace("size_mb = 4", "size_mb = 8")).plans(updates(A)))
        .step(Step::outside(|run| {
            assert_eq!(is(run, "open barley"), None)
        }))
        .run();
}

#[test]
fn a_pass_phrase_that_was_taken_away_is_set_again() {
    test()
        .step(Step::apply(with("open sesame", 1)))
        .step(Step::outside(|run| {
            let beside = disks(run).join("a.json");
            let mut kept: Json = serde_json::from_slice(&fs::read(&beside).unwrap()).unwrap();
            kept.as_object_mut().unwrap().remove("passphrase").unwrap();
            fs::write(beside, kept.to_string()).unwrap();
        }))
        .step(
            Step::apply(with("open sesame", 1))
                .plans(drifts(A).attr(Image::PASSPHRASE_WO_VERSION).is_null())
                .plans(updates(A)),
        )
        .step(Step::outside(|run| {
            assert_eq!(is(run, "open sesame"), Some(true))
        }))
        // An import finds the image; that its pass phrase is this version, nobody knows.
        .step(Step::import(A).ignoring(Image::PASSPHRASE_WO_VERSION))
        .run();
}

#[test]
fn a_pass_phrase_and_its_version_belong_together() {
    test()
        .step(
            Step::plan(config("  passphrase_wo = \"open sesame\"\n"))
                .fails("passphrase_wo_version"),
        )
        .step(Step::plan(config("  passphrase_wo_version = 1\n")).fails("passphrase_wo"))
        .step(Step::plan(with("short", 1)).fails("passphrase_wo"))
        .run();
}
