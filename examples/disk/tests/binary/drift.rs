//! What was changed by hand is noticed by the next plan, and the next apply puts it right.

use std::fs;

use serde_json::json;

use crate::common::{Bench, MIB, ONE, write_at};

/// Plans twice (a plan saves nothing), applies, and then all is as it was.
fn repaired(bench: &Bench, noticed: &[&str], planned: &str) {
    let before = bench.state_text();
    let mut plan = bench
        .plan()
        .says("Objects have changed outside")
        .says("# disk_image.a has changed")
        .says("Plan: 0 to add, 1 to change, 0 to destroy.")
        .says(planned);
    for part in noticed {
        plan = plan.says(part);
    }
    assert_eq!(bench.state_text(), before, "a plan saves nothing");
    bench.apply().says("0 added, 1 changed, 0 destroyed");
    bench.settled();
}

#[test]
fn labels_edited_beside_the_image() {
    let bench = Bench::new(ONE);
    bench.apply();
    let uuid = bench.attributes("disk_image.a")["uuid"].clone();
    let sidecar = bench.path("disks/a.json");
    let text = fs::read_to_string(&sidecar).unwrap();
    fs::write(&sidecar, text.replace("storage", "mine")).unwrap();
    repaired(
        &bench,
        &["~ \"team\" = \"storage\" -> \"mine\""],
        "~ \"team\" = \"mine\" -> \"storage\"",
    );
    // Gone altogether, and damaged.
    for text in [None, Some("{ no json")] {
        match text {
            None => fs::remove_file(&sidecar).unwrap(),
            Some(text) => fs::write(&sidecar, text).unwrap(),
        }
        bench
            .plan()
            .says("- \"team\" = \"storage\"")
            .says("+ \"team\" = \"storage\"");
        bench.apply().says("1 changed");
        bench.settled();
        assert_eq!(bench.attributes("disk_image.a")["uuid"], uuid);
    }
}

#[test]
fn a_partition_table_wiped_by_hand() {
    let bench = Bench::new(ONE);
    bench.apply();
    let whole = fs::read(bench.image("a")).unwrap();
    let zeros = vec![0; MIB as usize];
    write_at(&bench.image("a"), 0, &zeros);
    write_at(&bench.image("a"), 7 * MIB, &zeros);
    repaired(
        &bench,
        &["- uuid   = ", "- label   = \"boot\" -> null"],
        "+ label   = \"boot\"",
    );
    // The disk has its GUID again, and the table is a good one.
    let again = fs::read(bench.image("a")).unwrap();
    let guid = 512 + 56..512 + 72;
    assert_eq!(again[guid.clone()], whole[guid]);
    assert_eq!(
        bench.attributes("disk_image.a")["partition"],
        json!([{"kind": "efi", "label": "boot", "size_mb": 2}])
    );
}

#[test]
fn a_partition_table_of_another_image() {
    let bench = Bench::new(ONE);
    bench.apply();
    let other = Bench::new(&ONE.replace("\"boot\"", "\"other\"").replace("= 2", "= 3"));
    other.apply();
    fs::copy(other.image("a"), bench.image("a")).unwrap();
    repaired(
        &bench,
        &["~ label   = \"boot\" -> \"other\"", "~ size_mb = 2 -> 3"],
        "~ label   = \"other\" -> \"boot\"",
    );
    // A disk that is there keeps its own GUID.
    assert_eq!(
        bench.attributes("disk_image.a")["uuid"],
        other.attributes("disk_image.a")["uuid"]
    );
}

#[test]
fn a_truncated_image_grows_back() {
    for size in [5, 4] {
        let bench = Bench::new(ONE);
        bench.apply();
        let file = fs::OpenOptions::new().write(true).open(bench.image("a"));
        file.unwrap().set_len(size * MIB).unwrap();
        repaired(
            &bench,
            &[&format!("~ size_mb = 8 -> {size}")],
            &format!("~ size_mb = {size} -> 8"),
        );
        assert_eq!(fs::metadata(bench.image("a")).unwrap().len(), 8 * MIB);
    }
}

#[test]
fn content_that_nobody_configured_is_noticed_and_left_alone() {
    let bench = Bench::new(ONE);
    bench.apply();
    let before = bench.attributes("disk_image.a")["sha256"].clone();
    bench.fill("a", 3, 1);
    let content = fs::read(bench.image("a")).unwrap();
    bench
        .apply()
        .says("# disk_image.a has changed")
        .says("~ sha256 = ")
        .says("No changes.");
    assert_eq!(fs::read(bench.image("a")).unwrap(), content);
    assert_ne!(bench.attributes("disk_image.a")["sha256"], before);
    bench.settled();
}

#[test]
fn an_image_deleted_by_hand_is_made_again() {
    let bench = Bench::new(&format!(
        "{ONE}\nresource \"disk_snapshot\" \"s\" {{\n  name     = \"s\"\n  image_id = disk_image.a.id\n}}\n"
    ));
    bench.apply();
    let uuid = bench.attributes("disk_image.a")["uuid"].clone();
    fs::remove_file(bench.image("a")).unwrap();
    bench
        .plan()
        .says("# disk_image.a has been deleted")
        .says("# disk_image.a will be created")
        .says("Plan:");
    bench.apply().says("disk_image.a: Creation complete");
    assert_ne!(bench.attributes("disk_image.a")["uuid"], uuid);
    bench.settled();

    fs::remove_dir_all(bench.path("disks")).unwrap();
    bench.apply().says("2 added, 0 changed, 0 destroyed");
    bench.settled();
}

#[test]
fn destroying_what_is_gone_already_is_fine() {
    let bench = Bench::new(ONE);
    bench.apply();
    fs::remove_file(bench.image("a")).unwrap();
    // Without looking first, delete itself finds nothing.
    bench
        .run("destroy -auto-approve -refresh=false")
        .good()
        .says("1 destroyed");
    assert_eq!(bench.state()["resources"], json!([]));
    assert_eq!(bench.names(), [""; 0]);
}

#[test]
fn without_refresh_nothing_is_looked_at() {
    let bench = Bench::new(ONE);
    bench.apply();
    fs::remove_file(bench.image("a")).unwrap();
    bench
        .run("plan -refresh=false")
        .good()
        .says("No changes.")
        .lacks("Refreshing");
    bench.plan().says("will be created");
}
