//! Messages that generate a configuration from an object: each rule for omissions.

use schema_provider::Value;
use schema_provider::lifecycle::Instance;
use schema_provider::plugin::Handler;
use schema_provider::plugin::proto::v6::{
    DynamicValue, diagnostic, generate_resource_config, plan_resource_change,
    validate_resource_config,
};
use schema_provider::schema_runtime::codec::msgpack;

use super::served::{self, Server};
use super::studio::Studio;

const REEL: &str = "studio_reel";

/// An object as after an import.
const OBJECT: &str = r#"{"id": "7", "name": "n", "speed": 24, "owner": "o", "sum": "s", "author": "o",
    "label": "l", "a": "x", "storage": {"place": "p", "since": "1999"},
    "track": [{"name": "t", "channels": 1, "length": 9, "note": "k"}, {"name": "u", "channels": 2, "length": 9}],
    "copy": [{"name": "t", "number": 1}, {"name": "t", "number": 2}]}"#;

/// The object with other values in these fields.
fn object(instance: &Instance, changes: &[(&str, &str)]) -> Option<DynamicValue> {
    let mut object: serde_json::Map<String, serde_json::Value> =
        serde_json::from_str(OBJECT).unwrap();
    for (name, value) in changes {
        object.insert((*name).to_owned(), serde_json::from_str(value).unwrap());
    }
    let text = serde_json::Value::Object(object).to_string();
    served::encoded(&instance.schemas().resources[REEL], &text)
}

async fn generate(
    server: &Server,
    state: Option<DynamicValue>,
) -> generate_resource_config::Response {
    let request = generate_resource_config::Request {
        type_name: REEL.to_owned(),
        state,
    };
    server.generate_resource_config(request).await
}

fn decoded(instance: &Instance, value: &DynamicValue) -> Value {
    let block = &instance.schemas().resources[REEL].block;
    msgpack::decode_block(block, &value.msgpack).unwrap()
}

/// The fields of the generated configuration, which is valid and changes nothing imported.
async fn generated(
    (server, instance): &(Server, Instance),
    changes: &[(&str, &str)],
) -> impl Fn(&str) -> Value {
    let state = object(instance, changes);
    let answer = generate(server, state.clone()).await;
    // Values that only a person knows.
    let [warning] = &answer.diagnostics[..] else {
        panic!("{:?}", answer.diagnostics);
    };
    assert_eq!(warning.severity, i32::from(diagnostic::Severity::Warning));
    assert!(format!("{warning:?}").contains("password"), "{warning:?}");
    let config = decoded(instance, &answer.config.unwrap());
    let block = instance.schemas().resources[REEL].block.clone();
    let mut filled = config.clone();
    if let Value::Object(values) = &mut filled {
        values[block.find("password").unwrap().0] = Value::from("p");
    }
    let filled = DynamicValue::from_msgpack(msgpack::encode_block(&block, &filled).unwrap());
    let request = validate_resource_config::Request {
        type_name: REEL.to_owned(),
        config: Some(filled.clone()),
        client_capabilities: Some(schema_provider::plugin::proto::v6::ClientCapabilities {
            write_only_attributes_allowed: true,
            ..Default::default()
        }),
    };
    let error = i32::from(diagnostic::Severity::Error);
    let told = server.validate_resource_config(request).await.diagnostics;
    assert!(told.iter().all(|told| told.severity != error), "{told:?}");
    let request = plan_resource_change::Request {
        type_name: REEL.to_owned(),
        prior_state: state.clone(),
        proposed_new_state: Some(filled.clone()),
        config: Some(filled),
        ..Default::default()
    };
    let planned = server.plan_resource_change(request).await;
    let told = planned.diagnostics;
    assert!(told.iter().all(|told| told.severity != error), "{told:?}");
    let planned = decoded(instance, &planned.planned_state.unwrap());
    assert!(
        planned == decoded(instance, &state.unwrap()),
        "it would be changed"
    );
    move |name: &str| config.as_object().unwrap()[block.find(name).unwrap().0].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn each_rule_for_omissions() {
    let studio = served::unconfigured::<Studio>().await;
    let config = generated(&studio, &[]).await;
    for (name, rule) in [
        ("id", "an id that the provider gives"),
        ("sum", "only computed"),
        ("author", "deprecated"),
        ("comment", "deprecated, and null"),
        ("velocity", "removed"),
        ("password", "write-only"),
        ("speed", "as its default"),
        ("b", "null"),
        ("timeouts", "an empty block"),
    ] {
        assert!(config(name).is_null(), "{name}: {rule}");
    }
    for (name, value) in [("name", "n"), ("owner", "o"), ("label", "l"), ("a", "x")] {
        assert_eq!(config(name), Value::from(value), "{name}");
    }
    // Also in blocks and nested attributes: channels, length, name, note. If one block needs an
    // argument, all of them have it.
    let Value::List(tracks) = config("track") else {
        panic!("no tracks");
    };
    assert_eq!(
        tracks[0].as_object().unwrap(),
        [
            Value::from(1),
            Value::Null,
            Value::from("t"),
            Value::from("k")
        ]
    );
    assert_eq!(tracks[1].as_object().unwrap()[0], Value::from(2));
    let storage = config("storage");
    assert_eq!(
        storage.as_object().unwrap(),
        [Value::from("p"), Value::Null]
    );
    // Arguments whose omission would change the object are kept, and one of several alternatives.
    let changes = [
        ("speed", "30"),
        ("comment", "\"c\""),
        ("size_kb", "2048"),
        ("size_mb", "2"),
        ("track", r#"[{"name": "t", "channels": 1, "length": 9}]"#),
    ];
    let config = generated(&studio, &changes).await;
    assert_eq!(config("speed"), Value::from(30));
    assert_eq!(config("comment"), Value::from("c"));
    assert_ne!(config("size_kb").is_null(), config("size_mb").is_null());
    let Value::List(tracks) = config("track") else {
        panic!("no tracks");
    };
    assert!(
        tracks[0].as_object().unwrap()[0].is_null(),
        "as its default"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn null_generates_nothing_and_garbage_an_error() {
    let (server, instance) = served::unconfigured::<Studio>().await;
    let null = DynamicValue::from_msgpack(vec![0xc0]);
    for state in [None, Some(null.clone())] {
        let answer = generate(&server, state).await;
        assert_eq!(
            (answer.config, answer.diagnostics),
            (Some(null.clone()), vec![])
        );
    }
    let unknown = object(&instance, &[("name", "\"?\"")]);
    for state in [unknown, Some(DynamicValue::from_msgpack(vec![0xc1]))] {
        let answer = generate(&server, state).await;
        assert_eq!(answer.diagnostics.len(), 1);
        let error = i32::from(diagnostic::Severity::Error);
        assert_eq!(answer.diagnostics[0].severity, error);
    }
    let request = generate_resource_config::Request {
        type_name: "studio_film".to_owned(),
        state: Some(null),
    };
    let answer = server.generate_resource_config(request).await;
    assert!(format!("{:?}", answer.diagnostics).contains("studio_film"));
}
