//! Deferred answers of the kitchen's own program in both protocols: returned to a client that
//! allows them, an error for one that does not.

use schema_provider::plugin::proto::v6::deferred::Reason;
use schema_provider::plugin::proto::v6::{
    ClientCapabilities, Deferred, Diagnostic, DynamicValue, import_resource_state,
    plan_resource_change, read_data_source, read_resource,
};
use serde_json::json;

use crate::client::{PROTOCOLS, Served, encoded, texts};
use crate::newer_messages::kitchen;

const ORDER: &str = "kitchen_order";

/// The answer about a dish of each call that can be deferred.
async fn asked(
    served: &Served,
    dish: &str,
    allowed: Option<bool>,
) -> Vec<(&'static str, Option<Deferred>, Vec<Diagnostic>)> {
    let client_capabilities = allowed.map(|deferral_allowed| ClientCapabilities {
        deferral_allowed,
        ..Default::default()
    });
    let block = &served.resource(ORDER).block;
    let config = encoded(block, &json!({ "dish": dish }));
    let planned: plan_resource_change::Response = served
        .call(
            "PlanResourceChange",
            &plan_resource_change::Request {
                type_name: ORDER.to_owned(),
                prior_state: Some(DynamicValue::from_msgpack(vec![0xc0])),
                proposed_new_state: Some(config.clone()),
                config: Some(config),
                client_capabilities,
                ..Default::default()
            },
        )
        .await;
    let state = encoded(
        block,
        &json!({ "id": "1", "dish": dish, "planned": "planned" }),
    );
    let read: read_resource::Response = served
        .call(
            "ReadResource",
            &read_resource::Request {
                type_name: ORDER.to_owned(),
                current_state: Some(state),
                client_capabilities,
                ..Default::default()
            },
        )
        .await;
    let imported: import_resource_state::Response = served
        .call(
            "ImportResourceState",
            &import_resource_state::Request {
                type_name: ORDER.to_owned(),
                id: dish.to_owned(),
                client_capabilities,
                ..Default::default()
            },
        )
        .await;
    let menu = &served.instance.schemas().data_sources[ORDER].block;
    let looked_up: read_data_source::Response = served
        .call(
            "ReadDataSource",
            &read_data_source::Request {
                type_name: ORDER.to_owned(),
                config: Some(encoded(menu, &json!({ "dish": dish }))),
                client_capabilities,
                ..Default::default()
            },
        )
        .await;
    if allowed == Some(true) {
        // The answer lets Terraform continue.
        assert!(planned.planned_state.is_some() && read.new_state.is_some());
        assert!(looked_up.state.is_some());
    }
    vec![
        ("plan", planned.deferred, planned.diagnostics),
        ("read", read.deferred, read.diagnostics),
        ("import", imported.deferred, imported.diagnostics),
        ("data", looked_up.deferred, looked_up.diagnostics),
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_is_deferred_only_if_the_client_allows_it() {
    for protocol in PROTOCOLS {
        let directory = tempfile::tempdir().unwrap();
        let served = kitchen(directory.path(), protocol).await;
        for (call, deferred, told) in asked(&served, "later", Some(true)).await {
            let reason = deferred.map(|deferred| deferred.reason());
            assert_eq!(reason, Some(Reason::AbsentPrereq), "{protocol:?} {call}");
            assert_eq!(told, [], "{protocol:?} {call}");
        }
        for allowed in [None, Some(false)] {
            for (call, deferred, told) in asked(&served, "later", allowed).await {
                assert_eq!(deferred, None, "{protocol:?} {call}");
                let text = texts(&told);
                assert!(
                    text.contains("does not exist yet"),
                    "{protocol:?} {call}: {text}"
                );
            }
        }
        for allowed in [None, Some(false), Some(true)] {
            for (call, deferred, told) in asked(&served, "soup", allowed).await {
                assert_eq!((deferred, told), (None, vec![]), "{protocol:?} {call}");
            }
        }
    }
}
