//! What Terraform prints of the schema is what the structs say.

use super::workspace;
use schema_runtime::dynamic::read_document;
use serde_json::{Value as Json, json};

#[test]
fn the_printed_schema_is_what_the_structs_say() {
    let Some(work) = workspace("the_printed_schema_is_what_the_structs_say") else {
        return;
    };
    let run = work
        .terraform(&["providers", "schema", "-json"])
        .succeeded();
    let document: Json = serde_json::from_str(&run.stdout).unwrap();
    let provider = &document["provider_schemas"]["example.com/sdk/kitchen"];
    let resources = provider["resource_schemas"].as_object().unwrap();
    assert_eq!(resources.len(), 18, "{:?}", resources.keys());
    let attribute = |resource: &str, name: &str| {
        let mut attribute = resources[resource]["block"]["attributes"][name].clone();
        if let Some(members) = attribute.as_object_mut() {
            members.remove("description");
            members.remove("description_kind");
        }
        attribute
    };

    // Every attribute of a struct with all scalar types, and `id`.
    let optional = |ty: Json| json!({ "type": ty, "optional": true });
    let computed = |ty: Json| json!({ "type": ty, "computed": true });
    let either = |ty: Json| json!({ "type": ty, "optional": true, "computed": true });
    let number = || json!("number");
    let expected = json!({
        "id": computed(json!("string")),
        "text": { "type": "string", "required": true },
        "text_or_null": optional(json!("string")), "text_plain": optional(json!("string")),
        "int8": optional(number()), "int16": optional(number()), "int32": optional(number()),
        "int64": optional(number()), "uint8": optional(number()), "uint16": optional(number()),
        "uint32": optional(number()), "uint64": optional(number()), "int_plain": optional(number()),
        "float32": optional(number()), "float64": optional(number()), "number": optional(number()),
        "flag": optional(json!("bool")), "flag_plain": optional(json!("bool")), "size": optional(json!("string")),
        "made_text": computed(json!("string")), "made_number": computed(number()), "made_flag": computed(json!("bool")),
        "either_text": either(json!("string")), "either_number": either(number()), "either_flag": either(json!("bool")),
    });
    let names = |json: &Json| {
        json.as_object()
            .unwrap()
            .keys()
            .cloned()
            .collect::<std::collections::BTreeSet<_>>()
    };
    let scalars = &resources["kitchen_scalars"]["block"]["attributes"];
    assert_eq!(names(scalars), names(&expected));
    for (name, expected) in expected.as_object().unwrap() {
        assert_eq!(&attribute("kitchen_scalars", name), expected, "{name}");
    }

    // Defaults are optional and computed on the wire, whatever gives them.
    for name in [
        "text", "number", "float", "flag", "list", "owner", "account", "zone", "unset",
    ] {
        let attribute = attribute("kitchen_defaults", name);
        assert_eq!(attribute["optional"], true, "{name}");
        assert_eq!(attribute["computed"], true, "{name}");
    }
    // But not in the provider's settings, where nothing is stored.
    for name in ["directory", "region"] {
        let attribute = &provider["provider"]["block"]["attributes"][name];
        assert_eq!(attribute["optional"], true, "{name}");
        assert_eq!(attribute["computed"], Json::Null, "{name}");
    }
    assert_eq!(
        provider["provider"]["block"]["attributes"]["token"]["sensitive"],
        true
    );

    let collection = |name: &str| attribute("kitchen_collections", name)["type"].clone();
    assert_eq!(collection("list_with_nulls"), json!(["list", "string"]));
    assert_eq!(
        collection("set_of_lists"),
        json!(["set", ["list", "string"]])
    );
    assert_eq!(
        collection("map_of_lists"),
        json!(["map", ["list", "number"]])
    );
    assert_eq!(
        collection("list_of_maps"),
        json!(["list", ["map", "string"]])
    );

    let block = |name: &str| {
        let mut block = resources["kitchen_blocks"]["block"]["block_types"][name].clone();
        block.as_object_mut().unwrap().remove("block");
        block
    };
    assert_eq!(block("list"), json!({ "nesting_mode": "list" }));
    assert_eq!(
        block("counted"),
        json!({ "nesting_mode": "list", "min_items": 1, "max_items": 2 })
    );
    assert_eq!(block("set"), json!({ "nesting_mode": "set" }));
    assert_eq!(
        block("needed"),
        json!({ "nesting_mode": "single", "min_items": 1, "max_items": 1 })
    );
    assert_eq!(block("single")["nesting_mode"], "single");
    let item = &resources["kitchen_blocks"]["block"]["block_types"]["list"]["block"];
    assert_eq!(item["attributes"]["kind"]["computed"], true);
    assert_eq!(
        item["block_types"]["inner"]["block"]["block_types"]["deepest"]["nesting_mode"],
        "single"
    );

    for (name, mode) in [
        ("single", "single"),
        ("list", "list"),
        ("set", "set"),
        ("map", "map"),
    ] {
        let nested = attribute("kitchen_nested", name);
        assert_eq!(nested["nested_type"]["nesting_mode"], mode, "{name}");
        assert_eq!(nested["optional"], true, "{name}");
        let made = attribute("kitchen_nested", &format!("made_{name}"));
        assert_eq!(made["computed"], true, "made_{name}");
        assert_eq!(made["optional"], Json::Null, "made_{name}");
    }

    let secrets = &resources["kitchen_secrets"]["block"];
    assert_eq!(secrets["attributes"]["password"]["sensitive"], true);
    assert_eq!(secrets["attributes"]["passphrase"]["write_only"], true);
    assert_eq!(
        secrets["block_types"]["login"]["block"]["attributes"]["otp"]["write_only"],
        true
    );
    let kept = &resources["kitchen_kept"]["block"];
    assert_eq!(kept["deprecated"], true);
    assert_eq!(kept["attributes"]["title"]["deprecated"], true);
    assert_eq!(resources["kitchen_evolved"]["version"], 2);
    let timeouts = &resources["kitchen_slow"]["block"]["block_types"]["timeouts"];
    assert_eq!(timeouts["nesting_mode"], "single");
    let operations: Vec<_> = timeouts["block"]["attributes"]
        .as_object()
        .unwrap()
        .keys()
        .collect();
    assert_eq!(operations, ["create", "delete", "read", "update"]);
    // The documentation comes from the comments.
    let described = &resources["kitchen_scalars"]["block"]["attributes"]["text_or_null"];
    assert_eq!(described["description"], "A text that may be null.");
    assert_eq!(
        resources["kitchen_scalars"]["block"]["description"],
        "Scalars."
    );

    // And the whole of it is what the dynamic door reads and the structs' tables write.
    assert_eq!(read_document(&document).unwrap().len(), 1);
    work.clean();
}
