//! The plan hook's values for an identity with its own struct.

use super::messages::{Client, error};

const VOLUME: &str = r#"{"id": "7", "shelf": "a"}"#;
const IDENTITY: &str = r#"{"shelf": "shelf a", "serial": 7}"#;

#[tokio::test(flavor = "multi_thread")]
async fn a_new_object_has_the_identity_set_by_the_hook() {
    let client = Client::new().await;
    let plan = client
        .plan("lib_volume", "null", r#"{"shelf": "a"}"#, None)
        .await;
    // A part of it is known only to create.
    assert_eq!((plan.diagnostics, plan.planned_identity), (vec![], None));
    let applied = client
        .apply("lib_volume", "null", r#"{"shelf": "a"}"#, None)
        .await;
    assert_eq!(applied.diagnostics, []);
    let made = client.identity_text("lib_volume", &applied.new_identity);
    assert_eq!(made, r#"place=null serial=7 shelf="shelf a""#);
    // If the hook sets nothing, only create knows.
    let silent = r#"{"shelf": "a", "how": "silent"}"#;
    let plan = client.plan("lib_volume", "null", silent, None).await;
    assert_eq!(plan.planned_identity, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn create_need_not_set_a_fully_planned_identity() {
    let client = Client::new().await;
    let whole = r#"{"shelf": "a", "place": "p", "how": "whole"}"#;
    let applied = client.apply("lib_volume", "null", whole, None).await;
    assert_eq!(applied.diagnostics, []);
    let made = client.identity_text("lib_volume", &applied.new_identity);
    assert_eq!(made, r#"place="p" serial=7 shelf="shelf a""#);
}

#[tokio::test(flavor = "multi_thread")]
async fn create_must_not_contradict_the_planned_identity() {
    let client = Client::new().await;
    let other = r#"{"shelf": "a", "how": "other"}"#;
    let applied = client.apply("lib_volume", "null", other, None).await;
    let error = error(&applied.diagnostics);
    assert!(
        error.starts_with("lib_volume: create changes the object's identity: The plan hook set"),
        "{error}"
    );
    assert!(
        error.contains(r#"shelf was "elsewhere" and is "shelf a""#),
        "{error}"
    );
    assert!(error.contains("serial was 8 and is 7"), "{error}");
    // The object exists, with the identity that create set.
    assert!(
        client
            .state_text("lib_volume", &applied.new_state)
            .contains(r#"id="7""#)
    );
    let made = client.identity_text("lib_volume", &applied.new_identity);
    assert_eq!(made, r#"place=null serial=7 shelf="shelf a""#);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_hook_changes_mutable_parts_of_an_existing_identity() {
    let client = Client::new().await;
    // The serial number is the stored one.
    let config = r#"{"shelf": "a", "place": "p"}"#;
    let plan = client
        .plan("lib_volume", VOLUME, config, Some(IDENTITY))
        .await;
    assert_eq!(plan.diagnostics, []);
    let planned = client.identity_text("lib_volume", &plan.planned_identity);
    assert_eq!(planned, r#"place="p" serial=7 shelf="shelf a""#);
    let applied = client
        .apply("lib_volume", VOLUME, config, Some(IDENTITY))
        .await;
    assert_eq!(applied.diagnostics, []);
    let left = client.identity_text("lib_volume", &applied.new_identity);
    assert_eq!(left, r#"place="p" serial=7 shelf="shelf a""#);
    let other = r#"{"shelf": "a", "how": "other"}"#;
    let plan = client
        .plan("lib_volume", VOLUME, other, Some(IDENTITY))
        .await;
    let error = error(&plan.diagnostics);
    assert!(
        error.contains("the plan changes the object's identity"),
        "{error}"
    );
    // If none is stored and the hook knows only a part, the plan omits it: Terraform accepts no
    // unknowns.
    let plan = client.plan("lib_volume", VOLUME, config, None).await;
    assert_eq!((plan.diagnostics, plan.planned_identity), (vec![], None));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_replacement_plans_the_old_identity_regardless_of_the_hook() {
    let client = Client::new().await;
    let config = r#"{"shelf": "b"}"#;
    let first = client
        .plan("lib_volume", VOLUME, config, Some(IDENTITY))
        .await;
    assert_eq!(first.diagnostics, []);
    assert_eq!(first.requires_replace.len(), 1);
    let old = client.identity_text("lib_volume", &first.planned_identity);
    assert_eq!(old, r#"place=null serial=7 shelf="shelf a""#);
    // Terraform passes the old identity to the second plan, in which the hook must not take it for
    // the new one's.
    let second = client
        .plan("lib_volume", "null", config, Some(IDENTITY))
        .await;
    assert_eq!(
        (second.diagnostics, second.planned_identity),
        (vec![], None)
    );
    let gone = client
        .plan("lib_volume", VOLUME, "null", Some(IDENTITY))
        .await;
    let old = client.identity_text("lib_volume", &gone.planned_identity);
    assert_eq!(old, r#"place=null serial=7 shelf="shelf a""#);
}

/// A panic in create, or an interrupt, loses the data with their task; an identity set before is
/// saved with the object.
#[tokio::test(flavor = "multi_thread")]
async fn a_panicking_create_saves_the_identity_set_before() {
    let client = Client::new().await;
    let config = r#"{"reader": "r", "how": "panic"}"#;
    let applied = client.apply("lib_loan", "null", config, None).await;
    assert!(error(&applied.diagnostics).contains("panicked in create"));
    let state = client.state_text("lib_loan", &applied.new_state);
    assert!(state.contains(r#"id="7""#), "{state}");
    let identity = client.identity_text("lib_loan", &applied.new_identity);
    assert_eq!(identity, "branch=null pages=[1,2] serial=7");
}

/// A failed update's identity is ignored if it must not change.
#[tokio::test(flavor = "multi_thread")]
async fn an_update_that_fails_changes_no_identity() {
    let client = Client::new().await;
    let prior = r#"{"id": "7", "reader": "r"}"#;
    let stored = Some(r#"{"serial": 7}"#);
    let config = r#"{"reader": "r", "how": "other and fail"}"#;
    let applied = client.apply("lib_loan", prior, config, stored).await;
    assert_eq!(error(&applied.diagnostics), "nothing was lent: ");
    let identity = client.identity_text("lib_loan", &applied.new_identity);
    assert_eq!(identity, "branch=null pages=null serial=7");
}
