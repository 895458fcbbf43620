//! Clients that do not save identities: Terraform before 1.12.

use schema_provider::plugin::Handler;
use schema_provider::plugin::proto::v6::plan_resource_change;

use super::{Client, error, served};

/// A client of this version.
async fn terraform(version: &str) -> Client {
    let client = Client::new().await;
    served::configure_as(&client.server, &client.instance, "{}", version).await;
    client
}

#[tokio::test(flavor = "multi_thread")]
async fn an_object_is_made_changed_read_and_deleted() {
    // Also if the client does not identify itself.
    for version in ["1.11.4", ""] {
        let client = terraform(version).await;
        let config = r#"{"reader": "r"}"#;
        let made = client.apply_older("lib_loan", "null", config, b"").await;
        assert_eq!(made.diagnostics, []);
        let (prior, silent) = (
            r#"{"id": "7", "reader": "r"}"#,
            r#"{"reader": "r", "how": "silent"}"#,
        );
        let changed = client
            .apply_older("lib_loan", prior, silent, &made.private)
            .await;
        assert_eq!((changed.diagnostics, changed.new_identity), (vec![], None));
        let state = client.state_text("lib_loan", &changed.new_state);
        assert!(state.contains("silent"), "{state}");
        let prior = r#"{"id": "7", "reader": "r", "how": "silent"}"#;
        let read = client.read("lib_loan", prior, None, &changed.private).await;
        assert_eq!((read.diagnostics, read.new_identity), (vec![], None));
        let gone = client
            .apply_older("lib_loan", prior, "null", &changed.private)
            .await;
        assert_eq!(gone.diagnostics, []);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_hooks_identity_reaches_create_and_is_not_saved() {
    for version in ["1.11.4", ""] {
        let client = terraform(version).await;
        // Create requires the planned identity, and fails without it.
        let whole = r#"{"shelf": "a", "place": "p", "how": "whole"}"#;
        let made = client.apply_older("lib_volume", "null", whole, b"").await;
        assert_eq!(made.diagnostics, []);
        let identity = client.identity_text("lib_volume", &made.new_identity);
        assert_eq!(identity, r#"place="p" serial=7 shelf="shelf a""#);
        assert_eq!(made.private, b""[..]);
    }
    // A different identity from create is an error for clients that may save identities.
    let other = r#"{"shelf": "a", "how": "other"}"#;
    let client = terraform("").await;
    let made = client.apply_older("lib_volume", "null", other, b"").await;
    assert!(error(&made.diagnostics).contains("serial was 8 and is 7"));
    let client = terraform("1.11.4").await;
    let made = client.apply_older("lib_volume", "null", other, b"").await;
    assert_eq!(made.diagnostics, []);
}

/// A replacement passes the private data of its first plan to the second, and a failed create may
/// leave any.
#[tokio::test(flavor = "multi_thread")]
async fn identities_of_another_plan_are_ignored() {
    let client = terraform("").await;
    let plan = async |prior: &str, config: &str, private: &[u8]| {
        let request = plan_resource_change::Request {
            type_name: "lib_volume".to_owned(),
            prior_state: client.state("lib_volume", prior),
            proposed_new_state: client.state("lib_volume", config),
            config: client.state("lib_volume", config),
            prior_private: private.to_vec().into(),
            ..Default::default()
        };
        let planned = client.server.plan_resource_change(request).await;
        assert_eq!(planned.diagnostics, []);
        planned.planned_private
    };
    let whole = r#"{"shelf": "a", "how": "whole"}"#;
    let left = plan("null", whole, b"").await;
    assert_ne!(left, b""[..]);
    // The hook does not set this one.
    let silent = r#"{"shelf": "a", "how": "silent"}"#;
    assert_eq!(plan("null", silent, &left).await, b""[..]);
    let volume = r#"{"id": "7", "shelf": "a"}"#;
    assert_eq!(plan(volume, "null", &left).await, b""[..]);
    assert_eq!(plan(volume, silent, &left).await, b""[..]);
    assert_eq!(plan("null", whole, &left).await, left);
}

#[tokio::test(flavor = "multi_thread")]
async fn identities_cause_no_errors_before_1_12() {
    let prior = r#"{"id": "m", "title": "t", "code": "m1", "label": "label t"}"#;
    let recoded = r#"{"title": "recoded"}"#;
    let silent = r#"{"reader": "r", "how": "silent"}"#;
    for (version, told) in [("1.11.4", false), ("1.12.0", true)] {
        let client = terraform(version).await;
        let made = client.apply_older("lib_loan", "null", silent, b"").await;
        assert_eq!(!made.diagnostics.is_empty(), told, "{version}");
        let changed = client.apply_older("lib_mark", prior, recoded, b"").await;
        assert_eq!(!changed.diagnostics.is_empty(), told, "{version}");
    }
}
