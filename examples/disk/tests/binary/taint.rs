//! A create that fails half-way, and an update that fails.

use std::fs;

use serde_json::json;

use crate::common::{Bench, MIB, ONE, write_at};
use crate::snapshots::{SLOW, SNAPSHOT};

/// A snapshot whose copy fails after its id was set.
fn half_made() -> Bench {
    let bench = Bench::new(&format!("{SLOW}{ONE}"));
    bench.apply();
    bench.fill("a", 1, 1);
    bench.config(&format!("{SLOW}{ONE}{SNAPSHOT}"));
    let mut running = bench.start("apply -auto-approve");
    running.until(" of 8 MiB");
    // A file that changes while it is copied cannot be copied.
    write_at(&bench.image("a"), 5 * MIB, b"changed");
    running.done().bad().error(
        "line 16, column 1",
        &["disk_snapshot.s", "changed while it was copied"],
    );
    let stored = bench.stored("disk_snapshot.s");
    assert_eq!(stored["status"], "tainted");
    // What was planned is there, so that delete finds its arguments; unknown is null.
    assert_eq!(
        stored["attributes"],
        json!({
            "created_at": null, "id": "s", "image_id": "a", "name": "s", "path": null,
            "sha256": null, "size_mb": null, "timeouts": null,
        })
    );
    assert_eq!(stored["dependencies"], json!(["disk_image.a"]));
    assert_eq!(bench.names(), ["disks/a.img", "disks/a.json"]);
    bench
}

#[test]
fn a_create_that_fails_half_way_is_tainted_and_replaced() {
    let bench = half_made();
    bench.run("show").good().says("# disk_snapshot.s (tainted)");
    bench
        .run("apply -auto-approve -refresh=false")
        .good()
        .says("# disk_snapshot.s is tainted, so it must be replaced")
        .says("-/+ resource \"disk_snapshot\" \"s\" {")
        .in_order(&[
            "disk_snapshot.s: Destruction complete",
            "disk_snapshot.s: Creation complete",
        ])
        .says("1 added, 0 changed, 1 destroyed");
    assert_eq!(bench.stored("disk_snapshot.s")["status"], json!(null));
    bench.apply();
    bench.settled();
}

#[test]
fn a_half_made_object_that_is_not_there_is_made_again() {
    let bench = half_made();
    bench.apply().says("1 added, 0 changed, 0 destroyed");
    assert_eq!(bench.stored("disk_snapshot.s")["status"], json!(null));
    bench.settled();
}

#[test]
fn a_half_made_object_can_be_destroyed() {
    let bench = half_made();
    bench
        .run("destroy -auto-approve -refresh=false")
        .good()
        .says("2 destroyed");
    assert_eq!(bench.names(), [""; 0]);
}

#[test]
fn a_tainted_image_is_replaced() {
    let bench = Bench::new(ONE);
    bench.apply();
    let before = bench.attributes("disk_image.a");
    bench.edit_state("disk_image.a", |one| one["status"] = json!("tainted"));
    bench
        .apply()
        .says("# disk_image.a is tainted, so it must be replaced")
        .in_order(&["Destruction complete", "Creation complete"])
        .says("1 added, 0 changed, 1 destroyed");
    let after = bench.attributes("disk_image.a");
    assert_ne!(after["uuid"], before["uuid"]);
    bench.settled();
}

#[test]
fn an_image_of_someone_else_is_never_taken_or_deleted() {
    let bench = Bench::new(ONE);
    bench.apply();
    fs::remove_file(bench.state_path()).unwrap();
    let theirs = fs::read(bench.image("a")).unwrap();
    for _ in 0..2 {
        let done = bench.run("apply -auto-approve").bad();
        done.error(
            "line 2, column 1",
            &["there is an image \"a\" already", "import it"],
        );
        // Saved as half-made, the next apply would delete it.
        assert!(
            !bench.state_text().contains("disk_image"),
            "{}",
            bench.state_text()
        );
        assert_eq!(fs::read(bench.image("a")).unwrap(), theirs);
    }
    bench.run("import disk_image.a a").good();
    bench.settled();
}

#[test]
fn a_snapshot_of_someone_else_is_never_taken_or_deleted() {
    let bench = Bench::new(&format!("{ONE}{SNAPSHOT}"));
    bench.apply();
    let mut state = bench.state();
    state["resources"]
        .as_array_mut()
        .unwrap()
        .retain(|one| one["type"] == "disk_image");
    fs::write(bench.state_path(), state.to_string()).unwrap();
    for _ in 0..2 {
        bench
            .run("apply -auto-approve")
            .bad()
            .warns("there is a snapshot \"s\" already");
        assert!(bench.stored("disk_snapshot.s").is_null());
        assert!(bench.path("disks/snapshots/s.img").exists());
    }
}

#[test]
fn an_update_that_fails_saves_what_was_there_before() {
    let bench = Bench::new(ONE);
    bench.apply();
    let before = bench.stored("disk_image.a");
    let sidecar = bench.path("disks/a.json");
    let text = fs::read(&sidecar).unwrap();
    fs::remove_file(&sidecar).unwrap();
    fs::create_dir(&sidecar).unwrap();
    bench.edit("storage", "other");
    let done = bench.run("apply -auto-approve -refresh=false").bad();
    done.error("line 2, column 1", &["disk_image.a", "a.json"]);
    assert_eq!(bench.stored("disk_image.a"), before);
    // A read that fails changes nothing either, and the rest of the plan is not made.
    let saved = bench.state_text();
    bench.run("apply -auto-approve").bad().warns("a.json");
    assert_eq!(bench.state_text(), saved);

    fs::remove_dir(&sidecar).unwrap();
    fs::write(&sidecar, text).unwrap();
    bench.apply().says("1 changed");
    bench.settled();
}

#[test]
fn what_fails_does_not_undo_the_rest() {
    let bench = Bench::new(&format!(
        "{ONE}\nresource \"disk_image\" \"b\" {{\n  name        = \"b\"\n  snapshot_id = \"missing\"\n}}\n"
    ));
    bench
        .run("apply -auto-approve")
        .bad()
        .warns("there is no finished snapshot \"missing\"");
    assert_eq!(bench.names(), ["disks/a.img", "disks/a.json"]);
    assert_eq!(bench.attributes("disk_image.a")["size_mb"], 8);
    bench.edit("  snapshot_id = \"missing\"\n", "");
    bench.apply().says("disk_image.b: Creation complete");
    bench.settled();
}
