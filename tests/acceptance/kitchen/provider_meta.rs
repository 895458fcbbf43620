//! `provider_meta` and Terraform's version reach the provider developer's functions.

use super::{test, workspace};
use schema_provider::testing::Step;
use sdk_tests::terraform::{is_at_least, is_opentofu};
use serde_json::json;

const BODY: &str = "variable \"size\" {\n  type = number\n}\n\
    resource \"kitchen_shows_meta\" \"a\" {\n  name = \"NAME\"\n  size = var.size\n}\n\
    data \"kitchen_shows_meta\" \"a\" {}\n\
    output \"meta\" {\n  value = data.kitchen_shows_meta.a.in_read\n}\n\
    output \"terraform\" {\n  value = data.kitchen_shows_meta.a.terraform\n}\n";

const REQUIRED: &str = "  required_providers {\n\
    kitchen = { source = \"example.com/sdk/kitchen\" }\n  }\n";

#[test]
fn provider_meta_and_the_version_reach_provider_code() {
    let Some(work) = workspace() else {
        return;
    };
    // Two modules with their own blocks, and one without.
    let module = |name: &str, meta: &str| {
        let body = BODY.replace("NAME", name);
        let text = format!("terraform {{\n{REQUIRED}{meta}}}\n{body}");
        work.write(&format!("{name}/main.tf"), &text);
    };
    let disks = |stage: u8| {
        let labels = "labels = { tier = \"one\" }";
        module(
            "disks",
            &format!(
                "  provider_meta \"kitchen\" {{\n    team = \"disks\"\n    stage = {stage}\n    {labels}\n  }}\n"
            ),
        );
    };
    disks(4);
    module(
        "snaps",
        "  provider_meta \"kitchen\" {\n    team = \"snaps\"\n  }\n",
    );
    module("plain", "");
    let main = |size: u8| {
        let call = |name: &str| {
            format!("module \"{name}\" {{\n  source = \"./{name}\"\n  size = {size}\n}}\n")
        };
        let outputs = "output \"disks\" {\n  value = module.disks\n}\noutput \"plain\" {\n  value = module.plain\n}\n";
        work.main(&(call("disks") + &call("snaps") + &call("plain") + outputs));
    };
    main(1);
    work.terraform(&["get"]).succeeded();
    work.apply();
    let version = work.terraform(&["version", "-json"]).succeeded();
    let version: serde_json::Value = serde_json::from_str(&version.stdout).unwrap();
    let mut version = version["terraform_version"].clone();
    if is_opentofu() && is_at_least([1, 12]) {
        // The version that OpenTofu sends to providers.
        version = json!("1.13.0");
    }
    let version = &version;
    let meta = [
        ("disks", r#"disks 4 {"tier": "one"}"#),
        ("snaps", "snaps 1 {}"),
        ("plain", "nothing"),
    ];
    let field = |name: &str, field: &str| {
        let state = work.state();
        let resources = state.json()["resources"].as_array().unwrap().clone();
        let module = format!("module.{name}");
        let found = resources
            .iter()
            .find(|r| r["module"] == module.as_str() && r["mode"] == "managed");
        found.unwrap()["instances"][0]["attributes"][field].clone()
    };
    for (name, meta) in meta {
        assert_eq!(field(name, "in_plan"), meta, "{name}");
        assert_eq!(field(name, "in_create"), meta, "{name}");
        assert_eq!(field(name, "in_update"), json!(null), "{name}");
        assert_eq!(&field(name, "terraform"), version, "{name}");
    }
    let outputs = work.state().json()["outputs"].clone();
    assert_eq!(outputs["disks"]["value"]["meta"], meta[0].1);
    assert_eq!(&outputs["disks"]["value"]["terraform"], version);
    assert_eq!(outputs["plain"]["value"]["meta"], "nothing");

    // Read and update get the block's current content.
    disks(5);
    let meta = [(meta[0].0, r#"disks 5 {"tier": "one"}"#), meta[1], meta[2]];
    work.terraform(&["apply", "-refresh-only", "-auto-approve"])
        .succeeded();
    for (name, meta) in meta {
        assert_eq!(field(name, "in_read"), meta, "{name}");
    }
    main(2);
    work.apply();
    for (name, meta) in meta {
        assert_eq!(field(name, "in_update"), meta, "{name}");
    }
    work.nothing_to_do();
    // And delete.
    work.destroy();
    let deleted = std::fs::read_to_string(work.path().join("kitchen/meta.txt")).unwrap();
    let mut deleted: Vec<_> = deleted.lines().collect();
    deleted.sort_unstable();
    let mut expected = meta.map(|(name, meta)| format!("{name}: {meta}"));
    expected.sort_unstable();
    assert_eq!(deleted, expected);
    work.clean();
}

#[test]
fn a_provider_meta_block_is_checked() {
    let main = |meta: &str| {
        format!(
            "terraform {{\n  provider_meta \"kitchen\" {{\n    {meta}\n  }}\n}}\n\
             resource \"kitchen_shows_meta\" \"a\" {{\n  name = \"a\"\n}}\n"
        )
    };
    let long = "team = \"a team with much too long a name\"";
    test()
        // Terraform checks it against the schema, and has no call for checks that only the provider
        // knows.
        .step(Step::plan(main("teem = \"disks\"")).fails("Unsupported argument"))
        .step(Step::plan(main("stage = 1")).fails("The argument \"team\" is required"))
        .step(
            Step::plan(main(long))
                .fails("At team in the module's `provider_meta \"kitchen\"` block"),
        )
        .step(Step::apply(main("team = \"disks\"")).leaves_changes())
        .run();
}
