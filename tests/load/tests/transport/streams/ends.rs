//! How a stream ends early.

use std::sync::atomic::Ordering;
use std::time::Duration;

use schema_client::Provider;
use schema_client::state_chunks;
use schema_client::{Client, frame};
use schema_transport::proto::v6::*;
use schema_transport::{Options, Protocol, Server};
use tokio::time::{sleep, timeout};

use super::{BOTH, INTERNAL, MIB, listing, names, speaking, state, until};
use crate::client::{Identity, Line, environment};
use crate::handler::Echo;

#[tokio::test]
async fn a_client_that_cancels_ends_the_method_at_once() {
    for protocol in BOTH {
        let (server, provider) = speaking(protocol, Options::default()).await;
        let endless = listing("r", i64::MAX, MIB);
        let mut events = provider.list_resource(&endless).await.unwrap();
        for number in 0..3 {
            let event = events.next().await.unwrap().unwrap();
            assert_eq!(event.display_name, number.to_string());
        }
        drop(events);
        let dropped = || server.echo.dropped.load(Ordering::SeqCst) == 1;
        until("the method is dropped", dropped).await;
        let produced = server.echo.calls.load(Ordering::SeqCst);
        sleep(Duration::from_millis(50)).await;
        assert_eq!(server.echo.calls.load(Ordering::SeqCst), produced);

        // Other code reports it.
        let mut events = provider
            .list_resource(&listing("elsewhere", 1, 0))
            .await
            .unwrap();
        events.next().await.unwrap().unwrap();
        assert!(!server.echo.released.load(Ordering::SeqCst));
        drop(events);
        until("it is told", || server.echo.released.load(Ordering::SeqCst)).await;
        assert_eq!(names(&provider, 2).await, ["0", "1"]);
    }
}

#[tokio::test]
async fn a_panic_ends_its_stream_alone() {
    for protocol in BOTH {
        let (server, provider) = speaking(protocol, Options::default()).await;
        let mut events = provider
            .list_resource(&listing("panic", 5, 0))
            .await
            .unwrap();
        for number in ["0", "1"] {
            assert_eq!(events.next().await.unwrap().unwrap().display_name, number);
        }
        let failure = events.next().await.unwrap().unwrap();
        let told = &failure.diagnostics[0];
        assert_eq!(told.summary, "The provider cannot answer ListResource");
        let detail = "The provider panicked: as asked. This is a bug in the provider.";
        assert_eq!(told.detail, detail);
        assert_eq!(events.next().await.unwrap(), None);
        assert_eq!(server.echo.dropped.load(Ordering::SeqCst), 1);
        if protocol == Protocol::V6 {
            let failed = provider
                .write_state("panic", "default", &state(100), 10)
                .await;
            assert_eq!(failed.unwrap().diagnostics[0].detail, detail);
        }
        assert_eq!(names(&provider, 1).await, ["0"]);
    }
}

#[tokio::test]
async fn a_truncated_request_never_counts_as_complete() {
    let (server, provider) = speaking(Protocol::V6, Options::default()).await;
    let chunks = state_chunks("s", "default", &state(100), 50);
    let good = frame(&chunks[1]).unwrap();
    // Broken frames get a status, other errors a message.
    let bad: [(&[u8], _); 6] = [
        (b"\0\0\0\0\x02\x12\x7f", Some("Malformed message")),
        (b"\0\0\0\0\x05ab", None),
        (b"\0\0", None),
        (b"\x01\0\0\0\0", None),
        (b"\0\x20\0\0\0", Some("536870912 bytes")),
        (b"\0\x10\0\0\x01", Some("268435457 bytes")),
    ];
    for (number, (bytes, words)) in bad.into_iter().enumerate() {
        let mut upload = provider.write_state_bytes().await.unwrap();
        assert!(upload.send(&chunks[0]).await.unwrap());
        let bytes = [good.as_ref(), bytes].concat();
        assert!(upload.send_bytes(bytes.into()).await.unwrap());
        match (upload.finish().await, words) {
            (Ok(answer), Some(words)) => {
                let detail = &answer.diagnostics[0].detail;
                assert!(detail.contains(words), "{number}: {detail}");
            }
            (failed, _) => assert_eq!(failed.unwrap_err().status(), INTERNAL, "{number}"),
        }
        let dropped = || server.echo.dropped.load(Ordering::SeqCst) == number + 1;
        until("the method is dropped", dropped).await;
    }
    // A client that disappears halfway.
    for type_name in ["s", "never"] {
        let before = server.echo.dropped.load(Ordering::SeqCst);
        let mut upload = provider.write_state_bytes().await.unwrap();
        let chunks = state_chunks(type_name, "default", &state(100), 50);
        assert!(upload.send(&chunks[0]).await.unwrap());
        sleep(Duration::from_millis(30)).await;
        assert_eq!(server.echo.dropped.load(Ordering::SeqCst), before);
        drop(upload);
        let dropped = || server.echo.dropped.load(Ordering::SeqCst) == before + 1;
        until("the method is dropped", dropped).await;
    }
    assert!(
        !server.echo.released.load(Ordering::SeqCst),
        "nothing was whole"
    );
    let written = provider.write_state("s", "default", &state(100), 50).await;
    assert_eq!(
        written.unwrap().diagnostics[0].summary,
        "default: 100 bytes, true"
    );
}

#[tokio::test]
async fn a_method_may_answer_before_it_has_read_everything() {
    let (_server, provider) = speaking(Protocol::V6, Options::default()).await;
    for _ in 0..20 {
        let answer = provider
            .write_state("early", "default", &state(20 * MIB), MIB)
            .await;
        assert_eq!(answer.unwrap().diagnostics[0].summary, ": 0 bytes, true");
        let mut upload = provider.write_state_bytes().await.unwrap();
        let chunks = state_chunks("early", "default", &state(100), 50);
        assert!(upload.send(&chunks[0]).await.unwrap());
        assert_eq!(upload.answer().await.unwrap().diagnostics.len(), 1);
    }
    assert_eq!(names(&provider, 1).await, ["0"]);
}

/// A server that is asked to stop, and its client.
async fn stoppable(
    drain: Duration,
) -> (
    Echo,
    Provider,
    tokio::sync::oneshot::Sender<()>,
    tokio::task::JoinHandle<()>,
    tempfile::TempDir,
) {
    let (echo, identity) = (Echo::default(), Identity::new().unwrap());
    let directory = tempfile::tempdir().unwrap();
    let options = Options {
        protocols: vec![Protocol::V6],
        drain,
        ..Options::default()
    };
    let environment = environment(&identity, &directory);
    let server = Server::bind(echo.clone(), options, &environment).unwrap();
    let line = Line::parse(&server.announcement()).unwrap();
    let (stop, stopped) = tokio::sync::oneshot::channel();
    let task = tokio::spawn(server.run(async move {
        let _ = stopped.await;
    }));
    let client = Client::connect(&line, Some(&identity)).await.unwrap();
    let provider = Provider::new(client, Protocol::V6);
    (echo, provider, stop, task, directory)
}

#[tokio::test]
async fn stopped_streams_still_report_their_end() {
    let (_echo, provider, stop, task, _directory) = stoppable(Duration::from_secs(5)).await;
    let request = invoke_action::Request {
        action_type: "until stopped".into(),
        ..Default::default()
    };
    let mut events = provider.invoke_action(&request).await.unwrap();
    assert!(events.next().await.unwrap().is_some());
    stop.send(()).unwrap();
    let events = events.collect().await.unwrap();
    let interrupted = vec![Diagnostic::error("interrupted", "")];
    let end = invoke_action::Event::completed(interrupted);
    assert_eq!(events, [invoke_action::Event::progress("two"), end]);
    timeout(Duration::from_secs(3), task)
        .await
        .unwrap()
        .unwrap();
}

#[tokio::test]
async fn an_endless_stream_does_not_keep_the_server() {
    let (echo, provider, stop, task, _directory) = stoppable(Duration::from_millis(200)).await;
    let mut events = provider
        .list_resource(&listing("r", i64::MAX, MIB))
        .await
        .unwrap();
    events.next().await.unwrap().unwrap();
    let mut upload = provider.write_state_bytes().await.unwrap();
    let chunks = state_chunks("s", "default", &state(100), 50);
    assert!(upload.send(&chunks[0]).await.unwrap());
    until("both go on", || echo.calls.load(Ordering::SeqCst) >= 2).await;
    stop.send(()).unwrap();
    timeout(Duration::from_secs(3), task)
        .await
        .unwrap()
        .unwrap();
    until("both are dropped", || {
        echo.dropped.load(Ordering::SeqCst) == 2
    })
    .await;
    assert!(!echo.released.load(Ordering::SeqCst));
    assert_eq!(upload.finish().await.unwrap_err().status(), None);
    assert!(events.collect().await.is_err());
}
