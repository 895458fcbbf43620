//! Which clients are accepted.

use crate::client::{CallError, Client, Identity, Line, Running, start};
use schema_transport::proto::v6;
use schema_transport::{Network, Options};
use std::sync::atomic::Ordering;

const READ: &str = "/tfplugin6.Provider/ReadResource";

/// A TLS 1.3 handshake ends for the client before the server has checked its certificate, so that
/// the rejection may show only in the first call.
async fn try_read(
    line: &Line,
    identity: Option<&Identity>,
) -> Result<v6::read_resource::Response, CallError> {
    let client = Client::connect(line, identity).await?;
    client
        .call(READ, &v6::read_resource::Request::default())
        .await
}

async fn refused(server: &Running, identity: Option<&Identity>) {
    let failure = try_read(&server.line, identity).await.unwrap_err();
    assert_eq!(
        failure.status(),
        None,
        "the connection itself must fail: {failure:?}"
    );
    assert_eq!(server.echo.calls.load(Ordering::SeqCst), 0);
    // The server itself is unharmed.
    try_read(&server.line, Some(&server.identity))
        .await
        .unwrap();
    assert_eq!(server.echo.calls.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn a_client_without_a_certificate_is_rejected() {
    refused(&start(Options::default()), None).await;
}

#[tokio::test]
async fn a_client_with_another_certificate_is_rejected() {
    refused(&start(Options::default()), Some(&Identity::new().unwrap())).await;
}

#[tokio::test]
async fn a_client_with_the_right_certificate_and_another_key_is_rejected() {
    let server = start(Options::default());
    let thief = server.identity.with_key_of(&Identity::new().unwrap());
    refused(&server, Some(&thief)).await;
}

#[tokio::test]
async fn a_client_without_tls_is_rejected() {
    let server = start(Options::default());
    let plain = Line::parse(&format!("1|6|unix|{}|grpc|\n", server.line.address)).unwrap();
    let failure = try_read(&plain, None).await.unwrap_err();
    assert_eq!(failure.status(), None);
    assert_eq!(server.echo.calls.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn silent_strangers_delay_nothing() {
    let server = start(Options::default());
    let mut strangers = Vec::new();
    for _ in 0..20 {
        strangers.push(
            tokio::net::UnixStream::connect(&server.line.address)
                .await
                .unwrap(),
        );
    }
    try_read(&server.line, Some(&server.identity))
        .await
        .unwrap();
}

#[tokio::test]
async fn tcp_answers_without_delay() {
    let server = start(Options {
        network: Network::Tcp,
        ..Options::default()
    });
    assert_eq!(server.line.network, "tcp");
    let client = server.client().await;
    let start = std::time::Instant::now();
    for _ in 0..25 {
        let state = v6::DynamicValue::from_msgpack(vec![7; 5_000]);
        let request = v6::read_resource::Request {
            current_state: Some(state),
            ..Default::default()
        };
        let answer: v6::read_resource::Response = client.call(READ, &request).await.unwrap();
        assert!(answer.new_state == request.current_state);
    }
    // Without TCP_NODELAY each call would take 40 ms.
    assert!(
        start.elapsed() < std::time::Duration::from_millis(800),
        "{:?}",
        start.elapsed()
    );
}
