//! What Terraform from 1.11 to 1.16 has added to messages of before, over the kitchen's own program: sent as the newest
//! sends it, and left out as older ones do.

use schema_provider::Value;
use schema_provider::lifecycle::Instance;
use schema_provider::plugin::Protocol;
use schema_provider::plugin::proto::v6::{
    ClientCapabilities, DynamicValue, apply_resource_change, get_provider_schema,
    plan_resource_change, validate_resource_config,
};
use schema_provider::prelude::Environment;
use schema_provider::schema_runtime::codec::msgpack;
use schema_provider::schema_runtime::terraform_core;
use sdk_tests::kitchen::Kitchen;
use serde_json::{Value as Json, json};

use crate::KITCHEN;
use crate::client::{PROTOCOLS, Served, decoded, encoded, texts};

async fn kitchen(directory: &std::path::Path, protocol: Protocol) -> Served {
    let instance = Instance::new::<Kitchen>(Environment::default()).unwrap();
    let settings = json!({ "directory": directory.join("kitchen") });
    Served::start_of(KITCHEN, instance, &settings, (directory, protocol)).await
}

/// What each Terraform says that it can.
const NEWEST: ClientCapabilities = ClientCapabilities {
    deferral_allowed: false,
    write_only_attributes_allowed: true,
    store_planned_private: true,
    computed_blocks_allowed: true,
};

/// What is wrong with a configuration for a client that says this of itself: where, and what.
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

/// Terraform before 1.11 would keep what is write-only in its state: it is told at each value, and nothing else is wrong.
#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_knows_no_write_only_arguments() {
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
    // At each place of an object that has many.
    let directory = tempfile::tempdir().unwrap();
    let served = kitchen(directory.path(), Protocol::V6).await;
    let drawer = json!({ "code": "c" });
    let config = json!({
        "name": "n", "text": "t", "number": 1, "list": ["a"], "credentials": { "user": "u", "password": "p" },
        "desk": drawer, "shelf": [{ "label": "none" }, drawer], "door": { "a": drawer },
        "account": [{ "user": "u", "otp": "1", "recovery": { "address": "x", "answer": "y" } }],
    });
    let told = validated(&served, "kitchen_write_only", &config, None).await;
    // Text, number, list, credentials, three drawers, a password once and an answer.
    let refused = told.iter().filter(|told| told.contains("1.11")).count();
    assert!(refused >= 9 && refused == told.len(), "{told:#?}");
    let told = validated(&served, "kitchen_write_only", &config, Some(NEWEST)).await;
    assert_eq!(told, [""; 0]);
}

/// Terraform 1.15 shows the author's words, 1.17 refuses them without the flag.
#[tokio::test(flavor = "multi_thread")]
async fn the_words_of_deprecations() {
    let directory = tempfile::tempdir().unwrap();
    let served = kitchen(directory.path(), Protocol::V6).await;
    let schema: get_provider_schema::Response = served
        .call("GetProviderSchema", &get_provider_schema::Request {})
        .await;
    let kept = schema.resource_schemas["kitchen_kept"]
        .block
        .as_ref()
        .unwrap();
    assert_eq!(
        (kept.deprecated, &*kept.deprecation_message),
        (true, "use kitchen_fixed")
    );
    let title = kept
        .attributes
        .iter()
        .find(|one| one.name == "title")
        .unwrap();
    assert_eq!(
        (title.deprecated, &*title.deprecation_message),
        (true, "use name")
    );
    for schema in schema.resource_schemas.values() {
        let block = schema.block.as_ref().unwrap();
        for attribute in &block.attributes {
            assert!(attribute.deprecated || attribute.deprecation_message.is_empty());
        }
        assert!(block.deprecated || block.deprecation_message.is_empty());
    }
}

/// Terraform 1.16 sends what the plan kept with the plan that it makes before the apply; older ones begin anew.
#[tokio::test(flavor = "multi_thread")]
async fn private_data_of_a_plan_comes_back() {
    for (capabilities, comes_back, saved) in [
        (Some(NEWEST), true, "planned again"),
        (Some(NEWEST), false, "planned"),
        (None, false, "planned"),
    ] {
        let directory = tempfile::tempdir().unwrap();
        let served = kitchen(directory.path(), Protocol::V6).await;
        let name = "kitchen_hashed_secret";
        let block = &served.resource(name).block;
        let config = encoded(block, &json!({ "name": "a" }));
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
