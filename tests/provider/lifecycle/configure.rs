//! A provider that is not configured, not yet, or not successfully.

use schema_provider::Value;
use schema_provider::prelude::*;

use crate::host::{Host, error};

#[tokio::test(flavor = "multi_thread")]
async fn planning_goes_on_without_a_configuration() {
    let host = Host::unconfigured("unconfigured", Environment::default());
    let config = host.thing(r#"{"name":"a"}"#);
    let plan = host.plan(&Value::Null, &config).await;
    assert!(plan.diagnostics.is_empty(), "{}", plan.diagnostics);
    let config = host.thing(r#"{"name":"a","flaw":"plan.client"}"#);
    let text = error(&host.plan(&Value::Null, &config).await.diagnostics);
    assert!(
        text.contains("not configured") && text.contains("plan mem_thing"),
        "{text}"
    );
    let response = host.apply(&Value::Null, &plan.planned_state, &config).await;
    assert!(error(&response.diagnostics).contains("not configured"));
    assert!(response.new_state.is_null());
}

#[tokio::test(flavor = "multi_thread")]
async fn unknown_settings_leave_it_unconfigured() {
    let host = Host::unconfigured("unknown", Environment::default());
    let found = host.configure(r#"{"remote":"?"}"#).await;
    assert!(found.is_empty(), "{found}");
    let config = host.thing(r#"{"name":"a","flaw":"plan.client"}"#);
    let text = error(&host.plan(&Value::Null, &config).await.diagnostics);
    assert!(text.contains("before apply: remote"), "{text}");
    assert!(host.remote.calls().is_empty());
    // Finally known.
    assert!(host.configure(r#"{"remote":"unknown"}"#).await.is_empty());
    assert!(
        host.plan(&Value::Null, &config)
            .await
            .diagnostics
            .is_empty()
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failed_configuration_is_reported_and_remembered() {
    let host = Host::unconfigured("failed", Environment::default());
    let found = host
        .configure(r#"{"remote":"failed","flaw":"configure=error"}"#)
        .await;
    assert!(error(&found).contains("configure went wrong"));
    let config = host.thing(r#"{"name":"a","flaw":"plan.client"}"#);
    let text = error(&host.plan(&Value::Null, &config).await.diagnostics);
    assert!(text.contains("whose configuration failed"), "{text}");
}

#[tokio::test(flavor = "multi_thread")]
async fn defaults_of_settings_come_from_the_given_environment() {
    Host::new("region").await;
    let environment = Environment::from_iter([("MEM_REGION", "south")]);
    let host = Host::with("region", environment).await;
    assert_eq!(host.remote.calls(), ["configure north", "configure south"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn missing_settings_are_reported() {
    let host = Host::unconfigured("missing", Environment::default());
    let found = host.configure("{}").await;
    assert!(error(&found).contains("remote"), "{found}");
}
