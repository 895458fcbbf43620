//! Messages that exceed the size limit, with a smaller limit, and cases that need a shorter
//! timeout.

use std::time::Duration;

use schema_provider::plugin::proto::v6::invoke_action::Event;
use schema_provider::plugin::{Handler, StreamSender};

use super::wire::{encoded, one, request, server, stream};

#[tokio::test(flavor = "multi_thread")]
async fn messages_are_truncated_to_the_protocols_limit() {
    let (server, instance, _, _directory) = server().await;
    let server = server.with_largest_answer(2000);
    let long = "x".repeat(5000);
    let config = encoded(&instance, "lab_plain", &format!(r#"{{"text":"{long}"}}"#));
    let (progress, end) = stream(&server, request("lab_plain", config)).await;
    assert_eq!((progress.len(), end.len()), (1, 0));
    assert!(progress[0].len() <= 1100, "{}", progress[0].len());
    let text = format!(r#"{{"sample":"a","flaw":"{long}"}}"#);
    let config = encoded(&instance, "lab_test", &text);
    let (_, end) = stream(&server, request("lab_test", config)).await;
    let size = prost::Message::encoded_len(&Event::completed(end.clone()));
    assert!(size <= 2000 && !end.is_empty(), "{size}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_action_with_unread_progress_is_stopped() {
    let (server, instance, log, _directory) = server().await;
    let config = encoded(&instance, "lab_test", r#"{"sample":"a","flaw":"wait"}"#);
    let (send, taken) = StreamSender::local();
    drop(taken);
    let limit = Duration::from_secs(60);
    let answered = server.invoke_action(request("lab_test", config), send);
    tokio::time::timeout(limit, answered)
        .await
        .expect("the end");
    log.wait("cancelled").await;
}

/// A program waits longer for it than a test can.
#[tokio::test(flavor = "multi_thread")]
async fn code_that_ignores_its_timeout_ends_with_an_error() {
    let (server, instance, _, _directory) = server().await;
    for flaw in ["hang", "block"] {
        let text = format!(r#"{{"sample":"a","flaw":"{flaw}","timeouts":{{"invoke":"20ms"}}}}"#);
        let config = encoded(&instance, "lab_test", &text);
        let (_, end) = stream(&server, request("lab_test", config)).await;
        let told = one(&end);
        let told = format!("{} {}", told.summary, told.detail);
        assert!(told.contains("took longer than 20ms"), "{flaw}: {told}");
    }
}
