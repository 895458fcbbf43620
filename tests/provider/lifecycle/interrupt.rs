//! Stops, timeouts, and provider code that ignores them.

use std::time::Duration;

use schema_provider::Value;

use crate::host::{Host, error};

#[tokio::test(flavor = "multi_thread")]
async fn a_stop_reaches_provider_code_and_what_was_set_is_saved() {
    let host = Host::new("stop").await;
    host.stop_at_flaw();
    let response = host
        .change(&Value::Null, r#"{"name":"a","flaw":"create.after=wait"}"#)
        .await;
    let text = error(&response.diagnostics);
    assert!(text.contains("mem_thing: create was interrupted"), "{text}");
    assert_eq!(
        host.field(&response.new_state, "uuid"),
        Value::from("uuid-a")
    );
    // Later calls are accepted.
    host.created(r#"{"name":"b"}"#).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_provider_may_say_it_in_its_own_words_or_finish() {
    let host = Host::new("stop-own").await;
    host.stop_at_flaw();
    let config = r#"{"name":"a","flaw":"create.before=wait-own"}"#;
    let response = host.change(&Value::Null, config).await;
    let text = response.diagnostics.to_string();
    assert!(
        text.contains("gave up") && text.contains("interrupted"),
        "{text}"
    );
    // One interruption is one error.
    let errors = response.diagnostics.iter().filter(|d| d.is_error());
    assert_eq!(errors.count(), 1, "{text}");
    assert!(response.new_state.is_null());
    host.stop_at_flaw();
    let state = host
        .created(r#"{"name":"a","flaw":"create.after=finish"}"#)
        .await;
    assert_eq!(host.field(&state, "sum"), Value::from(8000));
}

#[tokio::test(flavor = "multi_thread")]
async fn code_that_does_not_listen_is_abandoned() {
    let host = Host::impatient("deaf").await;
    for kind in ["hang", "block"] {
        host.stop_at_flaw();
        let config = format!(r#"{{"name":"a","flaw":"create.after={kind}"}}"#);
        let response = host.change(&Value::Null, &config).await;
        let text = error(&response.diagnostics);
        assert!(
            text.contains("abandoned") && text.contains("80ms"),
            "{text}"
        );
        assert_eq!(
            host.field(&response.new_state, "uuid"),
            Value::from("uuid-a")
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refresh_that_blocks_is_abandoned() {
    let host = Host::impatient("refresh").await;
    for kind in ["hang", "block"] {
        let state = host
            .created(&format!(r#"{{"name":"a","flaw":"read={kind}"}}"#))
            .await;
        host.stop_at_flaw();
        let response = host.read(&state).await;
        assert!(error(&response.diagnostics).contains("mem_thing: read was interrupted"));
        assert!(response.new_state == state);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn timeouts_come_from_the_block_then_its_default_then_the_schema() {
    let host = Host::new("timeouts").await;
    // The schema: delete 5m, default 30m.
    let state = host.created(r#"{"name":"a"}"#).await;
    host.delete(&state).await;
    let state = host
        .created(r#"{"name":"b","timeouts":{"delete":"90s"}}"#)
        .await;
    host.delete(&state).await;
    // The schema's own value goes before a configured default, as in the Go SDK.
    let state = host
        .created(r#"{"name":"c","timeouts":{"default":"7s"}}"#)
        .await;
    host.delete(&state).await;
    let calls = host.remote.calls();
    let deletes: Vec<&str> = calls
        .iter()
        .filter_map(|call| call.strip_prefix("delete "))
        .collect();
    assert_eq!(deletes, ["a within 300", "b within 90", "c within 300"]);
}

/// The service has created the object, and its answer is on the way: the object gets its id.
#[tokio::test(flavor = "multi_thread")]
async fn what_a_retry_has_asked_for_is_in_the_state_after_an_interrupt() {
    let host = Host::new("stop-post").await;
    host.stop_at_flaw();
    let config = r#"{"name":"a","flaw":"create.post=late"}"#;
    let response = host.change(&Value::Null, config).await;
    assert_eq!(
        host.field(&response.new_state, "id"),
        Value::from("id-a"),
        "{}",
        response.diagnostics
    );
    assert_eq!(
        host.remote.calls(),
        ["configure north", "create a", "post a", "read id-a"]
    );
}

/// Neither an attempt that never answers nor one that blocks its thread outlives the call's
/// deadline.
#[tokio::test(flavor = "multi_thread")]
async fn an_attempt_that_does_not_end_is_bounded_by_its_call() {
    for answer in ["never", "blocking"] {
        let host = Host::impatient(&format!("bounded-{answer}")).await;
        let config = format!(
            r#"{{"name":"a","flaw":"create.post={answer}","timeouts":{{"create":"30ms"}}}}"#
        );
        let response = host.change(&Value::Null, &config).await;
        let text = error(&response.diagnostics);
        assert!(text.contains("abandoned"), "{text}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_timeout_ends_the_operation_and_says_how_to_set_it() {
    let host = Host::new("timeout").await;
    let config = r#"{"name":"a","flaw":"create.after=wait","timeouts":{"create":"30ms"}}"#;
    let response = host.change(&Value::Null, config).await;
    let text = error(&response.diagnostics);
    assert!(text.contains("create took longer than 30ms"), "{text}");
    assert!(text.contains("`timeouts` block"), "{text}");
    assert_eq!(host.field(&response.new_state, "id"), Value::from("id-a"));

    // A key without its own value has the default's.
    let host = Host::impatient("timeout").await;
    let state = host
        .created(r#"{"name":"a","timeouts":{"default":"1h"}}"#)
        .await;
    let config = r#"{"name":"a","size":2,"flaw":"update=hang","timeouts":{"default":"30ms"}}"#;
    let response = host.change(&state, config).await;
    let text = error(&response.diagnostics);
    assert!(text.contains("update took longer than 30ms"), "{text}");
    assert!(text.contains("abandoned"), "{text}");
    assert!(response.new_state == state);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_caller_that_is_gone_ends_the_call() {
    let host = Host::new("gone-caller").await;
    let instance = host.instance.clone();
    let config = host.thing(r#"{"name":"a","flaw":"create.after=wait-cancelled"}"#);
    let planned = host.plan(&Value::Null, &config).await.planned_state;
    let apply = tokio::spawn(async move {
        let host = Host {
            instance,
            remote: Default::default(),
        };
        host.apply(&Value::Null, &planned, &config).await
    });
    host.remote.reached(1).await;
    apply.abort();
    assert!(apply.await.is_err_and(|error| error.is_cancelled()));
    // The provider code was asked to stop, though nobody waits for it.
    for _ in 0..10_000 {
        if crate::mem::CANCELLED.load(std::sync::atomic::Ordering::SeqCst) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    panic!("provider code was not cancelled");
}
