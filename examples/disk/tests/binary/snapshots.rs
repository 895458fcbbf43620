//! Snapshots, and images made of them.

use std::fs;

use crate::common::{Bench, MIB, ONE};

/// A provider that copies 1 MiB of data in a second.
pub const SLOW: &str = "provider \"disk\" {\n  copy_mb_per_second = 1\n}\n";

pub const SNAPSHOT: &str = r#"
resource "disk_snapshot" "s" {
  name     = "s"
  image_id = disk_image.a.id
}
"#;

#[test]
fn a_slow_copy_shows_how_far_it_is() {
    let bench = Bench::new(&format!("{SLOW}{ONE}"));
    bench.apply();
    // Two seconds, so that a busy machine looks twice.
    bench.fill("a", 1, 2);
    bench.config(&format!("{SLOW}{ONE}{SNAPSHOT}"));
    let done = bench.apply().in_order(&[
        "disk_snapshot.s: Creating...",
        "disk_snapshot.s: copied ",
        "disk_snapshot.s: copied ",
        "disk_snapshot.s: Creation complete after ",
    ]);
    assert!(done.output.contains(" of 8 MiB"), "{}", done.output);
    let copy = bench.path("disks/snapshots/s.img");
    assert_eq!(fs::read(copy).unwrap(), fs::read(bench.image("a")).unwrap());
    let stored = bench.attributes("disk_snapshot.s");
    assert_eq!(stored["image_id"], "a");
    assert_eq!(stored["size_mb"], 8);
    assert_eq!(stored["sha256"], bench.attributes("disk_image.a")["sha256"]);
    bench.settled();
}

#[test]
fn a_snapshot_is_replaced_and_never_changed() {
    let bench = Bench::new(&format!("{ONE}{SNAPSHOT}"));
    bench.apply();
    bench.edit("name     = \"s\"", "name     = \"t\"");
    bench
        .apply()
        .says("~ name       = \"s\" -> \"t\" # forces replacement")
        .says("1 added, 0 changed, 1 destroyed");
    bench.config(&format!(
        "{ONE}{}resource \"disk_image\" \"b\" {{\n  name    = \"b\"\n  size_mb = 4\n}}\n",
        SNAPSHOT
            .replace("\"s\"\n", "\"t\"\n")
            .replace("disk_image.a", "disk_image.b")
    ));
    bench
        .plan()
        .says("~ image_id   = \"a\" -> (known after apply) # forces replacement");
    bench.apply().says("2 added, 0 changed, 1 destroyed");
    assert_eq!(bench.attributes("disk_snapshot.s")["size_mb"], 4);
    // One deleted by hand is made again.
    fs::remove_file(bench.path("disks/snapshots/t.img")).unwrap();
    bench
        .apply()
        .says("# disk_snapshot.s has been deleted")
        .says("1 added, 0 changed, 0 destroyed");
    bench.settled();
}

#[test]
fn an_image_of_a_snapshot() {
    let bench = Bench::new(ONE);
    bench.apply();
    bench.fill("a", 1, 2);
    bench.config(&format!(
        "{ONE}{SNAPSHOT}resource \"disk_image\" \"copy\" {{\n  name        = \"copy\"\n  snapshot_id = disk_snapshot.s.id\n  \
         partition {{\n    label   = \"mine\"\n    size_mb = 3\n  }}\n}}\n"
    ));
    bench.apply();
    let (from, copy) = (
        fs::read(bench.image("a")).unwrap(),
        fs::read(bench.image("copy")).unwrap(),
    );
    // Between the tables it is the same.
    let inside = MIB as usize..7 * MIB as usize;
    assert_eq!(copy.len(), from.len());
    assert_eq!(copy[inside.clone()], from[inside]);
    let stored = bench.attributes("disk_image.copy");
    assert_eq!(stored["size_mb"], 8);
    assert_eq!(stored["snapshot_id"], "s");
    assert_eq!(stored["partition"][0]["label"], "mine");
    assert_ne!(stored["uuid"], bench.attributes("disk_image.a")["uuid"]);
    bench.settled();
}
