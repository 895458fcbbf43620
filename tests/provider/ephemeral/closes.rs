//! Open resources are closed when nobody needs them any more: their caller, client or program has
//! ended.

use std::time::Duration;

use crate::calls::Host;

#[tokio::test(flavor = "multi_thread")]
async fn a_close_continues_without_its_caller() {
    let host = Host::new().await;
    let opened = host.open(r#"{"name":"a","mode":"closes slowly"}"#).await;
    let gone = tokio::time::timeout(Duration::from_millis(50), host.close(&opened.private)).await;
    assert!(gone.is_err());
    host.closed("a").await;
    assert_eq!(host.log(), ["open a of 3", "close a a-xxx 0"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn resources_opened_for_nobody_are_closed() {
    let host = Host::new().await;
    tokio::select! {
        _ = host.open(r#"{"name":"a","mode":"waits"}"#) => panic!("it does not wait"),
        () = host.says("open a of 3") => {}
    }
    host.closed("a").await;
    assert_eq!(host.log(), ["open a of 3", "close a a-xxx 0"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn resources_of_a_lost_client_are_closed() {
    let host = Host::new().await;
    let opened = host.open(r#"{"name":"a"}"#).await;
    let closed = host.open(r#"{"name":"b"}"#).await;
    assert!(host.close(&closed.private).await.is_empty());
    host.instance.client_lost();
    host.closed("a").await;
    assert_eq!(
        host.log(),
        [
            "open a of 3",
            "open b of 3",
            "close b b-xxx 0",
            "close a a-xxx 0"
        ]
    );
    drop(opened);
}

#[tokio::test(flavor = "multi_thread")]
async fn open_resources_are_closed_at_the_end_of_the_program() {
    let host = Host::new().await;
    let opened = [
        host.open(r#"{"name":"a"}"#).await,
        host.open(r#"{"name":"b"}"#).await,
    ];
    let instance = host.instance.clone();
    let ended = std::thread::spawn(move || instance.close(Duration::from_secs(5)));
    tokio::task::spawn_blocking(move || ended.join().unwrap())
        .await
        .unwrap();
    // The last one first: it may depend on the first.
    assert_eq!(
        host.log(),
        [
            "open a of 3",
            "open b of 3",
            "close b b-xxx 0",
            "close a a-xxx 0"
        ]
    );
    drop(opened);
}
