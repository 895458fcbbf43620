//! Computed blocks in the kitchen's own program: what the newest client receives, which error an
//! older one gets, and the warnings of protocol 5.

use std::ffi::OsStr;

use schema_client::Client;
use schema_client::Identity;
use schema_client::Program;
use schema_client::Provider;
use schema_provider::plugin::Protocol;
use schema_provider::plugin::proto::v5;
use schema_provider::plugin::proto::v6::{
    ClientCapabilities, DynamicValue, apply_resource_change, get_provider_schema,
    plan_resource_change, read_resource, validate_resource_config,
};
use serde_json::{Value as Json, json};

use crate::KITCHEN;
use crate::client::{Served, decoded, encoded, texts};
use crate::newer_messages::{NEWEST, kitchen};

const CARDS: &str = "kitchen_cards";

fn null() -> DynamicValue {
    DynamicValue::from_msgpack(vec![0xc0])
}

async fn plan(
    served: &Served,
    (prior, config): (&DynamicValue, &DynamicValue),
    client_capabilities: Option<ClientCapabilities>,
) -> plan_resource_change::Response {
    let request = plan_resource_change::Request {
        type_name: CARDS.to_owned(),
        prior_state: Some(prior.clone()),
        // Core carries over nothing into blocks that are not configured.
        proposed_new_state: Some(config.clone()),
        config: Some(config.clone()),
        client_capabilities,
        ..Default::default()
    };
    served.call("PlanResourceChange", &request).await
}

async fn apply(
    served: &Served,
    (prior, config): (&DynamicValue, &DynamicValue),
    planned: plan_resource_change::Response,
) -> apply_resource_change::Response {
    assert_eq!(planned.diagnostics, []);
    let request = apply_resource_change::Request {
        type_name: CARDS.to_owned(),
        prior_state: Some(prior.clone()),
        planned_state: planned.planned_state,
        config: Some(config.clone()),
        planned_private: planned.planned_private,
        ..Default::default()
    };
    let applied: apply_resource_change::Response =
        served.call("ApplyResourceChange", &request).await;
    assert_eq!(applied.diagnostics, []);
    applied
}

/// The configuration as core sends it: unconfigured blocks are absent, which is not an empty list.
fn unconfigured(served: &Served, name: &str) -> DynamicValue {
    use schema_provider::Value;
    use schema_provider::schema_runtime::codec::msgpack;
    let block = &served.resource(CARDS).block;
    let config = encoded(block, &json!({ "name": name }));
    let mut value = msgpack::decode_block(block, &config.msgpack).unwrap();
    let (place, _) = block.find("place").unwrap();
    let Value::Object(values) = &mut value else {
        panic!("an object")
    };
    values[place] = Value::Null;
    DynamicValue::from_msgpack(msgpack::encode_block(block, &value).unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn the_newest_client_gets_the_blocks_that_the_provider_chose() {
    let directory = tempfile::tempdir().unwrap();
    let served = kitchen(directory.path(), Protocol::V6).await;
    let block = &served.resource(CARDS).block;
    let request = get_provider_schema::Request {};
    let schemas: get_provider_schema::Response = served.call("GetProviderSchema", &request).await;
    let said = schemas.resource_schemas[CARDS].block.as_ref().unwrap();
    let place = said.block_types[0].block.as_ref().unwrap();
    assert_eq!((said.computed, place.computed), (false, true));

    // No blocks are configured: unknown in the plan, then the provider's blocks, and no change
    // after a read.
    let config = unconfigured(&served, "a");
    let planned = plan(&served, (&null(), &config), Some(NEWEST)).await;
    let open = planned.planned_state.clone().unwrap().msgpack;
    // The msgpack extension for an unknown value replaces the list.
    assert!(
        open.windows(3).any(|bytes| bytes == [0xd4, 0, 0]),
        "{open:02x?}"
    );
    let made = apply(&served, (&null(), &config), planned).await;
    let state = made.new_state.unwrap();
    let expected = json!([
        { "guest": "host", "seat": "seat of host" }, { "guest": "guest", "seat": "seat of guest" }
    ]);
    assert_eq!(decoded(block, &state)["place"], expected);
    let request = read_resource::Request {
        type_name: CARDS.to_owned(),
        current_state: Some(state.clone()),
        private: made.private.clone(),
        client_capabilities: Some(NEWEST),
        ..Default::default()
    };
    let read: read_resource::Response = served.call("ReadResource", &request).await;
    assert_eq!(read.diagnostics, []);
    assert_eq!(
        decoded(block, &read.new_state.unwrap()),
        decoded(block, &state)
    );
    let again = plan(&served, (&state, &config), Some(NEWEST)).await;
    assert_eq!(again.diagnostics, []);
    assert_eq!(
        decoded(block, &again.planned_state.unwrap()),
        decoded(block, &state)
    );

    // Blocks are configured: they stay, with their computed attributes.
    let config = encoded(block, &json!({ "name": "b", "place": [{ "guest": "me" }] }));
    let planned = plan(&served, (&null(), &config), Some(NEWEST)).await;
    let made = apply(&served, (&null(), &config), planned).await;
    let made: Json = decoded(block, &made.new_state.unwrap());
    assert_eq!(
        made["place"],
        json!([{ "guest": "me", "seat": "seat of me" }])
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn an_older_client_is_warned_that_it_does_not_know_them() {
    let directory = tempfile::tempdir().unwrap();
    let served = kitchen(directory.path(), Protocol::V6).await;
    let older = ClientCapabilities {
        computed_blocks_allowed: false,
        ..NEWEST
    };
    for client_capabilities in [None, Some(ClientCapabilities::default()), Some(older)] {
        let config = unconfigured(&served, "a");
        let request = validate_resource_config::Request {
            type_name: CARDS.to_owned(),
            config: Some(config.clone()),
            client_capabilities,
        };
        let told: validate_resource_config::Response =
            served.call("ValidateResourceConfig", &request).await;
        let planned = plan(&served, (&null(), &config), client_capabilities).await;
        for told in [told.diagnostics, planned.diagnostics] {
            assert_eq!(told.len(), 1, "{told:?}");
            assert!(told[0].attribute.is_some());
            let text = texts(&told);
            assert!(text.contains("needs Terraform 1.16 or newer"), "{text}");
        }
        assert_eq!(planned.planned_state, None);
    }
}

/// Protocol 5 cannot represent them: the provider's schema reports just that.
#[tokio::test(flavor = "multi_thread")]
async fn protocol_5_is_warned_that_it_has_none() {
    let directory = tempfile::tempdir().unwrap();
    let identity = Identity::new().unwrap();
    let start = Program::new(KITCHEN.binary)
        .protocols([Protocol::V5])
        .directory(directory.path())
        .env("KITCHEN_CARDS", OsStr::new("1"));
    let process = start.start(&identity).unwrap();
    let client = Client::connect(&process.line, Some(&identity)).await;
    let provider = Provider::new(client.unwrap(), Protocol::V5);
    let request = get_provider_schema::Request {};
    let told: v5::get_provider_schema::Response = provider
        .client()
        .call(&provider.path("GetSchema"), &request)
        .await
        .unwrap();
    let text = texts(&told.diagnostics);
    assert!(text.contains("a computed block needs protocol 6"), "{text}");
    assert!(
        text.contains("kitchen_cards") && text.contains("place"),
        "{text}"
    );
}
