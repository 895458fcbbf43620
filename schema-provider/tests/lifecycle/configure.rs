//! A provider that is not configured, not yet, or not successfully.

use schema_provider::Value;
use schema_provider::prelude::*;

use crate::life::{Life, error};

#[tokio::test(flavor = "multi_thread")]
async fn planning_goes_on_without_a_configuration() {
    let life = Life::unconfigured("unconfigured", Environment::default());
    let config = life.thing(r#"{"name":"a"}"#);
    let plan = life.plan(&Value::Null, &config).await;
    assert!(plan.diagnostics.is_empty(), "{}", plan.diagnostics);
    let config = life.thing(r#"{"name":"a","flaw":"plan.client"}"#);
    let text = error(&life.plan(&Value::Null, &config).await.diagnostics);
    assert!(
        text.contains("not configured") && text.contains("plan mem_thing"),
        "{text}"
    );
    let response = life.apply(&Value::Null, &plan.planned_state, &config).await;
    assert!(error(&response.diagnostics).contains("not configured"));
    assert!(response.new_state.is_null());
}

#[tokio::test(flavor = "multi_thread")]
async fn unknown_settings_leave_it_unconfigured() {
    let life = Life::unconfigured("unknown", Environment::default());
    let found = life.configure(r#"{"world":"?"}"#).await;
    assert!(found.is_empty(), "{found}");
    let config = life.thing(r#"{"name":"a","flaw":"plan.client"}"#);
    let text = error(&life.plan(&Value::Null, &config).await.diagnostics);
    assert!(text.contains("before apply: world"), "{text}");
    assert!(life.world.calls().is_empty());
    // Known at last.
    assert!(life.configure(r#"{"world":"unknown"}"#).await.is_empty());
    assert!(
        life.plan(&Value::Null, &config)
            .await
            .diagnostics
            .is_empty()
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failed_configuration_is_told_and_remembered() {
    let life = Life::unconfigured("failed", Environment::default());
    let found = life
        .configure(r#"{"world":"failed","flaw":"configure=error"}"#)
        .await;
    assert!(error(&found).contains("configure went wrong"));
    let config = life.thing(r#"{"name":"a","flaw":"plan.client"}"#);
    let text = error(&life.plan(&Value::Null, &config).await.diagnostics);
    assert!(text.contains("whose configuration failed"), "{text}");
}

#[tokio::test(flavor = "multi_thread")]
async fn defaults_of_settings_come_from_the_environment_that_was_handed_in() {
    Life::new("region").await;
    let environment = Environment::from_iter([("MEM_REGION", "south")]);
    let life = Life::with("region", environment).await;
    assert_eq!(life.world.calls(), ["configure north", "configure south"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_missing_is_said() {
    let life = Life::unconfigured("missing", Environment::default());
    let found = life.configure("{}").await;
    assert!(error(&found).contains("world"), "{found}");
}
