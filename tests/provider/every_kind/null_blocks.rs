//! A client may send an omitted block as null (Pulumi's bridge does) where Terraform sends the
//! empty form. Each call answers both with the same bytes. (A state store has no blocks.)

use std::fmt::Debug;

use schema_provider::Value;
use schema_provider::plugin::proto::v6::{
    self, DynamicValue, apply_resource_change, configure_provider, generate_resource_config,
    invoke_action, list_resource, move_resource_state, open_ephemeral_resource, plan_action,
    plan_resource_change, read_data_source, read_resource, upgrade_resource_state,
    validate_action_config, validate_data_resource_config, validate_ephemeral_resource_config,
    validate_list_resource_config, validate_provider_config, validate_resource_config,
};
use schema_provider::plugin::{Handler, StreamSender};
use schema_provider::schema_runtime::codec::{UnsupportedAttributes, json, msgpack};
use schema_provider::schema_runtime::schema::{Block, Kind, Schema};

use super::served::{self, Server};
use super::stacks::Stack;

/// Only a name, at the root and in each block.
pub(crate) const EMPTY: &str = r#"{"name": "a"}"#;
const INSIDE: &str = r#"{"name": "a", "rows": [{"name": "b"}, {}], "piles": [{"name": "c"}],
    "shelves": {"k": {"name": "d"}}, "one": {"name": "f"}}"#;

include!("../served/with_nulls.rs");

/// The same object with the empty form of each block, with null instead, and again with the
/// attributes of each object in reverse order. It has this id if its schema has one.
fn forms(schema: &Schema, text: &str) -> [Option<DynamicValue>; 3] {
    let block = &schema.block;
    let mut value =
        json::decode_block(block, text.as_bytes(), UnsupportedAttributes::Refuse).unwrap();
    let id = block.fields.iter().position(|field| &*field.name == "id");
    if let (Some(id), Value::Object(values)) = (id, &mut value) {
        values[id] = Value::from("1");
    }
    let null = with_nulls(block, &value);
    assert_ne!(null, value);
    let [value, null_bytes] =
        [&value, &null].map(|value| msgpack::encode_block(block, value).unwrap());
    let mut reversed = Vec::new();
    let null = json::encode_block(block, &null).unwrap();
    reverse(&serde_json::from_str(&null).unwrap(), &mut reversed);
    assert_ne!(reversed, null_bytes);
    [value, null_bytes, reversed].map(|bytes| Some(DynamicValue::from_msgpack(bytes)))
}

/// Short strings, lists and objects as msgpack, objects from their end.
fn reverse(value: &serde_json::Value, bytes: &mut Vec<u8>) {
    let short = |kind: u8, length: usize| kind | u8::try_from(length).unwrap();
    match value {
        serde_json::Value::String(text) => {
            bytes.push(short(0xa0, text.len()));
            bytes.extend(text.as_bytes());
        }
        serde_json::Value::Array(elements) => {
            bytes.push(short(0x90, elements.len()));
            elements.iter().for_each(|one| reverse(one, bytes));
        }
        serde_json::Value::Object(members) => {
            bytes.push(short(0x80, members.len()));
            for (name, one) in members.iter().rev() {
                reverse(&name.as_str().into(), bytes);
                reverse(one, bytes);
            }
        }
        null => {
            assert!(null.is_null());
            bytes.push(0xc0);
        }
    }
}

/// Calls with each of them, and compares the answers.
async fn same<A: PartialEq + Debug>(
    call: &str,
    [empty, null, reversed]: [Option<DynamicValue>; 3],
    ask: impl AsyncFn(Option<DynamicValue>) -> A,
) {
    let expected = ask(empty).await;
    assert_eq!(ask(null).await, expected, "{call}");
    assert_eq!(ask(reversed).await, expected, "{call}, attributes reversed");
}

#[tokio::test(flavor = "multi_thread")]
async fn null_for_a_block_is_its_empty_form_in_every_call() {
    let (server, instance) = served::unconfigured::<Stack>().await;
    let schemas = instance.schemas();
    for text in [EMPTY, INSIDE] {
        let config = || forms(&schemas.provider, text);
        same("ValidateProviderConfig", config(), async |config| {
            let request = validate_provider_config::Request { config };
            server.validate_provider_config(request).await
        })
        .await;
        same("ConfigureProvider", config(), async |config| {
            let request = configure_provider::Request {
                terraform_version: "1.15.0".to_owned(),
                config,
                ..Default::default()
            };
            server.configure_provider(request).await
        })
        .await;

        let config = || forms(&schemas.data_sources["stack_view"], text);
        let type_name = || "stack_view".to_owned();
        same("ValidateDataResourceConfig", config(), async |config| {
            let type_name = type_name();
            let request = validate_data_resource_config::Request { type_name, config };
            server.validate_data_resource_config(request).await
        })
        .await;
        same("ReadDataSource", config(), async |config| {
            let request = read_data_source::Request {
                type_name: type_name(),
                config,
                ..Default::default()
            };
            server.read_data_source(request).await
        })
        .await;

        let config = || forms(&schemas.ephemeral_resources["stack_fleeting"], text);
        let type_name = || "stack_fleeting".to_owned();
        same(
            "ValidateEphemeralResourceConfig",
            config(),
            async |config| {
                let type_name = type_name();
                let request = validate_ephemeral_resource_config::Request { type_name, config };
                server.validate_ephemeral_resource_config(request).await
            },
        )
        .await;
        same("OpenEphemeralResource", config(), async |config| {
            let request = open_ephemeral_resource::Request {
                type_name: type_name(),
                config,
                ..Default::default()
            };
            // The record of an open one is numbered.
            server.open_ephemeral_resource(request).await.result
        })
        .await;

        let config = || forms(&schemas.actions["stack_deed"], text);
        let action_type = || "stack_deed".to_owned();
        same("ValidateActionConfig", config(), async |config| {
            let action_type = action_type();
            let request = validate_action_config::Request {
                action_type,
                config,
            };
            server.validate_action_config(request).await
        })
        .await;
        same("PlanAction", config(), async |config| {
            let request = plan_action::Request {
                action_type: action_type(),
                config,
                ..Default::default()
            };
            server.plan_action(request).await
        })
        .await;
        same("InvokeAction", config(), async |config| {
            let request = invoke_action::Request {
                action_type: action_type(),
                config,
                ..Default::default()
            };
            let (sender, mut events) = StreamSender::local();
            let taking = async {
                let mut all = Vec::new();
                while let Some(event) = events.recv().await {
                    all.push(event);
                }
                all
            };
            tokio::join!(server.invoke_action(request, sender), taking).1
        })
        .await;

        let config = forms(&schemas.list_resources["stack_thing"], text);
        same("ValidateListResourceConfig", config, async |config| {
            let request = validate_list_resource_config::Request {
                type_name: "stack_thing".to_owned(),
                config,
                ..Default::default()
            };
            server.validate_list_resource_config(request).await
        })
        .await;
        let config = forms(&schemas.list_resources["stack_thing"], text);
        same("ListResource", config, async |config| {
            let request = list_resource::Request {
                type_name: "stack_thing".to_owned(),
                config,
                include_resource_object: true,
                limit: 10,
            };
            let (sender, mut events) = StreamSender::local();
            let taking = async {
                let mut all = Vec::new();
                while let Some(event) = events.recv().await {
                    all.push(event);
                }
                all
            };
            let found = tokio::join!(server.list_resource(request, sender), taking).1;
            assert_eq!(found.len(), 1, "{found:?}");
            assert_eq!(found[0].diagnostics, []);
            found
        })
        .await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn null_for_a_block_is_its_empty_form_in_the_life_of_an_object() {
    let (server, instance) = served::configured::<Stack>("{}").await;
    let schema = &instance.schemas().resources["stack_thing"];
    live(&server, schema, [EMPTY, INSIDE]).await;
}

/// Each call in the life of an object of this type, which `create` gives the id 1.
pub(crate) async fn live(server: &Server, schema: &Schema, texts: [&str; 2]) {
    let type_name = || schema.type_name.to_string();
    let none = || {
        let bytes = msgpack::encode_block(&schema.block, &Value::Null).unwrap();
        Some(DynamicValue::from_msgpack(bytes))
    };
    for text in texts {
        let [empty, null, reversed] = forms(schema, text);
        // What a client saves with the object, and sends again.
        let prior_private = br#"{"kept":"before"}"#.to_vec();
        same(
            "ValidateResourceConfig",
            forms(schema, text),
            async |config| {
                let request = validate_resource_config::Request {
                    type_name: type_name(),
                    config,
                    ..Default::default()
                };
                server.validate_resource_config(request).await
            },
        )
        .await;
        same("ReadResource", forms(schema, text), async |current_state| {
            let request = read_resource::Request {
                type_name: type_name(),
                current_state,
                ..Default::default()
            };
            server.read_resource(request).await
        })
        .await;
        same(
            "GenerateResourceConfig",
            forms(schema, text),
            async |state| {
                let type_name = type_name();
                let request = generate_resource_config::Request { type_name, state };
                server.generate_resource_config(request).await
            },
        )
        .await;
        // Any of the three may have the nulls: a client sends back what it received.
        for [prior, proposed, config] in [
            [&none(), &empty, &null],
            [&none(), &null, &null],
            [&empty, &null, &null],
            [&empty, &empty, &null],
            [&null, &empty, &empty],
            [&null, &null, &null],
            [&none(), &reversed, &reversed],
            [&reversed, &reversed, &reversed],
        ] {
            let plan = async |[prior, proposed, config]: [&Option<DynamicValue>; 3]| {
                let request = plan_resource_change::Request {
                    type_name: type_name(),
                    prior_state: prior.clone(),
                    proposed_new_state: proposed.clone(),
                    config: config.clone(),
                    prior_private: prior_private.clone().into(),
                    ..Default::default()
                };
                server.plan_resource_change(request).await
            };
            let created = *prior == none();
            let before = if created { prior } else { &empty };
            let planned = plan([prior, proposed, config]).await;
            assert_eq!(planned, plan([before, &empty, &empty]).await, "{text}");
            assert_eq!(planned.diagnostics, []);
            assert_eq!(planned.requires_replace, []);
            if !created {
                assert_eq!(planned.planned_state, empty, "{text}");
            }
            let apply = async |[prior, planned_state, config]: [&Option<DynamicValue>; 3]| {
                let request = apply_resource_change::Request {
                    type_name: type_name(),
                    prior_state: prior.clone(),
                    planned_state: planned_state.clone(),
                    config: config.clone(),
                    planned_private: planned.planned_private.clone(),
                    ..Default::default()
                };
                server.apply_resource_change(request).await
            };
            assert_ne!(planned.planned_private[..], prior_private[..]);
            let applied = apply([prior, proposed, config]).await;
            assert_eq!(applied, apply([before, &empty, &empty]).await, "{text}");
            assert_eq!(applied.new_state, empty, "{text}");
            if created {
                continue;
            }
            let delete = async |prior: &Option<DynamicValue>| {
                let request = apply_resource_change::Request {
                    type_name: type_name(),
                    prior_state: prior.clone(),
                    planned_state: none(),
                    config: none(),
                    planned_private: planned.planned_private.clone(),
                    ..Default::default()
                };
                server.apply_resource_change(request).await
            };
            let deleted = delete(prior).await;
            assert_eq!(deleted, delete(&empty).await, "{text}");
            assert_eq!(deleted.diagnostics, []);
            assert_eq!(deleted.new_state, none());
        }
        // Terraform's state has JSON.
        let upgrade = async |state: &str| {
            let request = upgrade_resource_state::Request {
                type_name: type_name(),
                version: 0,
                raw_state: Some(v6::RawState {
                    json: state.to_owned().into(),
                    ..Default::default()
                }),
            };
            server.upgrade_resource_state(request).await
        };
        let nulls = schema.block.fields.iter().map(|field| {
            let value = match &*field.name {
                "id" => "1".into(),
                "name" => "a".into(),
                _ => serde_json::Value::Null,
            };
            (field.name.to_string(), value)
        });
        let nulls = serde_json::Value::Object(nulls.collect()).to_string();
        let upgraded = upgrade(&nulls).await;
        assert_eq!(upgraded.diagnostics, []);
        assert_eq!(upgraded.upgraded_state, forms(schema, EMPTY)[0]);

        // A move between addresses is such an upgrade.
        let same_name = moved(server, schema, "registry.opentofu.org/x/stack", &nulls).await;
        assert_eq!(same_name.diagnostics, []);
        assert_eq!(same_name.target_state, forms(schema, EMPTY)[0]);
    }
}

async fn moved(
    server: &Server,
    schema: &Schema,
    address: &str,
    state: &str,
) -> move_resource_state::Response {
    let request = move_resource_state::Request {
        source_provider_address: address.to_owned(),
        source_type_name: schema.type_name.to_string(),
        target_type_name: schema.type_name.to_string(),
        source_state: Some(v6::RawState {
            json: state.to_owned().into(),
            ..Default::default()
        }),
        ..Default::default()
    };
    server.move_resource_state(request).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_type_of_this_name_of_another_provider_is_another_type() {
    let (server, instance) = served::configured::<Stack>("{}").await;
    let schema = &instance.schemas().resources["stack_thing"];
    let address = "registry.opentofu.org/x/other";
    let other = moved(&server, schema, address, r#"{"id": "1"}"#).await;
    let [refused] = &other.diagnostics[..] else {
        panic!("{:?}", other.diagnostics);
    };
    let detail = &refused.detail;
    assert!(
        detail.contains("cannot convert that of another provider's stack_thing"),
        "{detail}"
    );
}
