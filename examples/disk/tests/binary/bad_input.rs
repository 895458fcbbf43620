//! What a user can write that is wrong: reported with file, line, path and the source line, all at
//! once, with exit status 1 and nothing changed.

use std::fs;

use serde_json::Value as Json;

use crate::common::{Bench, Done, ONE};

/// Plans and applies; both are rejected with the same errors, and nothing comes to be.
#[track_caller]
fn refused(config: &str) -> Done {
    let bench = Bench::new(config);
    let plan = bench.run("plan").bad();
    let apply = bench.run("apply -auto-approve").bad();
    assert_eq!(plan.errors, apply.errors);
    assert!(!bench.state_path().exists(), "a state file was made");
    assert!(!bench.path("disks").exists(), "an image was made");
    plan
}

const MANY: &str = r#"provider "disk" {
  copy_mb_per_second = 0
}
resource "disk_image" "a" {
  nmae    = "a"
  size_mb = "many"
  sha256  = "mine"
  id      = "mine"
  partition {
    label   = ""
    size_mb = 2
    kind    = "lnux"
  }
  partition {
    size_mb = 1.5
    lable   = "x"
  }
  partitions {}
}
resource "disk_image" "b" {
  name        = "Not a name"
  size_mb     = 8
  snapshot_id = "s"
  sector_size = 1024
  labels      = ["x"]
  timeouts {
    create = "soon"
    read   = "1m"
  }
  partition {
    label   = "1"
    size_mb = 1
  }
  partition {
    label   = "2"
    size_mb = 1
  }
  partition {
    label   = "3"
    size_mb = 1
  }
  partition {
    label   = "4"
    size_mb = 1
  }
  partition {
    label   = "5"
    size_mb = 1
  }
}
resource "disk_imag" "c" {
  name = "c"
}
data "disk_image" "d" {
}
resource "disk_snapshot" "e" {
  name     = "e"
  image_id = disk_image.missing.id
}
output "f" {
  value = disk_image.b.uiid
}
"#;

#[test]
fn everything_is_reported_in_one_run() {
    let done = refused(MANY);
    for (place, parts) in [
        (
            "line 2, column 24",
            &["copy_mb_per_second", "at least 1"][..],
        ),
        (
            "line 4, column 1",
            &["Missing required argument", "\"name\"", "with disk_image.a"],
        ),
        (
            "line 5, column 3",
            &[
                "Unsupported argument",
                "Did you mean \"name\"?",
                "│   5:   nmae    = \"a\"\n",
            ],
        ),
        (
            "line 6, column 13",
            &[
                "Incorrect attribute value type",
                "attribute size_mb",
                "│   6:   size_mb = \"many\"\n",
            ],
        ),
        ("line 7, column 13", &["unconfigurable", "\"sha256\""]),
        ("line 8, column 13", &["unconfigurable", "\"id\""]),
        ("line 10, column 15", &["attribute partition[0].label"]),
        (
            "line 12, column 15",
            &[
                "attribute partition[0].kind",
                "\"linux\", \"swap\", \"efi\", \"home\"",
            ],
        ),
        (
            "line 14, column 3",
            &["Missing required argument", "partition[1]", "\"label\""],
        ),
        ("line 15, column 15", &["attribute partition[1].size_mb"]),
        ("line 16, column 5", &["Did you mean \"label\"?"]),
        (
            "line 18, column 3",
            &["Unsupported block type", "Did you mean \"partition\"?"],
        ),
        ("line 21, column 17", &["attribute name", "Not a name"]),
        (
            "line 22, column 17",
            &["size_mb conflicts with snapshot_id"],
        ),
        (
            "line 23, column 17",
            &["snapshot_id conflicts with size_mb"],
        ),
        ("line 24, column 17", &["one of 512, 4096", "1024"]),
        ("line 25, column 17", &["attribute labels"]),
        (
            "line 27, column 14",
            &["attribute timeouts.create", "is not a duration"],
        ),
        ("line 28, column 5", &["Unsupported argument", "read"]),
        ("line 46, column 3", &["Too many partition blocks"]),
        (
            "line 51, column 10",
            &["Invalid resource type", "Did you mean \"disk_image\"?"],
        ),
        (
            "line 54, column 1",
            &["Missing required argument", "data.disk_image.d"],
        ),
        ("line 58, column 14", &["disk_image.missing"]),
        ("line 61, column 24", &["Did you mean \"uuid\"?"]),
    ] {
        done.error(place, parts);
    }
}

#[test]
fn what_does_not_parse() {
    for (config, place, quoted) in [
        (
            "resource \"disk_image\" \"a\" {\n  name = = \"a\"\n}\n",
            "line 2, column 10",
            "2:   name = = \"a\"",
        ),
        (
            "resource \"disk_image\" \"a\" {\n  name = \"a\n}\n",
            "line 2",
            "2:   name = \"a",
        ),
        ("resource disk_image {\n  name = \"a\"\n", "line", ""),
    ] {
        let done = refused(config);
        let found = done.errors.contains(&format!("on main.tf {place}"));
        assert!(found && done.errors.contains(quoted), "{}", done.errors);
    }
    // Bytes that are not UTF-8.
    let bench = Bench::new("");
    fs::write(bench.path("main.tf"), b"resource \"\xff\" {}\n").unwrap();
    bench.run("apply -auto-approve").bad().warns("main.tf");
    // Depth that would use up the stack.
    for (open, close) in [
        ("[", "]"),
        ("{a=", "}"),
        ("(", ")"),
        ("!", ""),
        ("\"${", "}\""),
    ] {
        let deep = format!(
            "output \"x\" {{\n  value = {}1{}\n}}\n",
            open.repeat(20_000),
            close.repeat(20_000)
        );
        refused(&deep);
    }
}

#[test]
fn circles() {
    refused(
        "resource \"disk_snapshot\" \"a\" {\n  name     = \"a\"\n  image_id = disk_snapshot.b.id\n}\n\
         resource \"disk_snapshot\" \"b\" {\n  name     = \"b\"\n  image_id = disk_snapshot.a.id\n}\n",
    )
    .error("line 1, column 1", &["Cycle", "disk_snapshot.a", "disk_snapshot.b"]);
    refused("locals {\n  a = local.b\n  b = local.a\n}\n").warns("Cycle");
}

#[test]
fn what_does_not_fit_is_rejected_at_plan() {
    let done = refused(
        "resource \"disk_image\" \"a\" {\n  name    = \"a\"\n  size_mb = 4\n  partition {\n    label   = \"p\"\n    size_mb = 3\n  }\n}\n",
    );
    done.error(
        "line 4, column 3",
        &[
            "The partitions do not fit",
            "disk_image.a, attribute partition",
            "5 MiB",
        ],
    );
}

#[test]
fn an_image_does_not_shrink_and_its_partitions_must_fit() {
    let bench = Bench::new(ONE);
    bench.apply();
    let (state, files) = (bench.state_text(), bench.files());
    bench.edit("size_mb = 8", "size_mb = 7");
    let done = bench.run("apply -auto-approve").bad();
    done.error(
        "line 4, column 13",
        &[
            "An image cannot shrink",
            "disk_image.a, attribute size_mb",
            "│   4:   size_mb = 7",
        ],
    );
    bench.edit("size_mb = 7", "size_mb = 8");
    bench.edit("size_mb = 2", "size_mb = 7");
    let done = bench.run("apply -auto-approve").bad();
    done.error("line 6, column 3", &["The partitions do not fit"]);
    // Both at once are reported at once.
    bench.edit("size_mb = 8", "size_mb = 7");
    let done = bench.run("apply -auto-approve").bad();
    done.error("line 4, column 13", &["An image cannot shrink"]);
    done.error("line 6, column 3", &["The partitions do not fit"]);
    assert_eq!((bench.state_text(), bench.files()), (state, files));
}

#[test]
fn an_error_in_configure_ends_it_before_anything_is_planned() {
    let bench = Bench::new(&format!(
        "provider \"disk\" {{\n  directory = \"file\"\n}}\n{ONE}\ndata \"disk_image\" \"d\" {{\n  name = \"d\"\n}}\n"
    ));
    fs::write(bench.path("file"), "x").unwrap();
    let done = bench.run("apply -auto-approve").bad();
    // One error, and nothing else was said or done.
    assert_eq!(done.errors.matches("Error: ").count(), 1, "{}", done.errors);
    assert_eq!(done.output, "");
    let done = done.warns("provider \"disk\"").warns("file");
    assert!(done.errors.contains("main.tf line"), "{}", done.errors);
    assert!(!bench.state_path().exists());
    assert_eq!(fs::read(bench.path("file")).unwrap(), b"x");
}

#[test]
fn errors_for_machines_are_json_lines_with_their_place() {
    let bench = Bench::new(MANY);
    let done = bench.run("plan -json");
    assert_eq!(done.code, Some(1));
    assert_eq!(done.errors, "");
    let errors: Vec<Json> = done
        .output
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .filter(|line: &Json| line["type"] == "diagnostic")
        .collect();
    let typo = errors
        .iter()
        .find(|one| {
            one["diagnostic"]["detail"]
                .as_str()
                .unwrap_or("")
                .contains("\"nmae\"")
        })
        .expect("the misspelt argument");
    assert_eq!(typo["@level"], "error");
    let reported = &typo["diagnostic"];
    assert_eq!(reported["severity"], "error");
    assert_eq!(reported["address"], "disk_image.a");
    assert_eq!(reported["range"]["filename"], "main.tf");
    assert_eq!(reported["range"]["start"]["line"], 5);
    assert_eq!(reported["snippet"]["code"], "  nmae    = \"a\"");
}
