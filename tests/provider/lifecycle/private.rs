//! Private data and write-only values.

use schema_provider::Value;
use schema_provider::lifecycle::*;
use schema_provider::schema_runtime::data::Private;

use crate::host::{Host, error, private};

#[tokio::test(flavor = "multi_thread")]
async fn private_data_goes_from_call_to_call() {
    let host = Host::new("private").await;
    let created = host.change(&Value::Null, r#"{"name":"a"}"#).await;
    let read = host
        .instance
        .read_resource(ReadRequest {
            current_identity: None,
            type_name: "mem_thing".to_owned(),
            current_state: created.new_state.clone(),
            private: created.private.clone(),
            progress: None,
        })
        .await;
    assert_eq!(read.private, created.private);
    let config = host.thing(r#"{"name":"a","size":3}"#);
    let plan = host
        .instance
        .plan_resource_change(PlanRequest {
            prior_identity: None,
            type_name: "mem_thing".to_owned(),
            prior_state: created.new_state.clone(),
            config: config.clone(),
            prior_private: read.private,
            planned_private: None,
        })
        .await;
    assert_eq!(plan.planned_private, created.private);
    let updated = host
        .instance
        .apply_resource_change(ApplyRequest {
            planned_identity: None,
            type_name: "mem_thing".to_owned(),
            prior_state: created.new_state,
            planned_state: plan.planned_state,
            config,
            planned_private: plan.planned_private,
            journal: None,
            progress: None,
        })
        .await;
    assert_eq!(
        private(&updated.private, "made").as_deref(),
        Some("by create")
    );
    assert_eq!(
        private(&updated.private, "changed").as_deref(),
        Some("by update")
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn internal_keys_are_kept_and_cannot_be_written() {
    let host = Host::new("reserved").await;
    let response = host
        .change(&Value::Null, r#"{"name":"a","flaw":"create.private"}"#)
        .await;
    assert!(error(&response.diagnostics).contains("reserved"));
    assert_eq!(private(&response.private, ".ours"), None);

    let state = host.created(r#"{"name":"a"}"#).await;
    let mut kept = Private::default();
    kept.set(".ours", *b"kept");
    let read = host
        .instance
        .read_resource(ReadRequest {
            current_identity: None,
            type_name: "mem_thing".to_owned(),
            current_state: state,
            private: kept.to_bytes(),
            progress: None,
        })
        .await;
    assert_eq!(private(&read.private, ".ours").as_deref(), Some("kept"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_write_only_value_is_passed_and_never_saved() {
    let host = Host::new("secret").await;
    let state = host.created(r#"{"name":"a","secret":"hush"}"#).await;
    assert!(host.field(&state, "secret").is_null());
    assert!(host.remote.calls().contains(&"secret hush".to_owned()));
    let config = host.thing(r#"{"name":"a","secret":"hush","flaw":"create.after=panic"}"#);
    let plan = host.plan(&Value::Null, &config).await;
    assert!(host.field(&plan.planned_state, "secret").is_null());
    let failed = host.apply(&Value::Null, &plan.planned_state, &config).await;
    assert!(host.field(&failed.new_state, "secret").is_null());
}
