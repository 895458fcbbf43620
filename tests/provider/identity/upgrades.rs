//! Stored identities of other versions, and none.

use schema_provider::plugin::Handler;
use schema_provider::plugin::proto::v6::{self, DynamicValue, upgrade_resource_identity};

use super::messages::{Client, error};

/// An identity that is null, and not an answer without one, which OpenTofu takes for an error.
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
async fn objects_from_before_there_were_identities_have_a_null_one_until_they_are_read() {
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
    // Else it is what the next read makes of the fields.
    for json in [r#"{"room": 1}"#, r#"{"shelf": ["s"]}"#, "7", "{"] {
        let upgraded = upgrade(&client, "lib_book", 0, Some(json)).await;
        assert_eq!(upgraded.diagnostics, [], "{json}");
        assert_eq!(upgraded.upgraded_identity, none(), "{json}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_upgraded_is_an_error() {
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
