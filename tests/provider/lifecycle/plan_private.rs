//! Private data of the plan hook, over gRPC.

use schema_provider::plugin::Handler;
use schema_provider::plugin::proto::v6;
use schema_provider::schema_runtime::data::Private;

use crate::host::private;
use crate::write_only::{full, nothing, of, plan, server};

#[tokio::test(flavor = "multi_thread")]
async fn private_data_of_the_plan_hook_goes_to_apply_and_into_the_plan_made_again() {
    let server = server();
    let stored = r#"{"id":"1","name":"a","flaw":"private"}"#;
    let mut kept = Private::default();
    kept.set("times", [4]);
    kept.set("etag", "e");
    kept.set(".ours", "o");
    let request = |planned_private: Vec<u8>| v6::plan_resource_change::Request {
        type_name: "hush_vault".into(),
        prior_state: of(stored),
        config: of(r#"{"name":"b","flaw":"private"}"#),
        prior_private: kept.to_bytes().into(),
        planned_private: planned_private.into(),
        client_capabilities: Some(v6::ClientCapabilities {
            store_planned_private: true,
            ..Default::default()
        }),
        ..Default::default()
    };
    let first = server.plan_resource_change(request(Vec::new())).await;
    assert_eq!(first.diagnostics, []);
    assert_eq!(
        private(&first.planned_private, "kept").as_deref(),
        Some("4 0")
    );
    assert_eq!(
        private(&first.planned_private, "times").as_deref(),
        Some("\u{5}")
    );
    let again = server
        .plan_resource_change(request(first.planned_private.to_vec()))
        .await;
    // The object's private data is unchanged; that of the earlier plan is beside it.
    assert_eq!(
        private(&again.planned_private, "kept").as_deref(),
        Some("4 5")
    );
    assert_eq!(
        private(&again.planned_private, "times").as_deref(),
        Some("\u{6}")
    );
    for planned in [first, again] {
        assert_eq!(
            private(&planned.planned_private, "etag").as_deref(),
            Some("e")
        );
        assert_eq!(
            private(&planned.planned_private, ".ours").as_deref(),
            Some("o")
        );
        let request = v6::apply_resource_change::Request {
            type_name: "hush_vault".into(),
            prior_state: of(stored),
            planned_state: planned.planned_state,
            config: of(r#"{"name":"b","flaw":"private"}"#),
            planned_private: planned.planned_private.clone(),
            ..Default::default()
        };
        let applied = server.apply_resource_change(request).await;
        assert_eq!(applied.private, planned.planned_private);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn private_data_that_no_hook_touches_is_passed_on_unchanged() {
    let server = server();
    for (config, prior) in [
        (r#"{"name":"b"}"#, r#"{"id":"1","name":"a"}"#),
        ("null", r#"{"id":"1","name":"a"}"#),
    ] {
        for (planned_private, expected) in
            [("", "{\"schema_version\":\"1\"}"), ("earlier", "earlier")]
        {
            let request = v6::plan_resource_change::Request {
                type_name: "hush_vault".into(),
                prior_state: of(prior),
                config: match config {
                    "null" => nothing(),
                    config => of(config),
                },
                prior_private: "{\"schema_version\":\"1\"}".into(),
                planned_private: planned_private.into(),
                ..Default::default()
            };
            let planned = server.plan_resource_change(request).await;
            assert_eq!(planned.planned_private, expected, "{config}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_internal_key_fails_the_plan() {
    let planned = plan(nothing(), &full("reserved")).await;
    assert_eq!(planned.diagnostics.len(), 1);
    assert!(planned.diagnostics[0].summary.contains("reserved"));
}
