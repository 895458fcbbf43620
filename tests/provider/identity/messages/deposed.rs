//! Two objects at one address: the new one is created first, and the old, deposed one is deleted.

use schema_provider::plugin::Handler;
use schema_provider::plugin::proto::v6::{apply_resource_change, plan_resource_change};

use super::{BOOK, BOOK_IDENTITY, Client, book, error};

const OLD: &str = r#"code="c1" shelf="s""#;

#[tokio::test(flavor = "multi_thread")]
async fn a_deposed_object_keeps_its_identity_until_it_is_deleted() {
    let client = Client::new().await;
    let config = r#"{"shelf": "other"}"#;
    let first = client
        .plan("lib_book", BOOK, config, Some(BOOK_IDENTITY))
        .await;
    assert_eq!(first.requires_replace.len(), 1);
    // Created first, with the old identity as that of the plan before.
    let made = client
        .apply("lib_book", "null", config, Some(BOOK_IDENTITY))
        .await;
    assert_eq!(made.diagnostics, []);
    let new = r#"code="c1" shelf="other""#;
    assert_eq!(client.identity_text("lib_book", &made.new_identity), new);
    // A refresh of the deposed one returns its own, also if none was stored with it.
    for stored in [Some(BOOK_IDENTITY), None] {
        let read = client.read("lib_book", BOOK, stored, b"").await;
        assert_eq!(read.diagnostics, []);
        assert_eq!(client.identity_text("lib_book", &read.new_identity), OLD);
    }
    // It cannot be deleted: it is unchanged.
    let stuck = client
        .apply("lib_book", &book("stuck"), "null", Some(BOOK_IDENTITY))
        .await;
    assert_eq!(
        error(&stuck.diagnostics),
        "the book is stuck: It was lib_book \"s/c1\" that was to be destroyed."
    );
    assert_eq!(client.identity_text("lib_book", &stuck.new_identity), OLD);
    // With and without a stored identity in Terraform.
    for stored in [None, Some(BOOK_IDENTITY)] {
        let plan = client.plan("lib_book", BOOK, "null", stored).await;
        assert_eq!(plan.diagnostics, []);
        let request = apply_resource_change::Request {
            type_name: "lib_book".to_owned(),
            prior_state: client.state("lib_book", BOOK),
            planned_state: client.state("lib_book", "null"),
            config: client.state("lib_book", "null"),
            planned_private: plan.planned_private,
            planned_identity: plan.planned_identity,
            ..Default::default()
        };
        let deleted = client.server.apply_resource_change(request).await;
        assert_eq!((deleted.diagnostics, deleted.new_identity), (vec![], None));
    }
    // The new one is unchanged.
    let state = r#"{"id": "other/c1", "shelf": "other", "code": "c1"}"#;
    let identity = Some(r#"{"shelf": "other", "code": "c1"}"#);
    let read = client.read("lib_book", state, identity, b"").await;
    assert_eq!(client.identity_text("lib_book", &read.new_identity), new);
}

/// OpenTofu plans the new object of a replacement without the old one's identity, with the private
/// data of the plan before, and destroys the old one with the private data of that plan.
#[tokio::test(flavor = "multi_thread")]
async fn replaced_objects_are_identified_without_a_cause_in_the_second_plan() {
    let client = Client::new().await;
    let prior = r#"{"id": "7", "reader": "a", "how": "identified"}"#;
    let config = r#"{"reader": "b", "how": "identified"}"#;
    let identity = r#"{"serial": 7, "branch": null}"#;
    let first = client.plan("lib_loan", prior, config, Some(identity)).await;
    assert_eq!(first.requires_replace.len(), 1);
    let planned = client.state("lib_loan", config);
    let second = plan_resource_change::Request {
        type_name: "lib_loan".to_owned(),
        prior_state: client.state("lib_loan", "null"),
        proposed_new_state: planned.clone(),
        config: planned,
        prior_private: first.planned_private,
        ..Default::default()
    };
    let second = client.server.plan_resource_change(second).await;
    assert_eq!(second.diagnostics, []);
    let request = apply_resource_change::Request {
        type_name: "lib_loan".to_owned(),
        prior_state: client.state("lib_loan", prior),
        planned_state: client.state("lib_loan", "null"),
        config: client.state("lib_loan", "null"),
        planned_private: second.planned_private,
        ..Default::default()
    };
    let deleted = client.server.apply_resource_change(request).await;
    assert_eq!(deleted.diagnostics, []);
}
