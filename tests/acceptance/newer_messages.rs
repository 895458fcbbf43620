//! Fields that Terraform 1.11 to 1.16 added to existing messages, in the kitchen's program: sent as
//! by the newest version, and omitted as by older ones.

use std::collections::BTreeMap;

use schema_provider::Value;
use schema_provider::lifecycle::Instance;
use schema_provider::plugin::proto::v6::{
    ClientCapabilities, DynamicValue, apply_resource_change, get_provider_schema,
    plan_resource_change, validate_resource_config,
};
use schema_provider::plugin::proto::{schema, v5};
use schema_provider::plugin::{Bytes, Protocol};
use schema_provider::prelude::Environment;
use schema_provider::schema_runtime::codec::msgpack;
use schema_provider::schema_runtime::data::Private;
use schema_provider::schema_runtime::terraform_core;
use sdk_tests::kitchen::Kitchen;
use serde_json::{Value as Json, json};

use crate::KITCHEN;
use crate::client::{PROTOCOLS, Served, decoded, encoded, texts};

pub(crate) async fn kitchen(directory: &std::path::Path, protocol: Protocol) -> Served {
    let instance = Instance::new::<Kitchen>(Environment::default()).unwrap();
    let settings = json!({ "directory": directory.join("kitchen") });
    Served::start_of(KITCHEN, instance, &settings, (directory, protocol)).await
}

/// The capabilities that each Terraform declares.
pub(crate) const NEWEST: ClientCapabilities = ClientCapabilities {
    deferral_allowed: false,
    write_only_attributes_allowed: true,
    store_planned_private: true,
    computed_blocks_allowed: true,
};

/// The errors in a configuration for a client with these capabilities: path and message.
async fn validated(
    served: &Served,
    name: &str,
    config: &Json,
    capabilities: Option<ClientCapabilities>,
) -> Vec<String> {
    let request = validate_resource_config::Request {
        type_name: name.to_owned(),
        config: Some(encoded(&served.resource(name).block, config)),
        client_capabilities: capabilities,
    };
    let method = match served.provider.protocol() {
        Protocol::V5 => "ValidateResourceTypeConfig",
        Protocol::V6 => "ValidateResourceConfig",
    };
    let answer: validate_resource_config::Response = served.call(method, &request).await;
    let told = answer.diagnostics.iter().map(|told| {
        assert!(told.attribute.is_some(), "{told:?}");
        texts(std::slice::from_ref(told))
    });
    told.collect()
}

/// Terraform before 1.11 would save write-only values in its state: each value is reported, and
/// nothing else is wrong.
#[tokio::test(flavor = "multi_thread")]
async fn clients_without_write_only_arguments_get_errors() {
    for protocol in PROTOCOLS {
        let directory = tempfile::tempdir().unwrap();
        let served = Served::start(directory.path(), protocol).await;
        let plain = json!({ "name": "a", "size_mb": 4 });
        let secret = json!({
            "name": "a", "size_mb": 4, "passphrase_wo": "hunter22", "passphrase_wo_version": 1
        });
        for capabilities in [None, Some(ClientCapabilities::default())] {
            assert_eq!(
                validated(&served, "disk_image", &plain, capabilities).await,
                [""; 0]
            );
            let told = validated(&served, "disk_image", &secret, capabilities).await;
            assert_eq!(told.len(), 1, "{told:?}");
            assert!(
                told[0].contains("1.11") && !told[0].contains("hunter"),
                "{told:?}"
            );
        }
        assert_eq!(
            validated(&served, "disk_image", &secret, Some(NEWEST)).await,
            [""; 0]
        );
    }
    // At each path of an object that has many.
    let directory = tempfile::tempdir().unwrap();
    let served = kitchen(directory.path(), Protocol::V6).await;
    let drawer = json!({ "code": "c" });
    let config = json!({
        "name": "n", "text": "t", "number": 1, "list": ["a"], "credentials": { "user": "u", "password": "p" },
        "desk": drawer, "shelf": [{ "label": "none" }, drawer], "door": { "a": drawer },
        "account": [{ "user": "u", "otp": "1", "recovery": { "address": "x", "answer": "y" } }],
    });
    let told = validated(&served, "kitchen_write_only", &config, None).await;
    // String, number, list, credentials, three drawers, a password once and an answer.
    let refused = told.iter().filter(|told| told.contains("1.11")).count();
    assert!(refused >= 9 && refused == told.len(), "{told:#?}");
    let told = validated(&served, "kitchen_write_only", &config, Some(NEWEST)).await;
    assert_eq!(told, [""; 0]);
}

/// The flag and message of a block, and of its attributes by name.
fn deprecations<A: schema::AttributeMessage>(
    block: &schema::Block<A>,
    attribute: impl Fn(&A) -> (&str, bool, &str),
) -> BTreeMap<String, (bool, String)> {
    let whole = (
        String::new(),
        (block.deprecated, block.deprecation_message.clone()),
    );
    let inside = block.attributes.iter().map(|one| {
        let (name, flag, words) = attribute(one);
        (name.to_owned(), (flag, words.to_owned()))
    });
    inside.chain([whole]).collect()
}

/// Terraform 1.15 shows the provider developer's message, 1.17 rejects one without the flag.
#[tokio::test(flavor = "multi_thread")]
async fn deprecation_messages_are_sent() {
    let directory = tempfile::tempdir().unwrap();
    let request = get_provider_schema::Request {};
    let served = kitchen(directory.path(), Protocol::V6).await;
    let newer: get_provider_schema::Response = served.call("GetProviderSchema", &request).await;
    let newer: BTreeMap<_, _> = newer
        .resource_schemas
        .iter()
        .map(|(name, schema)| {
            let block = schema.block.as_ref().unwrap();
            let said = deprecations(block, |one| {
                (&one.name, one.deprecated, &one.deprecation_message)
            });
            (name.clone(), said)
        })
        .collect();
    let directory = tempfile::tempdir().unwrap();
    let served = kitchen(directory.path(), Protocol::V5).await;
    let older: v5::get_provider_schema::Response = served.call("GetSchema", &request).await;
    let older: BTreeMap<_, _> = older
        .resource_schemas
        .iter()
        .map(|(name, schema)| {
            let block = schema.block.as_ref().unwrap();
            let said = deprecations(block, |one| {
                (&one.name, one.deprecated, &one.deprecation_message)
            });
            (name.clone(), said)
        })
        .collect();
    let words = |flag, words: &str| (flag, words.to_owned());
    assert_eq!(newer["kitchen_kept"][""], words(true, "use kitchen_fixed"));
    assert_eq!(newer["kitchen_kept"]["title"], words(true, "use name"));
    for schemas in [&newer, &older] {
        let order = &schemas["kitchen_order"];
        assert_eq!(order[""], words(true, "order at the bar"));
        assert_eq!(order["meal"], words(true, "use dish"));
        assert_eq!(order["dish"], words(false, ""));
        for (flag, words) in schemas.values().flat_map(BTreeMap::values) {
            assert!(*flag || words.is_empty());
        }
    }
}

/// Terraform 1.16 sends the plan's private data with the plan before the apply; older ones begin
/// again.
#[tokio::test(flavor = "multi_thread")]
async fn private_data_of_a_plan_is_sent_back() {
    let cases = [
        (Some(NEWEST), true, "planned again"),
        (Some(NEWEST), false, "planned"),
        (None, false, "planned"),
    ];
    // One has nested attributes, which protocol 5 lacks.
    let kinds = [
        (
            Protocol::V6,
            "kitchen_hashed_secret",
            json!({ "name": "a" }),
        ),
        (Protocol::V6, "kitchen_order", json!({ "dish": "a" })),
        (Protocol::V5, "kitchen_order", json!({ "dish": "a" })),
    ];
    for ((protocol, name, config), (capabilities, comes_back, saved)) in
        kinds.iter().flat_map(|kind| cases.map(|case| (kind, case)))
    {
        let directory = tempfile::tempdir().unwrap();
        let served = kitchen(directory.path(), *protocol).await;
        let name = *name;
        let block = &served.resource(name).block;
        let config = encoded(block, config);
        let value = msgpack::decode_block(block, &config.msgpack).unwrap();
        let proposed = terraform_core::proposed_new(block, &Value::Null, &value).unwrap();
        let proposed = msgpack::encode_block(block, &proposed).unwrap();
        let mut request = plan_resource_change::Request {
            type_name: name.to_owned(),
            prior_state: Some(DynamicValue::from_msgpack(vec![0xc0])),
            proposed_new_state: Some(DynamicValue::from_msgpack(proposed)),
            config: Some(config.clone()),
            client_capabilities: capabilities,
            ..Default::default()
        };
        let first: plan_resource_change::Response =
            served.call("PlanResourceChange", &request).await;
        assert_eq!(first.diagnostics, []);
        if comes_back {
            request.planned_private = first.planned_private.clone();
        }
        let again: plan_resource_change::Response =
            served.call("PlanResourceChange", &request).await;
        assert_eq!(again.diagnostics, []);
        assert_eq!(again.planned_state, first.planned_state);
        let request = apply_resource_change::Request {
            type_name: name.to_owned(),
            prior_state: Some(DynamicValue::from_msgpack(vec![0xc0])),
            planned_state: again.planned_state,
            config: Some(config),
            planned_private: again.planned_private,
            ..Default::default()
        };
        let applied: apply_resource_change::Response =
            served.call("ApplyResourceChange", &request).await;
        assert_eq!(applied.diagnostics, []);
        let made = decoded(block, &applied.new_state.unwrap());
        assert_eq!(made["planned"], saved);
    }
}

/// For a replacement, Terraform passes the first plan's private data to the second plan, which is
/// for a different object.
#[tokio::test(flavor = "multi_thread")]
async fn a_replacement_inherits_no_private_data() {
    let cases = [
        (Some(NEWEST), true, "planned again"),
        (None, false, "planned"),
    ];
    for (capabilities, comes_back, saved) in cases {
        let directory = tempfile::tempdir().unwrap();
        let served = kitchen(directory.path(), Protocol::V6).await;
        let name = "kitchen_hashed_secret";
        let block = &served.resource(name).block;
        let nothing = DynamicValue::from_msgpack(vec![0xc0]);
        let plan =
            async |prior: &DynamicValue, config: &DynamicValue, kept: &Bytes, planned: &Bytes| {
                let [before, value] =
                    [prior, config].map(|one| msgpack::decode_block(block, &one.msgpack).unwrap());
                let proposed = terraform_core::proposed_new(block, &before, &value).unwrap();
                let proposed = msgpack::encode_block(block, &proposed).unwrap();
                let request = plan_resource_change::Request {
                    type_name: name.to_owned(),
                    prior_state: Some(prior.clone()),
                    proposed_new_state: Some(DynamicValue::from_msgpack(proposed)),
                    config: Some(config.clone()),
                    prior_private: kept.clone(),
                    planned_private: planned.clone(),
                    client_capabilities: capabilities,
                    ..Default::default()
                };
                let planned: plan_resource_change::Response =
                    served.call("PlanResourceChange", &request).await;
                assert_eq!(planned.diagnostics, []);
                planned
            };
        let create = async |config: &DynamicValue, planned: plan_resource_change::Response| {
            let request = apply_resource_change::Request {
                type_name: name.to_owned(),
                prior_state: Some(nothing.clone()),
                planned_state: planned.planned_state,
                config: Some(config.clone()),
                planned_private: planned.planned_private,
                ..Default::default()
            };
            let made: apply_resource_change::Response =
                served.call("ApplyResourceChange", &request).await;
            assert_eq!(made.diagnostics, []);
            made
        };
        let none = Bytes::new();
        let old = encoded(block, &json!({ "name": "a", "secret_wo": "hush hush" }));
        let made = create(&old, plan(&nothing, &old, &none, &none).await).await;
        assert!(Private::from_bytes(&made.private).get("secret").is_some());
        let new = encoded(block, &json!({ "name": "b" }));
        let first = plan(&made.new_state.unwrap(), &new, &made.private, &none).await;
        assert_eq!(first.requires_replace.len(), 1);
        let second = plan(&nothing, &new, &first.planned_private, &none).await;
        let stored = if comes_back {
            &second.planned_private
        } else {
            &none
        };
        let last = plan(&nothing, &new, &none, stored).await;
        let replaced = create(&new, last).await;
        assert!(
            Private::from_bytes(&replaced.private)
                .get("secret")
                .is_none()
        );
        let replaced = decoded(block, &replaced.new_state.unwrap());
        assert_eq!(replaced["planned"], saved);
    }
}
