//! State of older versions and of other types.

use std::collections::BTreeMap;

use schema_provider::Value;
use schema_provider::lifecycle::*;
use schema_provider::prelude::*;
use schema_provider::schema_runtime::data::Private;

use crate::host::{Host, error};

fn json(text: &str) -> RawState {
    RawState::Json(text.as_bytes().to_vec())
}

#[tokio::test(flavor = "multi_thread")]
async fn state_of_this_version_is_only_read() {
    let host = Host::new("same-version").await;
    let state = json(r#"{"id":"id-a","name":"a","size":4,"gone":true,"secret":"old"}"#);
    let (value, _) = host
        .instance
        .upgrade_resource_state("mem_thing", 2, state)
        .await
        .unwrap();
    assert_eq!(host.field(&value, "size"), Value::from(4));
    // It has become write-only since.
    assert_eq!(host.field(&value, "secret"), Value::Null);
    assert_eq!(host.remote.calls().len(), 1);

    for bad in [r#"{"name":[1]}"#, "{", "[]", "", "\u{0}"] {
        let upgraded = host
            .instance
            .upgrade_resource_state("mem_thing", 2, json(bad))
            .await;
        assert!(
            error(&upgraded.err().unwrap()).contains("does not fit"),
            "{bad}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn older_state_goes_through_provider_code() {
    let host = Host::new("older").await;
    // `size` has a different type now: it is omitted, and the provider developer sets it.
    let state = json(r#"{"id":"id-a","name":"a","size_kb":4096,"size":{"x":1},"zone":"z"}"#);
    let upgraded = host
        .instance
        .upgrade_resource_state("mem_thing", 1, state)
        .await;
    let (value, _) = upgraded.unwrap();
    assert_eq!(host.field(&value, "id"), Value::from("id-a"));
    assert_eq!(host.field(&value, "size"), Value::from(4));
    assert_eq!(host.field(&value, "zone"), Value::from("z"));
    assert_eq!(host.field(&value, "disk").element_count(), Some(0));
    assert_eq!(host.remote.calls().last().unwrap(), "upgrade 1");

    let flat = [
        ("id", "id-a"),
        ("name", "a"),
        ("size_kb", "2048"),
        ("disk.#", "1"),
        ("disk.0.size", "3"),
    ];
    let flat: BTreeMap<String, String> = flat
        .into_iter()
        .map(|(k, v)| (k.to_owned(), v.to_owned()))
        .collect();
    let upgraded = host
        .instance
        .upgrade_resource_state("mem_thing", 0, RawState::Flatmap(flat))
        .await;
    let (value, _) = upgraded.unwrap();
    assert_eq!(host.field(&value, "size"), Value::from(2));
    assert_eq!(host.field(&value, "disk").element_count(), Some(1));
}

#[tokio::test(flavor = "multi_thread")]
async fn failed_upgrades_are_errors() {
    let host = Host::new("newer").await;
    let upgrade = |name: &'static str, version, text: &'static str| {
        let instance = host.instance.clone();
        async move {
            let upgraded = instance
                .upgrade_resource_state(name, version, json(text))
                .await;
            error(&upgraded.err().unwrap())
        }
    };
    let text = upgrade("mem_thing", 3, "{}").await;
    assert!(text.contains("newer version"), "{text}");
    let text = upgrade("mem_thing", 1, r#"{"id":"x","name":"a","size_kb":"x"}"#).await;
    assert!(text.contains("size_kb"), "{text}");
    let text = upgrade("mem_thing", 1, "[").await;
    assert!(text.contains("damaged"), "{text}");
    let text = upgrade("mem_fixed", -1, r#"{"id":"x"}"#).await;
    assert!(text.contains("no `upgrade`"), "{text}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_from_another_type() {
    let host = Host::unconfigured("moved", Environment::default());
    let from = |type_name: &str| {
        let state = OldState::new(1, json(r#"{"name":"a","size_kb":1}"#));
        MovedState::new(
            "registry.terraform.io/x/old",
            type_name,
            state,
            Private::default(),
        )
    };
    let moved = host
        .instance
        .move_resource_state("mem_thing", from("old_thing"))
        .await;
    let (moved, _) = moved.unwrap();
    assert_eq!(host.field(&moved.state, "id"), Value::from("id-a"));
    assert_eq!(host.field(&moved.state, "name"), Value::from("a"));
    let moved = host
        .instance
        .move_resource_state("mem_thing", from("null_resource"))
        .await;
    assert!(error(&moved.err().unwrap()).contains("only an old_thing"));
    let moved = host
        .instance
        .move_resource_state("mem_fixed", from("null_resource"))
        .await;
    assert!(error(&moved.err().unwrap()).contains("null_resource cannot be moved to mem_fixed"));
}

#[test]
fn flat_strings_are_read_from_both_formats() {
    let stored = json(r#"{"id":"1","disk":[{"size":3}],"labels":{"a":"b"},"zone":null}"#);
    let attributes = OldState::new(0, stored).attributes().unwrap();
    let shown: Vec<String> = attributes.iter().map(|(k, v)| format!("{k}={v}")).collect();
    assert_eq!(
        shown,
        [
            "disk.#=1",
            "disk.0.%=1",
            "disk.0.size=3",
            "id=1",
            "labels.%=1",
            "labels.a=b"
        ]
    );
    let flat = OldState::new(0, RawState::Flatmap(attributes.clone()));
    assert_eq!(flat.attributes().unwrap(), attributes);
    assert!(OldState::new(0, json("[")).attributes().is_err());
}
