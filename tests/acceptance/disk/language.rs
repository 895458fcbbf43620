//! The language's resource features: lifecycle rules, several instances, moves, outputs, tests.

use super::{IMAGE, SYSTEM, test, workspace};
use schema_provider::testing::{ProviderTest, Step, object, replaces, updates};
use serde_json::json;
use terraform_provider_disk::{Disk, Image};

#[test]
fn ignore_changes() {
    let text = SYSTEM.replace(
        "  partition {\n    label   = \"boot\"",
        "  lifecycle { ignore_changes = [labels, size_mb, partition[1].label] }\n  partition {\n    label   = \"boot\"",
    );
    let other = text.replace("storage", "other");
    test()
        .step(Step::apply(&*text))
        .step(
            Step::plan(
                other
                    .replace("size_mb = 16", "size_mb = 32")
                    .replace("\"root\"", "\"r\""),
            )
            .plans_nothing(),
        )
        // Arguments that are not ignored change; ignored ones stay.
        .step(
            Step::apply(other.replace("size_mb = 4", "size_mb = 3"))
                .plans(updates(IMAGE))
                .saves(
                    object(IMAGE)
                        .attr("labels")
                        .is(json!({ "owner": "storage" }))
                        .attr("partition.0.size_mb")
                        .is(3),
                ),
        )
        .run();
}

/// An image with this lifecycle block.
fn ruled(name: &str, rules: &str) -> String {
    format!(
        "resource \"disk_image\" \"a\" {{\n  name = \"{name}\"\n  lifecycle {{\n    {rules}\n  }}\n}}\n"
    )
}

#[test]
fn prevent_destroy() {
    test()
        .step(Step::apply(ruled("a", "prevent_destroy = true")))
        .step(Step::destroy().fails("nstance cannot be destroyed"))
        .step(Step::apply(ruled("a", "prevent_destroy = false")).plans_nothing())
        .run();
}

#[test]
fn create_before_destroy_and_postconditions() {
    let thing = "disk_image.a";
    test()
        .step(Step::apply(ruled("one", "create_before_destroy = true")))
        .step(
            Step::apply(ruled("two", "create_before_destroy = true"))
                .plans(replaces(thing).create_first())
                .counts(1, 0, 1),
        )
        .step(
            Step::apply(ruled(
                "two",
                "postcondition {\n      condition = self.size_mb > 1000\n      error_message = \"too small\"\n    }",
            ))
            .fails("too small"),
        )
        .run();
}

#[test]
fn replace_triggered_by_and_taint() {
    let text = "
resource \"disk_snapshot\" \"s\" {
  name     = \"s\"
  image_id = disk_image.system.id
  lifecycle { replace_triggered_by = [disk_image.system.sha256] }
}
";
    let grown = SYSTEM.replace("size_mb = 16", "size_mb = 20") + text;
    test()
        .step(Step::apply(format!("{SYSTEM}{text}")))
        .step(Step::apply(&*grown).plans(replaces("disk_snapshot.s")))
        .step(Step::taint(IMAGE).saves(object(IMAGE).tainted()))
        .step(
            Step::apply(grown)
                .plans(replaces(IMAGE))
                .saves(object(IMAGE)),
        )
        .run();
}

#[test]
fn for_each_over_50() {
    let text = "
resource \"disk_image\" \"many\" {
  for_each = toset([for n in range(50) : format(\"image-%03d\", n)])
  name     = each.key
  size_mb  = 2
  labels   = { key = each.key }
}
";
    test()
        .only_with_terraform("functions, and a `for` expression")
        .step(Step::apply(text).counts(50, 0, 0))
        // Nothing was mixed up.
        .step(Step::outside(|run| {
            for number in 0..50 {
                let name = format!("image-{number:03}");
                let image = format!("disk_image.many[\"{name}\"]");
                assert_eq!(run.saved(&image, "id"), name.as_str());
                assert_eq!(run.saved(&image, "labels")["key"], name.as_str());
                let path = run.saved(&image, Image::PATH);
                assert!(path.as_str().unwrap().contains(&name), "{path}");
            }
        }))
        .step(Step::apply(text.replace("size_mb  = 2", "size_mb  = 3")).counts(0, 50, 0))
        .step(Step::destroy().counts(0, 0, 50))
        .run();
}

#[test]
fn moved_into_a_module_and_a_set() {
    let inside = "module.m.disk_image.system[\"a\"]";
    let module = SYSTEM.replace(
        "\"system\" {\n",
        "\"system\" {\n  for_each = toset([\"a\"])\n",
    );
    test()
        .only_with_terraform("the local runner has no modules")
        .step(Step::apply(SYSTEM))
        .step(
            Step::apply(
                "module \"m\" {\n  source = \"./module\"\n}\n\
                 moved {\n  from = disk_image.system\n  to = module.m.disk_image.system[\"a\"]\n}\n",
            )
            .file("module/main.tf", module)
            .changes_no_resource()
            .saves(object(inside).attr("id").is("system"))
            .saves(object(IMAGE).gone()),
        )
        // It is removed from the state, but still exists.
        .step(
            Step::apply(
                "removed {\n  from = module.m.disk_image.system\n  lifecycle { destroy = false }\n}\n",
            )
            .counts(0, 0, 0)
            .saves(object(inside).gone()),
        )
        .step(Step::outside(|run| {
            std::fs::remove_file(run.directory().join("disks/system.img")).unwrap();
        }))
        .run();
}

#[test]
fn outputs_of_every_attribute() {
    let outputs = r#"
data "disk_image" "found" {
  name = disk_image.system.name
}
output "whole" {
  value     = disk_image.system
  sensitive = true
}
output "found" {
  value = data.disk_image.found
}
output "text" {
  value = disk_image.system.name
}
output "number" {
  value = disk_image.system.size_mb * 2
}
output "map" {
  value = disk_image.system.labels
}
output "label" {
  value = disk_image.system.labels["owner"]
}
output "list" {
  value = disk_image.system.partition[*].label
}
output "object" {
  value = disk_image.system.partition[1]
}
output "null" {
  value = disk_image.system.snapshot_id
}
"#;
    test()
        .step(
            Step::apply(format!("{SYSTEM}{outputs}"))
                .output("text")
                .is("system")
                .output("number")
                .is(32)
                .output("map")
                .is(json!({ "owner": "storage" }))
                .output("label")
                .is("storage")
                .output("list")
                .is(json!(["boot", "root"]))
                .output("object")
                .is(json!({ "label": "root", "size_mb": 8, "kind": "linux" }))
                .output("null")
                .is_null()
                .output("whole")
                .satisfies("the image", |whole| whole["sector_size"] == 512)
                .output("found")
                .satisfies("what the data source found", |found| {
                    found["partition"][0]["kind"] == "efi"
                }),
        )
        .run();
}

#[test]
fn terraform_test() {
    let Some(work) = workspace() else {
        return;
    };
    work.main(&format!(
        "variable \"size\" {{\n  type = number\n  default = 16\n}}\n{}",
        SYSTEM.replace("size_mb = 16", "size_mb = var.size")
    ));
    work.write(
        "tests/disk.tftest.hcl",
        r#"
run "plans" {
  command = plan
  assert {
    condition     = disk_image.system.sector_size == 512
    error_message = "the default is planned"
  }
}
run "applies" {
  assert {
    condition     = length(disk_image.system.sha256) == 64
    error_message = "a sum"
  }
}
run "grows" {
  variables { size = 20 }
  assert {
    condition     = disk_image.system.size_mb == 20
    error_message = "it grew"
  }
}
"#,
    );
    work.terraform(&["test"])
        .succeeded()
        .says("3 passed, 0 failed");
    // When mocked, it needs no disk, and an attribute with a default has a generated value.
    for (defaults, size) in [
        ("", "0"),
        (
            "mock_resource \"disk_image\" {\n    defaults = { sector_size = 512 }\n  }",
            "512",
        ),
    ] {
        work.write(
            "tests/disk.tftest.hcl",
            &format!(
                "mock_provider \"disk\" {{\n  {defaults}\n}}\nrun \"mocked\" {{\n  assert {{\n    \
                 condition = disk_image.system.sector_size == {size}\n    error_message = \"made up\"\n  }}\n}}\n"
            ),
        );
        work.terraform(&["test"])
            .succeeded()
            .says("1 passed, 0 failed");
    }
    work.clean();
}

#[test]
fn settings() {
    let directory = tempfile::tempdir().unwrap();
    let configured = directory.path().join("configured");
    let expected = configured.join("a.img");
    let text = |settings: &str| {
        format!(
            "provider \"disk\" {{\n  {settings}\n}}\nresource \"disk_image\" \"a\" {{\n  name = \"a\"\n}}\n"
        )
    };
    ProviderTest::new::<Disk>()
        .env_path("DISK_DIRECTORY", "from-environment")
        .step(Step::apply(text("")))
        .step(Step::outside(|run| {
            assert!(run.directory().join("from-environment/a.img").exists());
        }))
        .step(Step::destroy())
        .step(Step::apply(text(&format!(
            "directory = \"{}\"",
            configured.display()
        ))))
        .step(Step::outside(move |_| assert!(expected.exists())))
        .step(Step::validate(text("copy_mb_per_second = 0")).fails("copy_mb_per_second"))
        .run();
}

#[test]
fn mistakes_are_reported_in_place() {
    test()
        .step(
            Step::validate(
                "resource \"disk_image\" \"a\" {\n  name = \"UPPER\"\n  sector_size = 1000\n  size_mb = 5\n  \
                 snapshot_id = \"s\"\n  partition {\n    label = \"\"\n    size_mb = 0\n  }\n}\n",
            )
            .fails_at("name = \"UPPER\"", "")
            .fails_at("sector_size = 1000", "")
            .fails_at("label = \"\"", "")
            .fails_at("size_mb = 0", "")
            // The conflict is declared on both sides.
            .fails_at("size_mb = 5", "")
            .fails_at("snapshot_id = \"s\"", ""),
        )
        .run();
}
