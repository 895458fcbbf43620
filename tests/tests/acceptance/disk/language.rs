//! What the language does with resources: lifecycle rules, many of one, moves, outputs, tests.

use super::{SYSTEM, workspace};
use serde_json::{Value as Json, json};

#[test]
fn ignore_changes() {
    let Some(work) = workspace("ignore_changes") else {
        return;
    };
    let text = SYSTEM.replace(
        "  partition {\n    label   = \"boot\"",
        "  lifecycle { ignore_changes = [labels, size_mb, partition[1].label] }\n  partition {\n    label   = \"boot\"",
    );
    work.main(&text);
    work.apply();
    work.main(
        &text
            .replace("storage", "other")
            .replace("size_mb = 16", "size_mb = 32")
            .replace("\"root\"", "\"r\""),
    );
    work.nothing_to_do();
    // What is not ignored changes, and what is stays.
    work.main(
        &text
            .replace("storage", "other")
            .replace("size_mb = 4", "size_mb = 3"),
    );
    assert_eq!(work.plan().action("disk_image.system"), "update");
    work.apply();
    let state = work.state().object("disk_image.system");
    assert_eq!(state.get("labels"), &json!({ "owner": "storage" }));
    assert_eq!(state.get("partition")[0]["size_mb"], json!(3));
    work.nothing_to_do();
    work.clean();
}

#[test]
fn create_before_destroy_and_prevent_destroy() {
    let Some(work) = workspace("create_before_destroy") else {
        return;
    };
    let text = |name: &str, rules: &str| {
        format!(
            "resource \"disk_image\" \"a\" {{\n  name = \"{name}\"\n  lifecycle {{\n    {rules}\n  }}\n}}\n"
        )
    };
    work.main(&text("one", "create_before_destroy = true"));
    work.apply();
    work.main(&text("two", "create_before_destroy = true"));
    assert_eq!(work.plan().action("disk_image.a"), "create delete");
    work.apply().says("1 added, 0 changed, 1 destroyed");
    work.nothing_to_do();
    work.main(&text("two", "prevent_destroy = true"));
    work.terraform(&["destroy", "-auto-approve"])
        .failed()
        .says("Instance cannot be destroyed");
    work.main(&text(
        "two",
        "postcondition {\n      condition = self.size_mb > 1000\n      error_message = \"too small\"\n    }",
    ));
    work.terraform(&["apply", "-auto-approve"])
        .failed()
        .says("too small");
    work.clean();
}

#[test]
fn replace_triggered_by_and_taint() {
    let Some(work) = workspace("replace_triggered_by_and_taint") else {
        return;
    };
    let text = "
resource \"disk_snapshot\" \"s\" {
  name     = \"s\"
  image_id = disk_image.system.id
  lifecycle { replace_triggered_by = [disk_image.system.sha256] }
}
";
    work.main(&format!("{SYSTEM}{text}"));
    work.apply();
    work.nothing_to_do();
    let grown = SYSTEM.replace("size_mb = 16", "size_mb = 20");
    work.main(&format!("{grown}{text}"));
    let plan = work.plan();
    assert_eq!(plan.action("disk_snapshot.s"), "delete create");
    work.apply();
    work.nothing_to_do();
    work.terraform(&["taint", "disk_image.system"]).succeeded();
    assert_eq!(work.plan().action("disk_image.system"), "delete create");
    work.apply();
    work.nothing_to_do();
    work.destroy();
    work.clean();
}

#[test]
fn for_each_over_200() {
    let Some(work) = workspace("for_each_over_200") else {
        return;
    };
    let text = "
resource \"disk_image\" \"many\" {
  for_each = toset([for n in range(200) : format(\"image-%03d\", n)])
  name     = each.key
  size_mb  = 2
  labels   = { key = each.key }
}
";
    work.main(text);
    work.terraform(&["apply", "-auto-approve", "-parallelism=50"])
        .succeeded()
        .says("200 added, 0 changed, 0 destroyed");
    // Nothing was mixed up.
    let state = work.state();
    for number in 0..200 {
        let name = format!("image-{number:03}");
        let image = state.object(&format!("disk_image.many[\"{name}\"]"));
        assert_eq!(image.get("id"), name.as_str());
        assert_eq!(image.get("labels")["key"], name.as_str());
        assert!(image.get("path").as_str().unwrap().contains(&name));
    }
    work.nothing_to_do();
    work.main(&text.replace("size_mb  = 2", "size_mb  = 3"));
    work.terraform(&["apply", "-auto-approve", "-parallelism=50"])
        .succeeded()
        .says("0 added, 200 changed, 0 destroyed");
    work.terraform(&["destroy", "-auto-approve", "-parallelism=50"])
        .succeeded()
        .says("200 destroyed");
    work.clean();
}

#[test]
fn moved_into_a_module_and_a_set() {
    let Some(work) = workspace("moved_into_a_module") else {
        return;
    };
    work.main(SYSTEM);
    work.apply();
    work.write(
        "module/main.tf",
        &format!(
            "terraform {{\n  required_providers {{\n    disk = {{ source = \"example.com/sdk/disk\" }}\n  }}\n}}\n{}",
            SYSTEM.replace("\"system\" {\n", "\"system\" {\n  for_each = toset([\"a\"])\n")
        ),
    );
    work.main(
        "module \"m\" {\n  source = \"./module\"\n}\n\
         moved {\n  from = disk_image.system\n  to = module.m.disk_image.system[\"a\"]\n}\n",
    );
    work.terraform(&["get"]).succeeded();
    assert_eq!(work.plan().actions(), []);
    work.apply().says("0 added, 0 changed, 0 destroyed");
    work.nothing_to_do();
    work.main(
        "removed {\n  from = module.m.disk_image.system\n  lifecycle { destroy = false }\n}\n",
    );
    work.apply();
    assert_eq!(work.state().count(), 0);
    assert!(work.path().join("disks/system.img").exists());
    work.clean();
}

#[test]
fn outputs_of_every_attribute() {
    let Some(work) = workspace("outputs_of_every_attribute") else {
        return;
    };
    work.main(&format!(
        r#"{SYSTEM}
data "disk_image" "found" {{
  name = disk_image.system.name
}}
output "whole" {{
  value = disk_image.system
}}
output "found" {{
  value = data.disk_image.found
}}
output "text" {{
  value = disk_image.system.name
}}
output "number" {{
  value = disk_image.system.size_mb * 2
}}
output "map" {{
  value = disk_image.system.labels
}}
output "label" {{
  value = disk_image.system.labels["owner"]
}}
output "list" {{
  value = disk_image.system.partition[*].label
}}
output "object" {{
  value = disk_image.system.partition[1]
}}
output "null" {{
  value = disk_image.system.snapshot_id
}}
"#
    ));
    work.apply();
    let run = work.terraform(&["output", "-json"]).succeeded();
    let outputs: Json = serde_json::from_str(&run.stdout).unwrap();
    let value = |name: &str| &outputs[name]["value"];
    assert_eq!(value("text"), "system");
    assert_eq!(value("number"), &json!(32));
    assert_eq!(value("map"), &json!({ "owner": "storage" }));
    assert_eq!(value("label"), "storage");
    assert_eq!(value("list"), &json!(["boot", "root"]));
    assert_eq!(
        value("object"),
        &json!({ "label": "root", "size_mb": 8, "kind": "linux" })
    );
    assert!(value("null").is_null());
    assert_eq!(value("whole")["sector_size"], json!(512));
    assert_eq!(value("found")["partition"][0]["kind"], "efi");
    assert_eq!(value("found")["sha256"], value("whole")["sha256"]);
    work.nothing_to_do();
    work.clean();
}

#[test]
fn terraform_test() {
    let Some(work) = workspace("terraform_test") else {
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
    // Mocked, it needs no disk at all.
    work.write(
        "tests/disk.tftest.hcl",
        "mock_provider \"disk\" {}\nrun \"mocked\" {\n  assert {\n    condition = disk_image.system.sector_size != null\n    \
         error_message = \"made up\"\n  }\n}\n",
    );
    work.terraform(&["test"])
        .succeeded()
        .says("1 passed, 0 failed");
    work.clean();
}

#[test]
fn settings() {
    let Some(work) = workspace("settings") else {
        return;
    };
    let text = |settings: &str| {
        format!(
            "provider \"disk\" {{\n  {settings}\n}}\nresource \"disk_image\" \"a\" {{\n  name = \"a\"\n}}\n"
        )
    };
    work.main(&text(""));
    work.set("DISK_DIRECTORY", "from-environment");
    work.apply();
    assert!(work.path().join("from-environment/a.img").exists());
    work.destroy();
    work.main(&text("directory = \"configured\""));
    work.apply();
    assert!(work.path().join("configured/a.img").exists());
    work.main(&text("copy_mb_per_second = 0"));
    work.terraform(&["validate"])
        .failed()
        .says("copy_mb_per_second");
    work.clean();
}

#[test]
fn what_is_wrong_is_said_where_it_is() {
    let Some(work) = workspace("what_is_wrong_is_said_where_it_is") else {
        return;
    };
    work.main(
        "resource \"disk_image\" \"a\" {\n  name = \"UPPER\"\n  sector_size = 1000\n  size_mb = 5\n  \
         snapshot_id = \"s\"\n  partition {\n    label = \"\"\n    size_mb = 0\n  }\n}\n",
    );
    let run = work.terraform(&["validate", "-json"]);
    let report: Json = serde_json::from_str(&run.stdout).unwrap();
    let errors = report["diagnostics"].as_array().unwrap();
    let errors = errors.iter().filter(|found| found["severity"] == "error");
    let lines: Vec<u64> = errors
        .filter_map(|error| error["range"]["start"]["line"].as_u64())
        .collect();
    for line in [2, 3, 7, 8] {
        assert!(
            lines.contains(&line),
            "nothing about line {line}: {lines:?}"
        );
    }
    assert!(
        lines.contains(&4) && lines.contains(&5),
        "the conflict on both sides: {lines:?}"
    );
    work.clean();
}
