//! State files: damaged, of others, of another schema.

use std::fs;

use serde_json::json;

use crate::common::{Bench, ONE};

const COMMANDS: [&str; 5] = [
    "plan",
    "apply -auto-approve",
    "destroy -auto-approve",
    "show",
    "import disk_image.a a",
];

#[test]
fn a_damaged_or_foreign_state_file_is_left_unchanged() {
    let bench = Bench::new(ONE);
    bench.apply();
    let good = bench.state_text();
    let cut = &good[..good.len() / 2];
    let foreign =
        "{\n  \"version\": 4,\n  \"terraform_version\": \"1.11.4\",\n  \"resources\": []\n}\n";
    let newer = good.replace("\"version\": 2,", "\"version\": 99,");
    let others = good.replace("\"provider\": \"disk\"", "\"provider\": \"cloud\"");
    assert!(newer != good && others != good);
    let files = bench.files();
    for bytes in [
        b"{".as_slice(),
        b"",
        b"[]",
        b"\xff\xfe\x00",
        cut.as_bytes(),
        foreign.as_bytes(),
        newer.as_bytes(),
        others.as_bytes(),
    ] {
        fs::write(bench.state_path(), bytes).unwrap();
        for command in COMMANDS {
            bench.run(command).bad().warns("disk.state.json");
            assert_eq!(fs::read(bench.state_path()).unwrap(), bytes, "{command}");
        }
    }
    assert_eq!(bench.files(), files);
    fs::write(bench.state_path(), good).unwrap();
    bench.settled();
}

#[test]
fn what_is_not_a_file_is_no_state() {
    let bench = Bench::new(ONE);
    fs::create_dir(bench.state_path()).unwrap();
    for command in COMMANDS {
        bench.run(command).bad().warns("disk.state.json");
    }
    assert!(!bench.path("disks").exists());
}

#[test]
fn an_attribute_that_the_schema_no_longer_has_is_dropped() {
    let bench = Bench::new(ONE);
    bench.apply();
    bench.edit_state("disk_image.a", |one| {
        one["attributes"]["colour"] = json!("red");
        one["attributes"]["partition"][0]["bootable"] = json!({"deep": [1, true, null]});
    });
    bench.settled();
    assert!(!bench.state_text().contains("colour"));
    assert!(!bench.state_text().contains("bootable"));
}

#[test]
fn an_object_that_the_provider_cannot_read_is_kept() {
    let bench = Bench::new(ONE);
    bench.apply();
    let good = bench.state_text();
    // Of a newer provider, and of a wrong type.
    for (edit, part) in [
        (
            Box::new(|one: &mut serde_json::Value| one["schema_version"] = json!(7))
                as Box<dyn FnOnce(&mut serde_json::Value)>,
            "newer version of the provider",
        ),
        (
            Box::new(|one: &mut serde_json::Value| one["attributes"]["size_mb"] = json!("big")),
            "size_mb",
        ),
        (
            Box::new(|one: &mut serde_json::Value| one["attributes"] = json!([])),
            "resources[0] is not a resource",
        ),
    ] {
        fs::write(bench.state_path(), &good).unwrap();
        bench.edit_state("disk_image.a", edit);
        let bad = bench.state_text();
        bench.run("apply -auto-approve").bad().warns(part);
        assert_eq!(bench.state_text(), bad);
        assert!(bench.image("a").exists());
    }
}

#[test]
fn the_state_is_private_and_counts() {
    let bench = Bench::new(ONE);
    bench.apply();
    let (lineage, serial) = (
        bench.state()["lineage"].clone(),
        bench.state()["serial"].as_u64().unwrap(),
    );
    bench.edit("storage", "other");
    bench.apply();
    assert_eq!(bench.state()["lineage"], lineage);
    assert!(bench.state()["serial"].as_u64().unwrap() > serial);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = fs::metadata(bench.state_path())
            .unwrap()
            .permissions()
            .mode();
        assert_eq!(mode & 0o077, 0, "others can read it: {mode:o}");
    }
    // Nothing temporary is left beside it.
    let left: Vec<_> = fs::read_dir(bench.path(""))
        .unwrap()
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .filter(|name| !["main.tf", "disks", "disk.state.json"].contains(&&name[..]))
        .collect();
    assert_eq!(left, [""; 0]);
}

#[test]
fn another_state_file() {
    let bench = Bench::new(ONE);
    bench.run("apply -auto-approve -state=other.json").good();
    assert!(bench.path("other.json").exists() && !bench.state_path().exists());
    bench
        .run("plan -state=other.json")
        .good()
        .says("No changes.");
    bench.plan().says("1 to add");
}
