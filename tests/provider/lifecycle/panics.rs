//! A panic in any callback is a diagnostic that names the resource and the operation.

use schema_provider::Value;
use schema_provider::lifecycle::*;
use schema_provider::prelude::*;

use crate::host::{Host, error, object};
use crate::remote::Remote;

fn names(diagnostics: &Diagnostics, operation: &str, payload: &str) {
    let text = error(diagnostics);
    assert!(text.contains("mem_thing"), "{text}");
    assert!(text.contains(&format!("panicked in {operation}")), "{text}");
    assert!(text.contains(payload), "{text}");
}

#[tokio::test(flavor = "multi_thread")]
async fn in_create_read_update_delete() {
    let host = Host::new("panics").await;
    for kind in ["panic", "late-panic"] {
        let config = format!(r#"{{"name":"a","flaw":"create.after={kind}"}}"#);
        let response = host.change(&Value::Null, &config).await;
        names(&response.diagnostics, "create", "a panic in create.after");
        let state = host
            .created(&format!(r#"{{"name":"a","flaw":"read={kind}"}}"#))
            .await;
        names(
            &host.read(&state).await.diagnostics,
            "read",
            "a panic in read",
        );
        let config = format!(r#"{{"name":"a","size":3,"flaw":"update={kind}"}}"#);
        let response = host.change(&state, &config).await;
        names(&response.diagnostics, "update", "a panic in update");
        let state = host
            .created(&format!(r#"{{"name":"a","flaw":"delete={kind}"}}"#))
            .await;
        names(
            &host.delete(&state).await.diagnostics,
            "delete",
            "a panic in delete",
        );
    }
    let config = r#"{"name":"a","flaw":"create.before=blocking-panic"}"#;
    let response = host.change(&Value::Null, config).await;
    names(
        &response.diagnostics,
        "create",
        "a blocking panic in create.before",
    );
    // The process lives on.
    host.created(r#"{"name":"b"}"#).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn in_a_plan_hook() {
    let host = Host::new("panics-plan").await;
    for kind in ["panic", "late-panic"] {
        let config = host.thing(&format!(r#"{{"name":"a","flaw":"plan={kind}"}}"#));
        let plan = host.plan(&Value::Null, &config).await;
        names(&plan.diagnostics, "plan", "a panic in plan");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn in_validators() {
    let host = Host::new("panics-validate").await;
    for (config, text) in [
        (r#"{"name":"a","tag":"panic"}"#, "a validator panic"),
        (
            r#"{"name":"a","flaw":"validate=panic"}"#,
            "a validate panic",
        ),
    ] {
        let found = host
            .instance
            .validate_resource_config("mem_thing", &host.thing(config))
            .await;
        names(&found, "validate", text);
    }
    let config = object(
        &host.instance.schemas().provider,
        r#"{"remote":"x","flaw":"validate=panic"}"#,
    );
    let text = error(&host.instance.validate_provider_config(&config).await);
    assert!(
        text.contains("mem: the provider panicked in validate"),
        "{text}"
    );
    assert!(text.contains("a settings panic"), "{text}");
}

#[tokio::test(flavor = "multi_thread")]
async fn in_a_suppress_function() {
    let host = Host::new("panics-suppress").await;
    let state = host.created(r#"{"name":"a","note":"x"}"#).await;
    let config = host.thing(r#"{"name":"a","note":"panic"}"#);
    let plan = host.plan(&state, &config).await;
    names(&plan.diagnostics, "plan", "a suppress panic");

    // Also after provider code, when the result is reconciled: the journal's content is saved.
    let config = host.thing(r#"{"name":"b","note":"x","flaw":"create.panic-note"}"#);
    let plan = host.plan(&Value::Null, &config).await;
    let response = host.apply(&Value::Null, &plan.planned_state, &config).await;
    names(&response.diagnostics, "create", "a suppress panic");
    assert_eq!(host.field(&response.new_state, "id"), Value::from("id-b"));
}

#[tokio::test(flavor = "multi_thread")]
async fn in_a_default_function() {
    let environment = Environment::from_iter([("PANIC", "1")]);
    let host = Host::with("panics-default", environment).await;
    let plan = host
        .plan(&Value::Null, &host.thing(r#"{"name":"a"}"#))
        .await;
    names(&plan.diagnostics, "plan", "a default panic");
}

#[tokio::test(flavor = "multi_thread")]
async fn in_configure_import_upgrade_and_a_data_source() {
    let host = Host::unconfigured("panics-others", Environment::default());
    let found = host
        .configure(r#"{"remote":"panics-others","flaw":"configure=panic"}"#)
        .await;
    assert!(error(&found).contains("mem: the provider panicked in configure"));
    assert!(
        host.configure(r#"{"remote":"panics-others"}"#)
            .await
            .is_empty()
    );

    let errors = host
        .instance
        .import_resource_state("mem_thing", "panic")
        .await
        .err()
        .unwrap();
    names(&errors, "import", "an import panic");
    let old = RawState::Json(br#"{"id":"id-a","name":"panic","size_kb":2048}"#.to_vec());
    let upgraded = host
        .instance
        .upgrade_resource_state("mem_thing", 1, old)
        .await;
    names(&upgraded.err().unwrap(), "upgrade", "an upgrade panic");

    let schema = &host.instance.schemas().data_sources["mem_thing"];
    let config = object(schema, r#"{"name":"a","flaw":"read=panic"}"#);
    let read = host.instance.read_data_source("mem_thing", config).await;
    names(&read.diagnostics, "read", "a panic in read");
    assert!(read.state.is_null());
    assert_eq!(Remote::of("panics-others").calls().len(), 3);
}
