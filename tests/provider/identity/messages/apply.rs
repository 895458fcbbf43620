//! The answers of an apply.

use super::{BOOK, BOOK_IDENTITY, Client, error};

#[tokio::test(flavor = "multi_thread")]
async fn a_failed_create_returns_the_identity() {
    let client = Client::new().await;
    let applied = client
        .apply("lib_loan", "null", r#"{"reader": "r"}"#, None)
        .await;
    assert_eq!(applied.diagnostics, []);
    let identity = "branch=null pages=[1,2] serial=7";
    assert_eq!(
        client.identity_text("lib_loan", &applied.new_identity),
        identity
    );
    let failed = client
        .apply(
            "lib_loan",
            "null",
            r#"{"reader": "r", "how": "fail"}"#,
            None,
        )
        .await;
    assert_eq!(error(&failed.diagnostics), "lent to nobody: ");
    assert_eq!(
        client.identity_text("lib_loan", &failed.new_identity),
        identity
    );
    let failed = client
        .apply("lib_book", "null", r#"{"shelf": "s", "how": "fail"}"#, None)
        .await;
    assert_eq!(
        client.identity_text("lib_book", &failed.new_identity),
        r#"code="c1" shelf="s""#
    );
    let silent = client
        .apply(
            "lib_loan",
            "null",
            r#"{"reader": "r", "how": "silent"}"#,
            None,
        )
        .await;
    let error = error(&silent.diagnostics);
    assert!(
        error.contains("nothing identifies the object after create"),
        "{error}"
    );
    // The object is saved anyway.
    assert!(
        client
            .state_text("lib_loan", &silent.new_state)
            .contains(r#"id="7""#)
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn an_update_that_changes_the_identity_is_an_error_and_the_object_is_saved() {
    let client = Client::new().await;
    let (prior, config) = (
        r#"{"id": "7", "reader": "r"}"#,
        r#"{"reader": "r", "how": "other"}"#,
    );
    let applied = client
        .apply("lib_loan", prior, config, Some(r#"{"serial": 7}"#))
        .await;
    assert!(error(&applied.diagnostics).contains("serial was 7 and is 8"));
    assert!(
        client
            .state_text("lib_loan", &applied.new_state)
            .contains("other")
    );
    // None was stored, and none is returned: read and create return it.
    let config = r#"{"reader": "r", "how": "x"}"#;
    let applied = client.apply("lib_loan", prior, config, None).await;
    assert_eq!((applied.diagnostics, applied.new_identity), (vec![], None));
    let applied = client
        .apply("lib_loan", prior, config, Some(r#"{"serial": 7}"#))
        .await;
    assert_eq!(applied.diagnostics, []);
    let failed = r#"{"shelf": "s", "how": "fail"}"#;
    let applied = client
        .apply("lib_book", BOOK, failed, Some(BOOK_IDENTITY))
        .await;
    assert_eq!(error(&applied.diagnostics), "it stays as it is: ");
    assert_eq!(
        client.identity_text("lib_book", &applied.new_identity),
        r#"code="c1" shelf="s""#
    );
}

/// No plan returns a partly unknown identity, but immutable parts are still compared.
#[tokio::test(flavor = "multi_thread")]
async fn immutable_parts_are_compared_beside_unknown_ones() {
    let client = Client::new().await;
    let prior = r#"{"id": "m", "title": "t", "code": "m1", "label": "label t"}"#;
    let stored = Some(r#"{"code": "m1", "label": "label t"}"#);
    let config = |title: &str| format!(r#"{{"title": "{title}"}}"#);
    let planned = client.plan("lib_mark", prior, &config("u"), stored).await;
    assert_eq!(
        (planned.diagnostics, planned.planned_identity),
        (vec![], None)
    );
    let applied = client.apply("lib_mark", prior, &config("u"), stored).await;
    assert_eq!(applied.diagnostics, []);
    let identity = client.identity_text("lib_mark", &applied.new_identity);
    assert_eq!(identity, r#"code="m1" label="label u""#);
    let recoded = config("recoded");
    let applied = client.apply("lib_mark", prior, &recoded, stored).await;
    let error = error(&applied.diagnostics);
    assert!(error.contains(r#"code was "m1" and is "m2""#), "{error}");
    assert!(
        client
            .state_text("lib_mark", &applied.new_state)
            .contains(r#"code="m2""#)
    );
}
