//! Plans through the lifecycle: hooks, changes of only the timeouts, missing types.

use schema_provider::lifecycle::*;
use schema_provider::{Path, Value};

use crate::host::{Host, error, object};

#[tokio::test(flavor = "multi_thread")]
async fn a_hook_changes_the_plan() {
    let host = Host::new("hook").await;
    let config = host.thing(r#"{"name":"a","flaw":"plan.new"}"#);
    let plan = host.plan(&Value::Null, &config).await;
    assert_eq!(
        host.field(&plan.planned_state, "zone"),
        Value::from("planned")
    );

    let state = host.created(r#"{"name":"a"}"#).await;
    let config = host.thing(r#"{"name":"a","size":1,"flaw":"plan.replace"}"#);
    let plan = host.plan(&state, &config).await;
    assert_eq!(plan.requires_replace, [Path::new("size")]);

    let config = host.thing(r#"{"name":"a","flaw":"plan.refuse"}"#);
    let text = error(&host.plan(&state, &config).await.diagnostics);
    assert!(text.contains("not this size (at size)"), "{text}");

    let config = host.thing(r#"{"name":"a","flaw":"plan=warn"}"#);
    let plan = host.plan(&Value::Null, &config).await;
    assert!(!plan.diagnostics.has_errors());
    assert_eq!(plan.diagnostics.iter().next().unwrap().summary, "careful");

    // One that waits gets its own task, and may be stopped.
    let config = host.thing(r#"{"name":"a","flaw":"plan=yield"}"#);
    assert!(
        host.plan(&Value::Null, &config)
            .await
            .diagnostics
            .is_empty()
    );
    let instance = host.instance.clone();
    tokio::spawn(async move {
        loop {
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
            instance.stop();
        }
    });
    let config = host.thing(r#"{"name":"a","flaw":"plan=wait"}"#);
    let text = error(&host.plan(&Value::Null, &config).await.diagnostics);
    assert!(text.contains("mem_thing: plan was interrupted"), "{text}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_change_of_timeouts_alone_calls_no_code() {
    let host = Host::new("only-timeouts").await;
    let state = host.created(r#"{"name":"a"}"#).await;
    let before = host.remote.calls();
    let response = host
        .change(&state, r#"{"name":"a","timeouts":{"delete":"9s"}}"#)
        .await;
    assert!(response.diagnostics.is_empty(), "{}", response.diagnostics);
    assert_eq!(host.remote.calls(), before);
    assert!(response.new_state != state);
    assert!(host.field(&response.new_state, "uuid") == host.field(&state, "uuid"));
    // It is saved.
    host.delete(&response.new_state).await;
    assert_eq!(host.remote.calls().last().unwrap(), "delete a within 9");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_resource_without_update_is_not_updated() {
    let host = Host::new("fixed").await;
    let schema = &host.instance.schemas().resources["mem_fixed"];
    let state = object(schema, r#"{"id":"fixed","name":"restamp","stamp":"1"}"#);
    let config = object(schema, r#"{"name":"restamp"}"#);
    let plan = host.plan_of("mem_fixed", &state, &config).await;
    assert!(error(&plan.diagnostics).contains("cannot be changed in place"));
    let response = host
        .instance
        .apply_resource_change(ApplyRequest {
            planned_identity: None,
            type_name: "mem_fixed".to_owned(),
            prior_state: state.clone(),
            planned_state: plan.planned_state,
            config,
            planned_private: Vec::new(),
            journal: None,
            progress: None,
        })
        .await;
    assert!(error(&response.diagnostics).contains("cannot be changed in place"));
    assert!(response.new_state == state);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_destroy_is_planned_as_null() {
    let host = Host::new("destroy").await;
    let state = host.created(r#"{"name":"a"}"#).await;
    let plan = host.plan(&state, &Value::Null).await;
    assert!(plan.planned_state.is_null() && plan.diagnostics.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn unknown_types_are_diagnostics() {
    let host = Host::new("types").await;
    let plan = host.plan_of("mem_thong", &Value::Null, &Value::Null).await;
    let text = error(&plan.diagnostics);
    assert!(
        text.contains("\"mem_thong\"") && text.contains("mem_fixed, mem_thing"),
        "{text}"
    );
    let found = host
        .instance
        .validate_data_resource_config("x", &Value::Null)
        .await;
    assert!(error(&found).contains("no data source \"x\""));
    assert!(host.instance.import_resource_state("x", "y").await.is_err());
    let read = host.instance.read_data_source("x", Value::Null).await;
    assert!(read.diagnostics.has_errors());
    let raw = RawState::Json(Vec::new());
    assert!(
        host.instance
            .upgrade_resource_state("x", 0, raw)
            .await
            .is_err()
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn values_that_do_not_fit_are_no_panic() {
    let host = Host::new("misfits").await;
    let thing = host.thing(r#"{"name":"a"}"#);
    for value in [
        Value::Null,
        Value::UNKNOWN,
        Value::from("text"),
        Value::Object(Vec::new()),
        Value::Object(vec![Value::from(true); 50]),
        Value::List(vec![Value::Null]),
    ] {
        let _ = host
            .instance
            .validate_resource_config("mem_thing", &value)
            .await;
        let _ = host.plan(&value, &thing).await;
        let _ = host.plan(&thing, &value).await;
        let _ = host.apply(&value, &thing, &value).await;
        let _ = host.apply(&thing, &value, &value).await;
        let _ = host.read(&value).await;
        let _ = host
            .instance
            .read_data_source("mem_thing", value.clone())
            .await;
        let _ = host.instance.configure_provider(value).await;
        assert!(host.configure(r#"{"remote":"misfits"}"#).await.is_empty());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_validator_says_where() {
    let host = Host::new("validator").await;
    let config = host.thing(r#"{"name":"a","tag":"bad"}"#);
    let found = host
        .instance
        .validate_resource_config("mem_thing", &config)
        .await;
    assert_eq!(error(&found), "Error: bad tag (at tag)");
    let config = host.thing(r#"{"name":"a","timeouts":{"create":"soon"}}"#);
    let found = host
        .instance
        .validate_resource_config("mem_thing", &config)
        .await;
    assert!(error(&found).contains("timeouts.create"));
}
