//! Stored identities of other versions, and missing ones; and those of objects that move to a newer
//! version of the identity.

use schema_provider::plugin::Handler;
use schema_provider::plugin::proto::v6::{
    self, DynamicValue, move_resource_state, upgrade_resource_identity, upgrade_resource_state,
};

use super::messages::{Client, error};

/// An identity that is null, instead of an answer without one, which OpenTofu takes for an error.
fn none() -> Option<v6::ResourceIdentityData> {
    Some(v6::ResourceIdentityData {
        identity_data: Some(DynamicValue::from_msgpack(vec![0xc0])),
    })
}

async fn upgrade(
    client: &Client,
    name: &str,
    version: i64,
    json: Option<&str>,
) -> upgrade_resource_identity::Response {
    let request = upgrade_resource_identity::Request {
        type_name: name.to_owned(),
        version,
        raw_identity: json.map(|json| v6::RawState {
            json: json.as_bytes().to_vec().into(),
            ..Default::default()
        }),
    };
    client.server.upgrade_resource_identity(request).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_chain_begins_where_the_identity_was_written() {
    let client = Client::new().await;
    for (version, json) in [
        (0, r#"{"number": "7"}"#),
        (1, r#"{"serial": "7"}"#),
        (2, r#"{"serial": 7, "branch": null}"#),
    ] {
        let upgraded = upgrade(&client, "lib_loan", version, Some(json)).await;
        assert_eq!(upgraded.diagnostics, [], "{json}");
        let identity = client.identity_text("lib_loan", &upgraded.upgraded_identity);
        assert!(identity.ends_with("serial=7"), "{identity}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn older_objects_have_a_null_identity_until_they_are_read() {
    let client = Client::new().await;
    for name in ["lib_loan", "lib_book"] {
        for json in [None, Some(""), Some("null")] {
            let upgraded = upgrade(&client, name, 0, json).await;
            assert_eq!(upgraded.diagnostics, [], "{name} {json:?}");
            assert_eq!(upgraded.upgraded_identity, none(), "{name} {json:?}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_identity_made_of_fields_keeps_what_fits() {
    let client = Client::new().await;
    let upgraded = upgrade(&client, "lib_book", 0, Some(r#"{"shelf": "s", "room": 1}"#)).await;
    assert_eq!(upgraded.diagnostics, []);
    let identity = client.identity_text("lib_book", &upgraded.upgraded_identity);
    assert_eq!(identity, r#"code=null shelf="s""#);
    // Otherwise the next read derives it from the fields.
    for json in [r#"{"room": 1}"#, r#"{"shelf": ["s"]}"#, "7", "{"] {
        let upgraded = upgrade(&client, "lib_book", 0, Some(json)).await;
        assert_eq!(upgraded.diagnostics, [], "{json}");
        assert_eq!(upgraded.upgraded_identity, none(), "{json}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn failed_upgrades_are_errors() {
    let client = Client::new().await;
    for (name, version, json, wrong) in [
        (
            "lib_loan",
            3,
            r#"{"serial": 7}"#,
            "comes from a newer version of the provider",
        ),
        ("lib_loan", 1, r#"{"serial": "x"}"#, "invalid digit"),
        ("lib_loan", 1, r#"{"serial": "panic"}"#, "no such loan"),
        (
            "lib_loan",
            0,
            r#"{"number": []}"#,
            "does not fit its struct",
        ),
        (
            "lib_loan",
            2,
            r#"{"serial": "x"}"#,
            "does not fit its schema",
        ),
        (
            "lib_book",
            7,
            "",
            "comes from a newer version of the provider",
        ),
        ("lib_plain", 0, "", "lib_plain has no identity"),
        ("lib_nothing", 0, "", "no resource"),
    ] {
        let upgraded = upgrade(&client, name, version, Some(json)).await;
        let error = error(&upgraded.diagnostics);
        assert!(error.contains(wrong), "{json}: {error}");
        assert_eq!(upgraded.upgraded_identity, None);
    }
}

/// A move from the same type of a provider on another host. OpenTofu sends no identity with it, and
/// Terraform no version.
pub(crate) async fn moved(
    client: &Client,
    name: &str,
    identity: Option<(i64, &str)>,
) -> move_resource_state::Response {
    let raw = |json: &str| v6::RawState {
        json: json.as_bytes().to_vec().into(),
        ..Default::default()
    };
    let request = move_resource_state::Request {
        source_provider_address: "registry.opentofu.org/x/lib".into(),
        source_type_name: name.into(),
        source_state: Some(raw(r#"{"id": "7"}"#)),
        target_type_name: name.into(),
        source_identity: identity.map(|(_, json)| raw(json)),
        source_identity_schema_version: identity.map_or(0, |(version, _)| version),
        ..Default::default()
    };
    client.server.move_resource_state(request).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_into_a_type_with_a_newer_identity() {
    let client = Client::new().await;
    for (name, version, stored, now) in [
        ("lib_loan", 0, r#"{"number": "7"}"#, "serial=7"),
        ("lib_loan", 1, r#"{"serial": "7"}"#, "serial=7"),
        (
            "lib_book",
            0,
            r#"{"shelf": "s", "room": 1}"#,
            r#"code=null shelf="s""#,
        ),
        // The next read sets what does not fit.
        ("lib_book", 0, r#"{"room": 1}"#, ""),
    ] {
        let with = moved(&client, name, Some((version, stored))).await;
        assert_eq!(with.diagnostics, [], "{stored}");
        assert!(with.target_state.is_some());
        let upgraded = upgrade(&client, name, version, Some(stored)).await;
        assert_eq!(upgraded.diagnostics, [], "{stored}");
        if now.is_empty() {
            assert_eq!(with.target_identity, None);
            assert_eq!(upgraded.upgraded_identity, none());
        } else {
            let identity = client.identity_text(name, &with.target_identity);
            assert!(identity.ends_with(now), "{identity}");
            // OpenTofu keeps the stored one, and requests its upgrade.
            assert_eq!(upgraded.upgraded_identity, with.target_identity);
        }
        let without = moved(&client, name, None).await;
        assert_eq!(
            (without.diagnostics, without.target_identity),
            (vec![], None)
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_whose_source_has_no_identity() {
    let client = Client::new().await;
    for name in ["lib_loan", "lib_book"] {
        for stored in [None, Some((0, "")), Some((0, "null")), Some((1, "null"))] {
            let moved = moved(&client, name, stored).await;
            assert_eq!(moved.diagnostics, [], "{name} {stored:?}");
            assert!(moved.target_state.is_some());
            assert_eq!(moved.target_identity, None, "{name} {stored:?}");
        }
    }
    // The target has no identity: the source's identity is ignored.
    let plain = moved(&client, "lib_plain", Some((1, r#"{"serial": "7"}"#))).await;
    assert_eq!((plain.diagnostics, plain.target_identity), (vec![], None));
}

/// Terraform does not send the version of the source's identity: the move must not fail because of
/// that.
#[tokio::test(flavor = "multi_thread")]
async fn a_move_with_an_identity_of_unknown_version() {
    let client = Client::new().await;
    for (stored, now) in [
        (
            r#"{"serial": 7, "branch": null}"#,
            "branch=null pages=null serial=7",
        ),
        (r#"{"number": "7"}"#, "branch=null pages=[] serial=7"),
        (r#"{"serial": "seven"}"#, "none"),
        (r#"{"elsewhere": true}"#, "none"),
        ("[]", "none"),
    ] {
        let moved = moved(&client, "lib_loan", Some((0, stored))).await;
        assert_eq!(moved.diagnostics, [], "{stored}");
        let identity = client.identity_text("lib_loan", &moved.target_identity);
        assert_eq!(identity, now, "{stored}");
    }
    // If it is sent, the result of the upgrade counts.
    let wrong = moved(&client, "lib_loan", Some((1, r#"{"serial": "x"}"#))).await;
    assert!(error(&wrong.diagnostics).contains("invalid digit"));
    let newer = moved(&client, "lib_loan", Some((3, r#"{"serial": "x"}"#))).await;
    assert!(error(&newer.diagnostics).contains("newer version of the provider"));
}

/// Terraform does not name the object in an error of these calls.
#[tokio::test(flavor = "multi_thread")]
async fn errors_name_the_object_that_was_tried() {
    let client = Client::new().await;
    let identity = Some(r#"{"shelf": "burnt", "code": "c9"}"#);
    let imported = client.import("lib_book", "", identity).await;
    let told = "nobody has it: It was lib_book {\"code\":\"c9\",\"shelf\":\"burnt\"} that was to be imported.";
    assert_eq!(error(&imported.diagnostics), told);
    for (stored, words) in [
        (r#"{"serial": "x"}"#, "invalid digit"),
        (r#"{"serial": "panic"}"#, "no such loan"),
    ] {
        let upgraded = upgrade(&client, "lib_loan", 1, Some(stored)).await;
        let told = error(&upgraded.diagnostics);
        let place =
            format!("It was lib_loan {stored} that was to be identified as this version does.");
        assert!(told.contains(words) && told.ends_with(&place), "{told}");
    }
    let raw = |json: &str| v6::RawState {
        json: json.as_bytes().to_vec().into(),
        ..Default::default()
    };
    for (state, source) in [
        (r#"{"id": "7"}"#, "lib_ash \"7\""),
        (r#"{"note": "a"}"#, "lib_ash"),
        ("[]", "lib_ash"),
    ] {
        let request = move_resource_state::Request {
            source_provider_address: "registry.terraform.io/x/ash".into(),
            source_type_name: "lib_ash".into(),
            source_state: Some(raw(state)),
            target_type_name: "lib_book".into(),
            ..Default::default()
        };
        let moved = client.server.move_resource_state(request).await;
        let told = format!("it is burnt: It was {source} that was to be made a lib_book.");
        assert_eq!(error(&moved.diagnostics), told);
    }
    let request = upgrade_resource_state::Request {
        type_name: "lib_book".into(),
        version: 7,
        raw_state: Some(raw(r#"{"id": "s/c1"}"#)),
    };
    let upgraded = client.server.upgrade_resource_state(request).await;
    let told = error(&upgraded.diagnostics);
    assert!(
        told.ends_with("\nIt was lib_book \"s/c1\" that was to be upgraded."),
        "{told}"
    );
}
