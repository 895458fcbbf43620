//! Ctrl-C, and kill -9, in the middle of a slow copy.

use serde_json::json;

use crate::common::{Bench, ONE, Running};
use crate::snapshots::{SLOW, SNAPSHOT};

const COPY: &str = "resource \"disk_image\" \"copy\" {\n  name        = \"copy\"\n  snapshot_id = disk_snapshot.s.id\n  labels      = { team = \"storage\" }\n}\n";

/// A snapshot being made; it would take seconds.
fn copying() -> (Bench, Running) {
    let bench = Bench::new(&format!("{SLOW}{ONE}"));
    bench.apply();
    bench.fill("a", 1, 4);
    bench.config(&format!("{SLOW}{ONE}{SNAPSHOT}"));
    let mut running = bench.start("apply -auto-approve");
    running.until(" of 8 MiB");
    (bench, running)
}

/// An image being made of a snapshot; it would take seconds.
fn copying_image() -> (Bench, Running) {
    let bench = Bench::new(ONE);
    bench.apply();
    bench.fill("a", 1, 4);
    bench.config(&format!("{ONE}{SNAPSHOT}"));
    bench.apply();
    bench.config(&format!("{SLOW}{ONE}{SNAPSHOT}{COPY}"));
    let mut running = bench.start("apply -auto-approve");
    running.until("disk_image.copy: copied ");
    (bench, running)
}

/// Lets copies run at full speed again.
fn copy_at_full_speed(bench: &Bench) {
    bench.edit(SLOW, "");
}

#[test]
fn an_interrupt_leaves_nothing_half_made() {
    let (bench, mut running) = copying();
    running.interrupt();
    let done = running.done().bad();
    let done = done
        .says("Interrupt received.")
        .warns("The copy was interrupted");
    done.error("line 16, column 1", &["disk_snapshot.s"]);
    assert_eq!(bench.names(), ["disks/a.img", "disks/a.json"]);
    assert!(bench.stored("disk_snapshot.s").is_null());
    // What was seen before is saved: the image's new content is no news any more.
    copy_at_full_speed(&bench);
    bench
        .apply()
        .lacks("changed outside")
        .says("1 added, 0 changed, 0 destroyed");
    bench.settled();
}

#[test]
fn an_interrupt_ends_the_making_of_an_image() {
    let (bench, mut running) = copying_image();
    running.interrupt();
    running.done().bad().warns("disk_image.copy");
    let names = bench.names();
    assert!(!names.iter().any(|name| name.contains("copy")), "{names:?}");
    assert!(bench.stored("disk_image.copy").is_null());
    copy_at_full_speed(&bench);
    bench.apply().says("1 added, 0 changed, 0 destroyed");
    bench.settled();
}

#[test]
fn what_was_killed_is_tainted_and_the_next_run_replaces_it() {
    for (start, address, file) in [
        (
            copying as fn() -> (Bench, Running),
            "disk_snapshot.s",
            "snapshots/s.img",
        ),
        (copying_image, "disk_image.copy", "copy.img"),
    ] {
        let (bench, mut running) = start();
        running.kill();
        let stored = bench.stored(address);
        assert_eq!(stored["status"], "tainted", "{address}");
        let attributes = &stored["attributes"];
        assert_eq!(attributes["id"], attributes["name"]);
        match address {
            "disk_snapshot.s" => assert_eq!(attributes["image_id"], "a"),
            _ => {
                assert_eq!(attributes["snapshot_id"], "s");
                assert_eq!(attributes["labels"], json!({"team": "storage"}));
            }
        }
        let halves = |bench: &Bench| {
            let names = bench.names();
            names.iter().filter(|name| name.ends_with(".part")).count()
        };
        assert_eq!(halves(&bench), 1, "it was killed in the middle");
        copy_at_full_speed(&bench);
        bench
            .run("apply -auto-approve -refresh=false")
            .good_after_a_kill()
            .says(&format!("# {address} is tainted, so it must be replaced"))
            .says("1 added, 0 changed, 1 destroyed");
        assert_eq!(bench.stored(address)["status"], json!(null));
        assert!(bench.path(&format!("disks/{file}")).exists());
        assert_eq!(halves(&bench), 0, "what was left is swept");
        bench.apply();
        bench.settled();
    }
}

#[test]
fn what_was_killed_and_never_came_to_be_is_made() {
    let (bench, mut running) = copying();
    running.kill();
    copy_at_full_speed(&bench);
    bench
        .run("apply -auto-approve")
        .good_after_a_kill()
        .says("# disk_snapshot.s will be created")
        .says("1 added, 0 changed, 0 destroyed");
    assert_eq!(bench.stored("disk_snapshot.s")["status"], json!(null));
    bench.settled();
}

#[test]
fn a_state_in_use_is_not_touched() {
    let (bench, mut running) = copying();
    let before = bench.state_text();
    for command in ["plan", "apply -auto-approve", "destroy -auto-approve"] {
        bench.run(command).bad().warns("The state is locked");
    }
    assert_eq!(bench.state_text(), before);
    // The lock ends with its process, however that ended.
    running.kill();
    bench.run("plan").good_after_a_kill();
}

#[test]
fn a_create_that_takes_too_long_is_ended() {
    let bench = Bench::new(&format!("{SLOW}{ONE}"));
    bench.apply();
    bench.fill("a", 1, 4);
    bench.config(&format!("{SLOW}{ONE}{SNAPSHOT}"));
    bench.edit(
        "  image_id = disk_image.a.id\n",
        "  image_id = disk_image.a.id\n  timeouts {\n    create = \"1s\"\n  }\n",
    );
    bench
        .run("apply -auto-approve")
        .bad()
        .warns("disk_snapshot.s");
    assert_eq!(bench.names(), ["disks/a.img", "disks/a.json"]);
    bench.edit("\"1s\"", "\"1m\"");
    copy_at_full_speed(&bench);
    bench.apply().says("disk_snapshot.s: Creation complete");
    bench.settled();
}
