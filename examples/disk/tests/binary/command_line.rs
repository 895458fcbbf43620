//! The commands themselves: exit statuses, output for machines, the schema.

use serde_json::{Value as Json, json};

use crate::common::{Bench, Done, ONE};

/// The lines of output for machines.
fn lines(done: &Done) -> Vec<Json> {
    done.output
        .lines()
        .map(|line| {
            let json: Json = serde_json::from_str(line).unwrap();
            assert!(
                json["@level"].is_string() && json["@message"].is_string(),
                "{line}"
            );
            assert!(json["type"].is_string(), "{line}");
            json
        })
        .collect()
}

#[test]
fn the_exit_status_of_a_plan_tells_whether_there_are_changes() {
    let bench = Bench::new(ONE);
    let code = || bench.run("plan -detailed-exitcode").code;
    assert_eq!(code(), Some(2));
    bench.apply();
    assert_eq!(code(), Some(0));
    bench.edit("storage", "other");
    assert_eq!(code(), Some(2));
    bench.edit("size_mb = 8", "size_mb = 1");
    assert_eq!(code(), Some(1));
}

#[test]
fn output_for_machines() {
    let bench = Bench::new(&format!(
        "{ONE}\noutput \"id\" {{\n  value = disk_image.a.id\n}}\n"
    ));
    let plan = bench.run("plan -json").good();
    let planned: Vec<Json> = lines(&plan)
        .into_iter()
        .filter(|line| line["type"] == "planned_change")
        .collect();
    assert_eq!(planned.len(), 1);
    let change = &planned[0]["change"];
    assert_eq!(change["action"], "create");
    assert_eq!(change["resource"]["addr"], "disk_image.a");
    assert_eq!(change["after"]["size_mb"], 8);
    assert_eq!(change["after_unknown"]["uuid"], true);

    let done = bench.run("apply -json -auto-approve").good();
    let all = lines(&done);
    let last = |kind: &str| all.iter().rfind(|line| line["type"] == kind);
    assert_eq!(last("apply_complete").unwrap()["hook"]["id_value"], "a");
    let summary = &last("change_summary").unwrap()["changes"];
    assert_eq!(
        *summary,
        json!({"add": 1, "change": 0, "import": 0, "remove": 0, "action_invocation": 0, "operation": "apply"})
    );
    assert_eq!(last("outputs").unwrap()["outputs"]["id"]["value"], "a");

    let shown = bench.run("show -json").good();
    let shown: Json = serde_json::from_str(&shown.output).unwrap();
    let one = &shown["values"]["root_module"]["resources"][0];
    assert_eq!(
        (&one["address"], &one["mode"]),
        (&json!("disk_image.a"), &json!("managed"))
    );
    assert_eq!(one["values"]["partition"][0]["label"], "boot");
    assert_eq!(shown["values"]["outputs"]["id"]["value"], "a");
    // Without approval nothing can be asked.
    let asked = bench.run("destroy -json");
    assert_eq!(asked.code, Some(1));
    assert!(bench.image("a").exists());
}

#[test]
fn the_schema_has_the_form_of_terraforms() {
    let bench = Bench::new("");
    let done = bench.run("schema").good();
    let schema: Json = serde_json::from_str(&done.output).unwrap();
    assert_eq!(schema["format_version"], "1.0");
    let providers = schema["provider_schemas"].as_object().unwrap();
    assert_eq!(providers.len(), 1);
    let disk = providers.values().next().unwrap();
    let keys = [
        "provider",
        "resource_schemas",
        "data_source_schemas",
        "ephemeral_resource_schemas",
        "list_resource_schemas",
        "action_schemas",
        "state_store_schemas",
        "functions",
        "resource_identity_schemas",
    ];
    assert_eq!(disk.as_object().unwrap().len(), keys.len());
    // In this order.
    let place = |key| done.output.find(&format!("\n      \"{key}\": ")).unwrap();
    assert!(keys.map(place).is_sorted(), "{:?}", keys.map(place));
    assert_eq!(
        disk["provider"]["block"]["attributes"]["directory"]["optional"],
        true
    );
    let image = &disk["resource_schemas"]["disk_image"];
    assert_eq!(image["version"], 0);
    let attributes = &image["block"]["attributes"];
    let of = |name: &str, what: &str| attributes[name][what].clone();
    assert_eq!(of("name", "required"), true);
    assert_eq!(of("name", "type"), "string");
    assert_eq!(of("id", "computed"), true);
    assert_eq!(of("labels", "type"), json!(["map", "string"]));
    // A default is the provider's to fill in.
    for name in ["sector_size", "size_mb"] {
        assert_eq!(
            (of(name, "optional"), of(name, "computed")),
            (json!(true), json!(true))
        );
        assert_eq!(of(name, "type"), "number");
    }
    let partition = &image["block"]["block_types"]["partition"];
    assert_eq!(partition["nesting_mode"], "list");
    assert_eq!(partition["max_items"], 4);
    assert_eq!(partition["block"]["attributes"]["label"]["required"], true);
    assert_eq!(
        image["block"]["block_types"]["timeouts"]["nesting_mode"],
        "single"
    );
    // Terraform prints no bounds of a single block.
    assert!(
        image["block"]["block_types"]["timeouts"]
            .get("max_items")
            .is_none()
    );
    assert!(disk["resource_schemas"]["disk_snapshot"].is_object());
    let look = &disk["data_source_schemas"]["disk_image"]["block"]["attributes"]["partition"];
    assert_eq!(look["nested_type"]["nesting_mode"], "list");
    assert!(
        attributes["size_mb"]["description"]
            .as_str()
            .is_some_and(|text| text.starts_with("The size in MiB."))
    );
}

#[test]
fn what_is_shown_is_plain_when_nobody_looks() {
    let bench = Bench::new(ONE);
    bench.apply().lacks("\u{1b}[");
    bench
        .run("show")
        .good()
        .says("# disk_image.a\nresource \"disk_image\" \"a\" {")
        .says("label   = \"boot\"")
        .lacks("\u{1b}[");
}

#[test]
fn another_directory_and_other_files() {
    let bench = Bench::new("");
    std::fs::create_dir(bench.path("sub")).unwrap();
    std::fs::write(bench.path("sub/one.tf"), ONE).unwrap();
    std::fs::write(
        bench.path("sub/two.tf"),
        "output \"id\" {\n  value = disk_image.a.id\n}\n",
    )
    .unwrap();
    bench
        .run("-chdir=sub apply -auto-approve")
        .good()
        .says("id = \"a\"");
    assert!(bench.path("sub/disk.state.json").exists());
}

#[test]
fn arguments_that_are_wrong() {
    let bench = Bench::new(ONE);
    for (line, part) in [
        ("aply", "Did you mean \"apply\"?"),
        ("plan -target=disk_image.a", "use Terraform"),
        ("plan -auto-approve", "for other commands"),
        ("plan nowhere.tf", "nowhere.tf"),
        ("-chdir=nowhere plan", "nowhere"),
    ] {
        let done = bench.run(line);
        assert_eq!(done.code, Some(1), "{line}");
        done.warns(part);
    }
    bench.run("-help").good().says("Commands:").says("import");
    assert!(!bench.state_path().exists() && !bench.path("disks").exists());
}
