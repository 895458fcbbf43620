//! Opened values that exceed the size limit, with a smaller limit.

use super::wire::{Host, TOKEN, dynamic, error, open_as};

#[tokio::test(flavor = "multi_thread")]
async fn resources_too_large_for_a_message_are_closed() {
    let host = Host::new().await;
    let server = host.server.clone().with_largest_answer(4096);
    let config = dynamic(&host, TOKEN, r#"{"name":"a","length":10000}"#);
    let opened = open_as(&server, TOKEN, config).await;
    assert!(error(&opened.diagnostics).summary.contains("too large"));
    assert_eq!((&opened.result, &opened.private), (&None, &None));
    let log = host.log();
    assert_eq!(log.len(), 2, "{log:?}");
    assert!(log[1].starts_with("close a"), "{log:?}");
}
