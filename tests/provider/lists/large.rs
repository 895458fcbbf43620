//! Answers that exceed the size limit, with a smaller limit.

use super::archive::Archive;
use super::served;
use super::wire::list;

#[tokio::test(flavor = "multi_thread")]
async fn objects_too_large_for_a_message_are_errors() {
    let (server, instance) = served::configured::<Archive>("{}").await;
    let events = list(
        &server.clone().with_largest_answer(200),
        &instance,
        r#"{"shelf": "s", "count": 2}"#,
        10,
        false,
    )
    .await;
    assert_eq!(events.len(), 2);
    let huge = format!(r#"{{"shelf": "{}"}}"#, "x".repeat(5000));
    let events = list(
        &server.with_largest_answer(4000),
        &instance,
        &huge,
        10,
        false,
    )
    .await;
    assert_eq!(events.len(), 1);
    assert!(
        events[0].diagnostics[0]
            .summary
            .contains("too large for Terraform"),
        "{events:?}"
    );
}
