//! The calls that an interrupt reaches, and those that it does not.

use std::time::Duration;

use schema_provider::lifecycle::Instance;

use crate::keep::{TYPE, configured, provider, space};

/// Waits until the function was called.
async fn called(name: &str) {
    for _ in 0..20_000 {
        if !space(name).lock().unwrap().calls.is_empty() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    panic!("{name} was not called");
}

async fn waiting(name: &str, operation: &str) -> Instance {
    let instance = provider().await;
    let text = format!(r#"{{"space": "{name}", "fault": "wait {operation}"}}"#);
    configured(&instance, &text).await;
    instance
}

#[tokio::test(flavor = "multi_thread")]
async fn a_write_goes_on_after_an_interrupt() {
    let instance = waiting("interrupted write", "write").await;
    let other = instance.clone();
    let write =
        tokio::spawn(async move { other.write_state_bytes(TYPE, "default", "x".into()).await });
    called("interrupted write").await;
    instance.stop();
    let written = write.await.unwrap();
    assert!(written.is_empty(), "{written}");
    assert_eq!(
        space("interrupted write").lock().unwrap().states["default"],
        "x"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_read_ends_with_an_interrupt() {
    let instance = waiting("interrupted read", "read").await;
    let other = instance.clone();
    let read = tokio::spawn(async move { other.read_state_bytes(TYPE, "default").await });
    called("interrupted read").await;
    instance.stop();
    let read = read.await.unwrap();
    assert!(read.state.is_none());
    let told = read.diagnostics.to_string();
    assert!(told.contains("read was interrupted"), "{told}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_abandoned_write_is_reported_and_may_still_end() {
    let instance = waiting("gone", "write").await;
    let other = instance.clone();
    let write =
        tokio::spawn(async move { other.write_state_bytes(TYPE, "gone", "x".into()).await });
    called("gone").await;
    write.abort();
    // `Cx::check` reports it, and nothing was written.
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert!(!space("gone").lock().unwrap().states.contains_key("gone"));
}
