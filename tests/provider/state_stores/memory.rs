//! Effects of a state store that only the provider's process sees.

use schema_provider::plugin::{Handler, StreamReceiver};

use super::keep::space;
use super::store::{Client, error, state};

#[tokio::test(flavor = "multi_thread")]
async fn states_from_provider_code_are_split_without_copying() {
    let client = Client::new(r#"{"space": "memory large"}"#, 8 << 20).await;
    assert_eq!(client.write("default", &state(20 << 20)).await, []);
    let chunks = client.read("default").await;
    let kept = space("memory large").lock().unwrap().states["default"].clone();
    assert!(std::ptr::eq(kept.as_ptr(), chunks[0].bytes.as_ptr()));
}

#[tokio::test(flavor = "multi_thread")]
async fn truncated_writes_are_rejected_and_never_reach_provider_code() {
    let client = Client::new(r#"{"space": "memory wrong"}"#, 8).await;
    let chunks = client.chunks("default", &state(20));
    let cut_off = StreamReceiver::cut_off(chunks[..2].to_vec());
    let told = error(&client.server.write_state_bytes(cut_off).await.diagnostics);
    assert!(told.contains("broke off"), "{told}");
    let mut wrong = chunks;
    wrong[2].range = None;
    assert!(error(&client.send(wrong).await).contains("has no range"));
    assert!(space("memory wrong").lock().unwrap().calls.is_empty());
}
