//! Plans.

use super::{BOOK, BOOK_IDENTITY, Client, book, error};

#[tokio::test(flavor = "multi_thread")]
async fn the_plan_of_a_new_object_has_a_fully_known_identity() {
    let client = Client::new().await;
    let config = r#"{"shelf": "s", "code": "c"}"#;
    let plan = client.plan("lib_book", "null", config, None).await;
    assert_eq!(plan.diagnostics, []);
    assert_eq!(
        client.identity_text("lib_book", &plan.planned_identity),
        r#"code="c" shelf="s""#
    );
    // Terraform's `show -json` would fail on a partial identity.
    for (name, config) in [("lib_book", r#"{"shelf": "s"}"#), ("lib_member", "{}")] {
        let plan = client.plan(name, "null", config, None).await;
        assert_eq!((plan.diagnostics, plan.planned_identity), (vec![], None));
    }
    // Only the provider's code knows.
    let plan = client
        .plan("lib_loan", "null", r#"{"reader": "r"}"#, None)
        .await;
    assert_eq!(plan.planned_identity, None);
    let plan = client
        .plan("lib_plain", "null", r#"{"name": "r"}"#, None)
        .await;
    assert_eq!(plan.planned_identity, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_plan_of_a_change_in_place_keeps_the_identity() {
    let client = Client::new().await;
    let config = r#"{"shelf": "s", "title": "t"}"#;
    let kept = r#"code="c1" shelf="s""#;
    let plan = client
        .plan("lib_book", BOOK, config, Some(BOOK_IDENTITY))
        .await;
    assert_eq!(plan.diagnostics, []);
    assert_eq!(
        client.identity_text("lib_book", &plan.planned_identity),
        kept
    );
    // Also if none is stored.
    let plan = client.plan("lib_book", BOOK, config, None).await;
    assert_eq!(
        client.identity_text("lib_book", &plan.planned_identity),
        kept
    );
    let loan = r#"{"id": "7", "reader": "r"}"#;
    let change = r#"{"reader": "r", "how": "x"}"#;
    let plan = client
        .plan("lib_loan", loan, change, Some(r#"{"serial": 7}"#))
        .await;
    let identity = client.identity_text("lib_loan", &plan.planned_identity);
    assert_eq!(identity, "branch=null pages=null serial=7");
    let plan = client.plan("lib_loan", loan, change, None).await;
    assert_eq!(plan.planned_identity, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_plan_that_would_change_the_identity_in_place_is_an_error_unless_it_may() {
    let client = Client::new().await;
    // The code is computed, so that it is no replacement.
    let config = r#"{"shelf": "s", "code": "c2"}"#;
    let plan = client
        .plan("lib_book", BOOK, config, Some(BOOK_IDENTITY))
        .await;
    let error = error(&plan.diagnostics);
    assert!(error.contains(r#"code was "c1" and is "c2""#), "{error}");
    let (tag, config) = (r#"{"id": "a", "name": "a"}"#, r#"{"name": "b"}"#);
    let plan = client
        .plan("lib_tag", tag, config, Some(r#"{"name": "a"}"#))
        .await;
    assert_eq!(plan.diagnostics, []);
    assert_eq!(
        client.identity_text("lib_tag", &plan.planned_identity),
        r#"name="b""#
    );
    let applied = client
        .apply("lib_tag", tag, config, Some(r#"{"name": "a"}"#))
        .await;
    assert_eq!(applied.diagnostics, []);
    assert_eq!(
        client.identity_text("lib_tag", &applied.new_identity),
        r#"name="b""#
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_replacement_names_the_old_object_and_then_the_new_one() {
    let client = Client::new().await;
    let config = r#"{"shelf": "other"}"#;
    let first = client
        .plan("lib_book", BOOK, config, Some(BOOK_IDENTITY))
        .await;
    assert_eq!(first.diagnostics, []);
    assert_eq!(first.requires_replace.len(), 1);
    assert_eq!(
        client.identity_text("lib_book", &first.planned_identity),
        r#"code="c1" shelf="s""#
    );
    // Terraform passes the first plan's identity to the second.
    let second = client
        .plan("lib_book", "null", config, Some(BOOK_IDENTITY))
        .await;
    assert_eq!(
        (second.diagnostics, second.planned_identity),
        (vec![], None)
    );
    let applied = client
        .apply("lib_book", "null", config, Some(BOOK_IDENTITY))
        .await;
    assert_eq!(applied.diagnostics, []);
    assert_eq!(
        client.identity_text("lib_book", &applied.new_identity),
        r#"code="c1" shelf="other""#
    );
    let loan = client
        .plan(
            "lib_loan",
            "null",
            r#"{"reader": "q"}"#,
            Some(r#"{"serial": 7}"#),
        )
        .await;
    assert_eq!(loan.planned_identity, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_destroy_keeps_the_identity_in_the_plan_and_drops_it_when_done() {
    let client = Client::new().await;
    let plan = client
        .plan("lib_book", BOOK, "null", Some(BOOK_IDENTITY))
        .await;
    assert_eq!(
        client.identity_text("lib_book", &plan.planned_identity),
        r#"code="c1" shelf="s""#
    );
    let applied = client
        .apply("lib_book", BOOK, "null", Some(BOOK_IDENTITY))
        .await;
    assert_eq!(applied.diagnostics, []);
    assert_eq!(applied.new_identity, None);
    let stuck = client
        .apply("lib_book", &book("stuck"), "null", Some(BOOK_IDENTITY))
        .await;
    assert_eq!(
        error(&stuck.diagnostics),
        "the book is stuck: It was lib_book \"s/c1\" that was to be destroyed."
    );
    assert_eq!(
        client.identity_text("lib_book", &stuck.new_identity),
        r#"code="c1" shelf="s""#
    );
}

/// For an object that stays, Terraform accepts no unknown identity, and the identity could not
/// change.
#[tokio::test(flavor = "multi_thread")]
async fn a_stored_identity_that_the_hook_makes_unknown_is_an_error() {
    let client = Client::new().await;
    let config = r#"{"shelf": "s", "how": "hide"}"#;
    let plan = client
        .plan("lib_book", BOOK, config, Some(BOOK_IDENTITY))
        .await;
    let error = error(&plan.diagnostics);
    assert!(
        error.starts_with("lib_book: the plan changes the object's identity: "),
        "{error}"
    );
    assert!(
        error.contains(r#"code is "c1", and was made unknown"#),
        "{error}"
    );
    assert!(!error.contains("shelf is"), "{error}");
    // It may be, if none is stored, for the replaced object, and for a new one.
    let other = r#"{"shelf": "other", "how": "hide"}"#;
    for (prior, config, identity) in [
        (BOOK, config, None),
        (BOOK, other, Some(BOOK_IDENTITY)),
        ("null", other, Some(BOOK_IDENTITY)),
        (BOOK, "null", Some(BOOK_IDENTITY)),
    ] {
        let plan = client.plan("lib_book", prior, config, identity).await;
        assert_eq!(plan.diagnostics, [], "{prior}, {config}");
    }
}
