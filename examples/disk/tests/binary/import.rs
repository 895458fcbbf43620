//! Taking over what exists, and the plan after it.

use std::fs;

use serde_json::json;

use crate::common::{Bench, MIB, ONE};
use crate::snapshots::SNAPSHOT;

#[test]
fn what_is_imported_is_what_was_created() {
    let bench = Bench::new(&format!("{ONE}{SNAPSHOT}"));
    bench.apply();
    let (image, snapshot) = (
        bench.attributes("disk_image.a"),
        bench.attributes("disk_snapshot.s"),
    );
    let files = bench.files();
    fs::remove_file(bench.state_path()).unwrap();
    bench
        .run("import disk_image.a a")
        .good()
        .says("Import successful!");
    bench.run("import disk_snapshot.s s").good();
    assert_eq!(bench.attributes("disk_image.a"), image);
    assert_eq!(bench.attributes("disk_snapshot.s"), snapshot);
    assert_eq!(bench.files(), files);
    bench
        .run("plan -detailed-exitcode")
        .good()
        .says("No changes.");
    bench.settled();
}

#[test]
fn the_plan_after_an_import_shows_what_differs() {
    let bench = Bench::new(ONE);
    bench.edit("size_mb = 8", "size_mb = 8\n  sector_size = 4096");
    bench.apply();
    fs::remove_file(bench.state_path()).unwrap();
    // The configuration leaves what has a default to it, and the image has another value.
    bench.config("resource \"disk_image\" \"a\" {\n  name = \"a\"\n  sector_size = 4096\n}\n");
    bench.run("import disk_image.a a").good();
    bench
        .plan()
        .says("- \"team\" = \"storage\"")
        .says("- label   = \"boot\"")
        .says("0 to add, 1 to change, 0 to destroy")
        .lacks("size_mb = 8 ->");
    bench.config(&ONE.replace("efi", "home"));
    bench
        .plan()
        .says("~ sector_size = 4096 -> 512 # forces replacement")
        .says("~ kind = \"efi\" -> \"home\"");
}

#[test]
fn a_default_that_is_null_after_an_import_is_planned() {
    let bench = Bench::new(&ONE.replace("    kind    = \"efi\"\n", ""));
    bench.apply();
    fs::remove_file(bench.state_path()).unwrap();
    bench.run("import disk_image.a a").good();
    // As a provider leaves it whose read does not find the value.
    bench.edit_state("disk_image.a", |one| {
        one["attributes"]["partition"][0]["kind"] = json!(null);
    });
    bench
        .run("apply -auto-approve -refresh=false")
        .good()
        .says("# disk_image.a will be updated in-place")
        .says("+ kind = \"linux\"")
        .says("0 added, 1 changed, 0 destroyed");
    bench.settled();
}

#[test]
fn a_file_that_nobody_partitioned() {
    let bench = Bench::new(ONE);
    fs::create_dir(bench.path("disks")).unwrap();
    let file = fs::File::create(bench.image("a")).unwrap();
    file.set_len(8 * MIB).unwrap();
    bench.run("import disk_image.a a").good();
    let stored = bench.attributes("disk_image.a");
    assert_eq!(stored["uuid"], json!(null));
    assert_eq!(stored["labels"], json!(null));
    assert_eq!(stored["size_mb"], 8);
    bench
        .apply()
        .says("+ uuid   = (known after apply)")
        .says("+ label   = \"boot\"")
        .says("0 added, 1 changed, 0 destroyed");
    assert!(bench.attributes("disk_image.a")["uuid"].is_string());
    bench.settled();
}

#[test]
fn what_cannot_be_imported() {
    let bench = Bench::new(ONE);
    bench
        .run("import disk_image.a missing")
        .bad()
        .warns("missing");
    assert!(!bench.state_text().contains("disk_image"));
    bench
        .run("import disk_image.b a")
        .bad()
        .warns("does not exist in the configuration");
    bench.run("import disk_imag.a a").bad().warns("disk_imag");
    bench.run("import disk_image.a ../a").bad().warns("../a");
    let done = bench
        .run("import disk_image.a")
        .warns("an address and an id");
    assert_eq!(done.code, Some(1));
    bench.apply();
    let before = bench.state_text();
    bench
        .run("import disk_image.a a")
        .bad()
        .warns("Resource already managed");
    assert_eq!(bench.state_text(), before);
}
