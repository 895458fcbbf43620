//! The configuration that Terraform generates for `import` blocks, with values of the provider from
//! 1.14 on: it is valid, imports the objects and changes nothing.

use sdk_tests::terraform::{Plugin, Workspace};

use crate::kitchen::typed::FIRST as TYPED_OBJECTS;
use crate::local_runner::generated::{DISK_OBJECTS, KITCHEN_OBJECTS};
use crate::{DISK, KITCHEN};

/// The kitchen's objects of Rust types, without sensitive and write-only values, which are in no
/// generated file.
fn typed_objects() -> String {
    let is_shown = |line: &&str| {
        let name = line.split_whitespace().next().unwrap_or_default();
        !matches!(name, "secret" | "secrets" | "hidden")
    };
    let objects: Vec<&str> = TYPED_OBJECTS.lines().filter(is_shown).collect();
    objects.join("\n").replace("hall \"h\"", "hall \"h h\"") + "\n"
}

/// Objects of the remaining types.
const MORE_OBJECTS: &str = r#"
resource "kitchen_special_types" "none" {
}
resource "kitchen_special_types" "a" {
  json    = "{ \"b\": 1.0, \"a\": [], \"c d\": \"$${x}\" }"
  timeout = "90m"
  ip      = "2001:DB8::0:1"
  cidrs   = ["10.0.1.2/16", "192.168.0.0/24"]
  tier    = "Gold"
  pair    = ["Left", 80]
  any     = { size = 1, tags = ["a", true], "not a name" = null }
  maybe   = []
  region  = "north"
  door {
    port = 80
    from = "10.1.2.3/8"
  }
  door {
    port = 443
  }
}
resource "kitchen_special_types" "list" {
  any   = ["a", 1, { b = [] }]
  maybe = [{ port = 1 }]
}
resource "kitchen_case" "a" {
  name  = "Name"
  title = "Title"
  member {
    name = "one"
    role = "r"
  }
  member {
    name = "Two"
  }
  row {
    key = "K"
  }
}
"#;

#[track_caller]
fn generated(plugin: Plugin, variable: &str, objects: &str) {
    let Some(work) = Workspace::since("1.14", "it does not ask the provider", &[plugin]) else {
        return;
    };
    work.trace();
    work.set(variable, work.path().join("objects"));
    work.main(objects);
    work.apply();
    let state = work.state();
    let resources = state.json()["resources"].as_array().expect("resources");
    let imports: String = resources
        .iter()
        .map(|resource| {
            let text = |name: &str| resource[name].as_str().expect("a string").to_owned();
            let id = &resource["instances"][0]["attributes"]["id"];
            format!(
                "import {{\n  to = {}.{}\n  id = {id}\n}}\n",
                text("type"),
                text("name")
            )
        })
        .collect();
    for file in ["terraform.tfstate", "terraform.tfstate.backup"] {
        let _ = std::fs::remove_file(work.path().join(file));
    }
    work.main(&imports);
    let clean = format!(
        "{} to import, 0 to add, 0 to change, 0 to destroy",
        resources.len()
    );
    let run = work
        .terraform(&["plan", "-generate-config-out=generated.tf"])
        .succeeded();
    let text = std::fs::read_to_string(work.path().join("generated.tf")).expect("it was generated");
    assert!(run.words().contains(&clean), "{text}\n{}", run.text());
    assert!(
        run.log().contains("GenerateResourceConfig"),
        "the provider was not asked"
    );
    work.terraform(&["validate"]).succeeded();
    work.terraform(&["fmt", "-check", "generated.tf"])
        .succeeded();
    let run = work.apply();
    assert!(
        run.words()
            .contains(&format!("{} imported, 0 added, 0 changed", resources.len())),
        "{}",
        run.text()
    );
    work.nothing_to_do();
    work.destroy();
    work.clean();
}

#[test]
fn of_the_kitchen() {
    // Terraform writes a JSON string as jsonencode(…), without its spaces.
    let objects = KITCHEN_OBJECTS.replace("\\\": [1, true, null]", "\\\":[1,true,null]");
    assert_ne!(objects, KITCHEN_OBJECTS);
    generated(KITCHEN, "KITCHEN_DIRECTORY", &objects);
}

#[test]
fn of_types_of_every_kind() {
    let objects = typed_objects() + MORE_OBJECTS;
    generated(KITCHEN, "KITCHEN_DIRECTORY", &objects);
}

#[test]
fn of_disks() {
    let snapshot =
        "resource \"disk_snapshot\" \"s\" {\n  name = \"s\"\n  image_id = disk_image.plain.id\n}\n";
    generated(
        DISK,
        "DISK_DIRECTORY",
        &(DISK_OBJECTS.to_owned() + snapshot),
    );
}
