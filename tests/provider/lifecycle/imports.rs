//! Imports by pattern: strings that become numbers, bools, members of an enum, and the id.

use schema_provider::lifecycle::{Instance, ReadRequest};
use schema_provider::prelude::*;
use schema_provider::schema_runtime::codec::json;

/// A rack.
#[derive(Schema)]
#[schema(provider = "rack")]
struct Rack {}

impl Provider for Rack {
    type Client = ();

    fn resources() -> &'static [ResourceDef<Self>] {
        resources![Slot, Shelf]
    }

    async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result {
        Ok(())
    }
}

#[derive(SchemaEnum, Debug, Clone, Copy, PartialEq)]
enum Kind {
    Wide,
    Narrow,
}

#[derive(Schema)]
#[schema(
    resource = "rack_slot",
    import = "{number}:{powered}:{units}:{kind}:{id}"
)]
struct Slot {
    #[field(required, force_new)]
    number: i64,
    #[field(required, force_new)]
    powered: bool,
    #[field(required, force_new)]
    units: u8,
    #[field(required, force_new)]
    kind: Kind,
    #[field(computed)]
    told: String,
}

impl Resource for Slot {
    type Provider = Rack;

    async fn create(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }

    async fn read(_: &Cx<Self>, data: &mut ResourceData<Self>) -> Result {
        // As a provider developer uses it.
        let told = format!(
            "{} {} {} {:?}",
            data.get(Slot::NUMBER),
            data.get(Slot::POWERED),
            data.get(Slot::UNITS),
            data.require(Slot::KIND)?
        );
        data.set(Slot::TOLD, told);
        Ok(())
    }

    async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result {
        Ok(())
    }
}

/// The whole string is the id, since the pattern has none.
#[derive(Schema)]
#[schema(resource = "rack_shelf", import = "{weight}")]
struct Shelf {
    #[field(required, force_new)]
    weight: f64,
}

impl Resource for Shelf {
    type Provider = Rack;

    nothing_to_do!();
}

/// The object after the import and the read that follows, as JSON; or the error.
async fn import(type_name: &str, id: &str) -> Result<serde_json::Value, String> {
    let instance = Instance::new::<Rack>(Environment::default()).unwrap();
    let imported = instance.import_resource_state(type_name, id).await;
    let (mut imported, _) = imported.map_err(|errors| errors.to_string())?;
    let imported = imported.pop().unwrap();
    let read = instance.read_resource(ReadRequest {
        current_identity: None,
        type_name: type_name.to_owned(),
        current_state: imported.state,
        private: imported.private,
        progress: None,
    });
    let read = read.await;
    if read.diagnostics.has_errors() {
        return Err(format!("read: {}", read.diagnostics));
    }
    let schema = &instance.schemas().resources[type_name];
    let text = json::encode_block(&schema.block, &read.new_state).unwrap();
    Ok(serde_json::from_str(&text).unwrap())
}

#[tokio::test]
async fn texts_become_what_the_fields_hold() {
    let slot = import("rack_slot", "-7:true:42:narrow:s-1").await.unwrap();
    assert_eq!(
        slot,
        serde_json::json!({
            "id": "s-1", "number": -7, "powered": true, "units": 42, "kind": "narrow",
            "told": "-7 true 42 Narrow",
        })
    );
    // A separator that belongs to the id.
    let slot = import("rack_slot", r"0:false:0:wide:a\:b").await.unwrap();
    assert_eq!(slot["id"], "a:b");
    let shelf = import("rack_shelf", "1.5").await.unwrap();
    assert_eq!(shelf, serde_json::json!({ "id": "1.5", "weight": 1.5 }));
}

#[tokio::test]
async fn what_a_field_cannot_hold_is_an_error_about_the_id() {
    for (id, name, word) in [
        ("x:true:1:wide:s", "number", "\"x\""),
        (":true:1:wide:s", "number", "empty"),
        ("1.5:true:1:wide:s", "number", "\"1.5\""),
        (
            "9223372036854775808:true:1:wide:s",
            "number",
            "9223372036854775808",
        ),
        ("1e400000000:true:1:wide:s", "number", "1e400000000"),
        ("1:yes:1:wide:s", "powered", "\"yes\""),
        ("1:True:1:wide:s", "powered", "\"True\""),
        ("1:true:256:wide:s", "units", "\"256\""),
        ("1:true:-1:wide:s", "units", "\"-1\""),
        ("1:true:1:tall:s", "kind", "\"tall\""),
        ("1:true:1:wide:", "id", "empty"),
        ("1:true:1:wide", "kind", "\":\" is missing"),
    ] {
        let told = import("rack_slot", id).await.expect_err(id);
        assert!(
            told.contains("The import id has the wrong format"),
            "{id}: {told}"
        );
        assert!(
            told.contains("{number}:{powered}:{units}:{kind}:{id}"),
            "{id}: {told}"
        );
        assert!(told.contains(name) && told.contains(word), "{id}: {told}");
    }
}
