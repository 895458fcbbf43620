//! Configuration generated from objects.

use schema_provider::Value;
use schema_provider::lifecycle::{Instance, PlanRequest};
use schema_provider::plugin::Handler;
use schema_provider::plugin::proto::v6::{DynamicValue, generate_resource_config};
use schema_provider::prelude::*;
use schema_provider::schema_runtime::codec::{UnsupportedAttributes, json, msgpack};
use schema_provider::server::ProviderServer;

use super::studio::Studio;

/// An object as after an import, with other values in these fields.
const OBJECT: &str = r#"{"id": "7", "name": "n", "speed": 24, "owner": "o", "sum": "s", "author": "o",
    "label": "l", "a": "x", "storage": {"place": "p", "since": "1999"},
    "track": [{"name": "t", "channels": 1, "length": 9, "note": "k"}, {"name": "u", "channels": 2, "length": 9}],
    "copy": [{"name": "t", "number": 1}, {"name": "t", "number": 2}]}"#;

fn instance() -> Instance {
    Instance::new::<Studio>(Environment::default()).unwrap()
}

fn object(instance: &Instance, changes: &[(&str, &str)]) -> Value {
    let mut object: serde_json::Map<String, serde_json::Value> =
        serde_json::from_str(OBJECT).unwrap();
    for (name, value) in changes {
        object.insert((*name).to_owned(), serde_json::from_str(value).unwrap());
    }
    let text = serde_json::to_vec(&object).unwrap();
    let block = &instance.schemas().resources["studio_reel"].block;
    json::decode_block(block, &text, UnsupportedAttributes::Refuse).unwrap()
}

fn field<'a>(instance: &Instance, object: &'a Value, name: &str) -> &'a Value {
    let block = &instance.schemas().resources["studio_reel"].block;
    &object.as_object().unwrap()[block.find(name).unwrap().0]
}

/// The configuration, which must be valid except for the password and plan without a change.
async fn generated(instance: &Instance, state: &Value) -> Value {
    let (config, warnings) = instance
        .generate_resource_config("studio_reel", state.clone())
        .await;
    assert_eq!(
        warnings
            .iter()
            .map(|warning| warning.to_string())
            .collect::<Vec<_>>()
            .len(),
        1,
        "{warnings}"
    );
    assert!(
        warnings.to_string().contains("password must be filled in"),
        "{warnings}"
    );
    let mut filled = config.clone();
    if let Value::Object(values) = &mut filled {
        let block = &instance.schemas().resources["studio_reel"].block;
        values[block.find("password").unwrap().0] = Value::from("p");
    }
    let found = instance
        .validate_resource_config("studio_reel", &filled)
        .await;
    assert!(!found.has_errors(), "{found}");
    let planned = instance
        .plan_resource_change(PlanRequest {
            type_name: "studio_reel".to_owned(),
            prior_state: state.clone(),
            config: filled,
            prior_private: Vec::new(),
            planned_private: None,
            prior_identity: None,
        })
        .await;
    assert!(!planned.diagnostics.has_errors(), "{}", planned.diagnostics);
    assert!(
        planned.planned_state == *state,
        "the object would be changed"
    );
    config
}

#[tokio::test(flavor = "multi_thread")]
async fn redundant_arguments_are_omitted() {
    let instance = instance();
    let state = object(&instance, &[]);
    let config = generated(&instance, &state).await;
    for name in [
        "id", "speed", "sum", "author", "velocity", "password", "comment", "b", "timeouts",
    ] {
        assert!(field(&instance, &config, name).is_null(), "{name}");
    }
    for name in ["name", "owner", "label", "a"] {
        assert_eq!(
            field(&instance, &config, name),
            field(&instance, &state, name),
            "{name}"
        );
    }
    let Value::List(tracks) = field(&instance, &config, "track") else {
        panic!("no tracks");
    };
    // Sorted by name: channels, length, name, note. One of them has another number of channels.
    assert_eq!(tracks.len(), 2);
    assert!(tracks[0].as_object().unwrap()[1].is_null());
    assert_eq!(tracks[1].as_object().unwrap()[0], Value::from(2));
    assert_eq!(tracks[0].as_object().unwrap()[3], Value::from("k"));
    let storage = field(&instance, &config, "storage").as_object().unwrap();
    assert_eq!(storage, [Value::from("p"), Value::Null]);
}

#[tokio::test(flavor = "multi_thread")]
async fn arguments_that_affect_the_object_are_kept() {
    let instance = instance();
    let state = object(
        &instance,
        &[("speed", "30"), ("comment", "\"c\""), ("label", "\"\"")],
    );
    let config = generated(&instance, &state).await;
    assert_eq!(*field(&instance, &config, "speed"), Value::from(30));
    // It is deprecated, but without it the object would lose it.
    assert_eq!(*field(&instance, &config, "comment"), Value::from("c"));
    let label = field(&instance, &config, "label");
    assert!(label.is_null() || *label == Value::from(""));
}

#[tokio::test(flavor = "multi_thread")]
async fn one_of_several_exclusive_alternatives_is_kept() {
    let instance = instance();
    let state = object(&instance, &[("size_kb", "2048"), ("size_mb", "2")]);
    let config = generated(&instance, &state).await;
    let (kb, mb) = (
        field(&instance, &config, "size_kb"),
        field(&instance, &config, "size_mb"),
    );
    assert!(kb.is_null() != mb.is_null(), "{kb:?} {mb:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn null_and_unknown_values_generate_no_configuration() {
    let instance = instance();
    let (config, found) = instance
        .generate_resource_config("studio_reel", Value::Null)
        .await;
    assert!(config.is_null() && found.is_empty());
    let mut state = object(&instance, &[]);
    if let Value::Object(values) = &mut state {
        values[0] = Value::Unknown(None);
    }
    let (config, found) = instance
        .generate_resource_config("studio_reel", state)
        .await;
    assert!(config.is_null() && found.has_errors());
    let (_, found) = instance
        .generate_resource_config("studio_film", Value::Null)
        .await;
    assert!(found.to_string().contains("studio_film"));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_server_generates_too() {
    let instance = instance();
    let server = ProviderServer::new(instance.clone());
    let block = &instance.schemas().resources["studio_reel"].block;
    let state = object(&instance, &[]);
    let request = |state| generate_resource_config::Request {
        type_name: "studio_reel".to_owned(),
        state,
    };
    let wire = DynamicValue::from_msgpack(msgpack::encode_block(block, &state).unwrap());
    let answer = server.generate_resource_config(request(Some(wire))).await;
    let config = msgpack::decode_block(block, &answer.config.unwrap().msgpack).unwrap();
    assert!(config == generated(&instance, &state).await);
    let null = DynamicValue::from_msgpack(msgpack::encode_block(block, &Value::Null).unwrap());
    for state in [None, Some(null.clone())] {
        let answer = server.generate_resource_config(request(state)).await;
        assert_eq!(answer.config, Some(null.clone()));
        assert_eq!(answer.diagnostics, []);
    }
    let garbage = DynamicValue::from_msgpack(vec![0xc1]);
    let answer = server
        .generate_resource_config(request(Some(garbage)))
        .await;
    assert_eq!((answer.config, answer.diagnostics.len()), (None, 1));
}
