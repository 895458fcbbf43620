//! Create, no change, change in place, replace, destroy.

use std::fs;

use serde_json::json;

use crate::common::{Bench, MIB, ONE};

#[test]
fn what_is_created_is_there_and_a_second_run_changes_nothing() {
    let bench = Bench::new(&format!(
        "{ONE}\noutput \"uuid\" {{\n  value = disk_image.a.uuid\n}}\noutput \"first\" {{\n  value = disk_image.a.partition[0].label\n}}\n"
    ));
    bench
        .plan()
        .says("# disk_image.a will be created")
        .says("+ uuid        = (known after apply)")
        .says("Plan: 1 to add, 0 to change, 0 to destroy.");
    assert_eq!(bench.names(), [""; 0], "a plan makes nothing");
    let done = bench.apply();
    let stored = bench.attributes("disk_image.a");
    let uuid = stored["uuid"].as_str().unwrap();
    let done = done
        .says("1 added, 0 changed, 0 destroyed")
        .says(&format!("uuid = \"{uuid}\""))
        .says("first = \"boot\"");
    assert!(done.output.contains("Creation complete"), "{}", done.output);
    assert_eq!(bench.names(), ["disks/a.img", "disks/a.json"]);
    assert_eq!(fs::metadata(bench.image("a")).unwrap().len(), 8 * MIB);
    let head = fs::read(bench.image("a")).unwrap();
    assert_eq!(&head[512..520], b"EFI PART");
    assert_eq!(stored["id"], "a");
    assert_eq!(stored["size_mb"], 8);
    // The default is stored, and what was not configured is null.
    assert_eq!(stored["sector_size"], 512);
    assert_eq!(stored["snapshot_id"], json!(null));
    assert_eq!(stored["labels"], json!({"team": "storage"}));
    let beside = fs::read_to_string(bench.path("disks/a.json")).unwrap();
    let beside: serde_json::Value = serde_json::from_str(&beside).unwrap();
    assert_eq!(beside["labels"], json!({"team": "storage"}));
    assert_eq!(beside["uuid"], uuid);

    let before = bench.state_text();
    bench.settled();
    assert_eq!(bench.state_text(), before);
    assert_eq!(fs::read(bench.image("a")).unwrap(), head);
}

#[test]
fn apply_asks_and_only_yes_is_yes() {
    let bench = Bench::new(ONE);
    for typed in ["no\n", "y\n", ""] {
        let done = bench.run_typing("apply", typed);
        assert_eq!(done.code, Some(1), "{}", done.output);
        assert_eq!(bench.names(), [""; 0]);
    }
    bench.run_typing("apply", "yes\n").good().says("1 added");
    bench.run_typing("destroy", "no\n");
    assert_eq!(bench.names(), ["disks/a.img", "disks/a.json"]);
}

#[test]
fn an_image_grows_and_changes_in_place() {
    let bench = Bench::new(ONE);
    bench.apply();
    let before = bench.attributes("disk_image.a");
    // What the partition holds must survive.
    bench.fill("a", 1, 1);
    let content = fs::read(bench.image("a")).unwrap()[MIB as usize..2 * MIB as usize].to_vec();

    bench.edit("size_mb = 8", "size_mb = 12");
    bench.edit("storage", "other");
    bench.edit(
        "    kind    = \"efi\"\n  }\n",
        "    kind    = \"efi\"\n  }\n  partition {\n    label   = \"rest\"\n    size_mb = 4\n  }\n",
    );
    bench
        .plan()
        .says("# disk_image.a will be updated in-place")
        .says("~ size_mb = 8 -> 12")
        .says("~ \"team\" = \"storage\" -> \"other\"")
        .says("(known after apply)")
        .says("+ label   = \"rest\"")
        .says("Plan: 0 to add, 1 to change, 0 to destroy.")
        .lacks("forces replacement");
    bench
        .apply()
        .says("disk_image.a: Modifications complete")
        .says("0 added, 1 changed");
    let after = bench.attributes("disk_image.a");
    for kept in ["id", "uuid", "created_at", "path"] {
        assert_eq!(after[kept], before[kept], "{kept}");
    }
    assert_ne!(after["sha256"], before["sha256"]);
    assert_eq!(after["size_mb"], 12);
    assert_eq!(
        after["partition"],
        json!([
            {"kind": "efi", "label": "boot", "size_mb": 2},
            {"kind": "linux", "label": "rest", "size_mb": 4},
        ])
    );
    let bytes = fs::read(bench.image("a")).unwrap();
    assert_eq!(bytes.len() as u64, 12 * MIB);
    assert_eq!(bytes[MIB as usize..2 * MIB as usize], content[..]);
    bench.settled();

    // Labels alone leave the image file as it is.
    let image = fs::metadata(bench.image("a")).unwrap().modified().unwrap();
    bench.edit("  labels  = { team = \"other\" }\n", "");
    bench.apply().says("1 changed").lacks("sha256");
    assert_eq!(
        fs::metadata(bench.image("a")).unwrap().modified().unwrap(),
        image
    );
    assert_eq!(bench.attributes("disk_image.a")["labels"], json!(null));
    bench.settled();

    // All partitions go.
    bench.edit(
        "  partition {\n    label   = \"rest\"\n    size_mb = 4\n  }\n",
        "",
    );
    bench.edit(
        "  partition {\n    label   = \"boot\"\n    size_mb = 2\n    kind    = \"efi\"\n  }\n",
        "",
    );
    bench.apply().says("1 changed").says("- label   = \"boot\"");
    assert_eq!(bench.attributes("disk_image.a")["partition"], json!([]));
    assert_eq!(
        bench.attributes("disk_image.a")["uuid"],
        before["uuid"],
        "still the same disk"
    );
    bench.settled();
}

#[test]
fn a_size_that_is_not_configured_is_chosen_and_kept() {
    let bench = Bench::new("resource \"disk_image\" \"a\" {\n  name = \"a\"\n}\n");
    bench.plan().says("+ size_mb     = (known after apply)");
    bench.apply();
    assert_eq!(bench.attributes("disk_image.a")["size_mb"], 64);
    bench.settled();
    bench.edit("name = \"a\"", "name = \"a\"\n  size_mb = 70");
    bench.apply().says("~ size_mb = 64 -> 70");
    // Taken away again, what exists is kept.
    bench.edit("\n  size_mb = 70", "");
    bench.settled();
    assert_eq!(bench.attributes("disk_image.a")["size_mb"], 70);
}

#[test]
fn a_new_name_or_sector_size_replaces() {
    let bench = Bench::new(ONE);
    bench.apply();
    let before = bench.attributes("disk_image.a");
    for (from, to, shown) in [
        (
            "\"a\"\n",
            "\"b\"\n",
            "~ name       = \"a\" -> \"b\" # forces replacement",
        ),
        (
            "size_mb = 8",
            "size_mb = 8\n  sector_size = 4096",
            "~ sector_size = 512 -> 4096 # forces replacement",
        ),
    ] {
        bench.edit(from, to);
        bench
            .plan()
            .says("-/+ destroy and then create replacement")
            .says("# disk_image.a must be replaced")
            .says("-/+ resource \"disk_image\" \"a\" {")
            .says(shown)
            .says("Plan: 1 to add, 0 to change, 1 to destroy.");
        bench
            .apply()
            .in_order(&[
                "disk_image.a: Destroying...",
                "disk_image.a: Destruction complete",
                "disk_image.a: Creating...",
                "disk_image.a: Creation complete",
            ])
            .says("1 added, 0 changed, 1 destroyed");
        assert_eq!(bench.names(), ["disks/b.img", "disks/b.json"]);
        bench.settled();
    }
    let after = bench.attributes("disk_image.a");
    assert_ne!(after["uuid"], before["uuid"]);
    assert_eq!(
        (&after["id"], &after["sector_size"]),
        (&json!("b"), &json!(4096))
    );
    assert_eq!(
        &fs::read(bench.image("b")).unwrap()[4096..4104],
        b"EFI PART"
    );
}

#[test]
fn what_leaves_the_configuration_is_destroyed_and_destroy_goes_backwards() {
    let config = format!(
        "{ONE}\nresource \"disk_image\" \"b\" {{\n  name    = \"b\"\n  size_mb = 4\n}}\n\
         resource \"disk_snapshot\" \"s\" {{\n  name     = \"s\"\n  image_id = disk_image.a.id\n}}\n\
         resource \"disk_image\" \"c\" {{\n  name        = \"c\"\n  snapshot_id = disk_snapshot.s.id\n}}\n"
    );
    let bench = Bench::new(&config);
    bench.apply().says("4 added").in_order(&[
        "disk_image.a: Creation complete",
        "disk_snapshot.s: Creating",
        "disk_snapshot.s: Creation complete",
        "disk_image.c: Creating",
    ]);
    bench.edit(
        "resource \"disk_image\" \"b\" {\n  name    = \"b\"\n  size_mb = 4\n}\n",
        "",
    );
    bench
        .apply()
        .says("# disk_image.b will be destroyed")
        .says("0 added, 0 changed, 1 destroyed");
    assert!(!bench.image("b").exists() && bench.image("a").exists());

    bench.run("plan -destroy").good().says("3 to destroy");
    bench.run("destroy -auto-approve").good().in_order(&[
        "disk_image.c: Destruction complete",
        "disk_snapshot.s: Destroying",
        "disk_snapshot.s: Destruction complete",
        "disk_image.a: Destroying",
        "3 destroyed",
    ]);
    assert_eq!(bench.names(), [""; 0]);
    assert_eq!(bench.state()["resources"], json!([]));
    bench
        .run("destroy -auto-approve")
        .good()
        .says("0 destroyed");
}

#[test]
fn a_data_source_is_read_at_plan_or_when_its_image_is_there() {
    let bench = Bench::new(&format!(
        "{ONE}\ndata \"disk_image\" \"look\" {{\n  name = disk_image.a.name\n}}\n\
         output \"kind\" {{\n  value = data.disk_image.look.partition[0].kind\n}}\n"
    ));
    bench
        .plan()
        .says("# data.disk_image.look will be read during apply")
        .says("+ kind = (known after apply)");
    bench
        .apply()
        .in_order(&[
            "disk_image.a: Creation complete",
            "data.disk_image.look: Read complete",
        ])
        .says("kind = \"efi\"");
    bench.settled();
    // Known now: read at plan, and what changes with it is known then.
    bench.edit("= disk_image.a.name", "= \"a\"");
    bench
        .plan()
        .says("data.disk_image.look: Read complete")
        .lacks("during apply")
        .says("No changes.");
    bench.edit("\"a\"\n}\noutput", "\"missing\"\n}\noutput");
    bench.run("plan").bad().error(
        "line 14, column 10",
        &["There is no image \"missing\"", "data.disk_image.look"],
    );
}

#[test]
fn variables_and_locals() {
    let bench = Bench::new(
        "variable \"who\" {\n  type = string\n}\nvariable \"size\" {\n  type    = number\n  default = 4\n}\n\
         locals {\n  name = \"disk-${var.who}\"\n}\n\
         resource \"disk_image\" \"a\" {\n  name    = local.name\n  size_mb = var.size * 2\n  labels  = { owner = var.who }\n}\n\
         output \"name\" {\n  value = local.name\n}\n",
    );
    bench
        .run("apply -auto-approve -var who=me")
        .good()
        .says("name = \"disk-me\"");
    let stored = bench.attributes("disk_image.a");
    assert_eq!(
        (&stored["size_mb"], &stored["labels"]["owner"]),
        (&json!(8), &json!("me"))
    );
    bench
        .run("plan -var who=me -var size=6")
        .good()
        .says("~ size_mb = 8 -> 12");
    bench
        .run("plan -var who=you")
        .good()
        .says("# forces replacement");
    bench.run("plan -input=false").bad().warns("who");
    bench
        .run("plan -var who=me -var size=big")
        .bad()
        .warns("size");
}

#[test]
fn the_directory_comes_from_the_configuration_or_the_environment() {
    let bench = Bench::new(ONE);
    bench
        .run_env("apply -auto-approve", "DISK_DIRECTORY", "elsewhere")
        .good();
    assert!(bench.path("elsewhere/a.img").exists() && !bench.path("disks").exists());
    bench.config(&format!(
        "provider \"disk\" {{\n  directory = \"mine\"\n}}\n{ONE}"
    ));
    // In another directory there is no such image.
    bench
        .run_env("apply -auto-approve", "DISK_DIRECTORY", "elsewhere")
        .good()
        .says("# disk_image.a has been deleted")
        .says("1 added");
    assert!(bench.path("mine/a.img").exists());
}
