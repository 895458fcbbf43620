//! Objects in a state without an id, though their type has ids.

use schema_provider::Value;
use schema_provider::plugin::Handler;
use schema_provider::plugin::proto::v6::{self, DynamicValue};
use schema_provider::schema_runtime::codec::msgpack;

use crate::wire::Wire;

/// As in the Go SDK: without an id there is nothing to find, and no provider code runs.
#[tokio::test(flavor = "multi_thread")]
async fn an_object_without_an_id_is_removed() {
    let Wire { host, provider } = Wire::new("no-id").await;
    let schema = &host.instance.schemas().resources["mem_thing"];
    let wire = |value: &Value| {
        let bytes = msgpack::encode_block(&schema.block, value).unwrap();
        Some(DynamicValue::from_msgpack(bytes))
    };
    let created = host.created(r#"{"name":"a"}"#).await;
    let (id, _) = schema.block.find("id").unwrap();
    let called = host.remote.calls();
    for missing in [Value::from(""), Value::Null] {
        let mut object = created.as_object().unwrap().to_vec();
        object[id] = missing;
        let state = wire(&Value::Object(object.clone()));
        let told = |diagnostics: &[v6::Diagnostic]| {
            assert_eq!(diagnostics.len(), 1, "{diagnostics:?}");
            assert_eq!(
                diagnostics[0].summary,
                "mem_thing: the object in the state has no id"
            );
            diagnostics[0].severity()
        };

        let read = v6::read_resource::Request {
            type_name: "mem_thing".into(),
            current_state: state.clone(),
            private: "kept".into(),
            ..Default::default()
        };
        let read = provider.read_resource(read).await;
        assert_eq!(told(&read.diagnostics), v6::diagnostic::Severity::Warning);
        assert_eq!(read.new_state, wire(&Value::Null));

        let delete = v6::apply_resource_change::Request {
            type_name: "mem_thing".into(),
            prior_state: state.clone(),
            planned_state: wire(&Value::Null),
            config: wire(&Value::Null),
            planned_private: "kept".into(),
            ..Default::default()
        };
        let deleted = provider.apply_resource_change(delete).await;
        assert_eq!(
            told(&deleted.diagnostics),
            v6::diagnostic::Severity::Warning
        );
        assert_eq!(deleted.new_state, wire(&Value::Null));
        assert!(deleted.private.is_empty());

        let (note, _) = schema.block.find("note").unwrap();
        object[note] = Value::from("changed");
        let config = host.thing(r#"{"name":"a","note":"changed"}"#);
        let update = v6::apply_resource_change::Request {
            type_name: "mem_thing".into(),
            prior_state: state.clone(),
            planned_state: wire(&Value::Object(object)),
            config: wire(&config),
            planned_private: "kept".into(),
            ..Default::default()
        };
        let updated = provider.apply_resource_change(update).await;
        assert_eq!(told(&updated.diagnostics), v6::diagnostic::Severity::Error);
        assert_eq!(
            (updated.new_state, &updated.private[..]),
            (state, &b"kept"[..])
        );
        assert_eq!(host.remote.calls(), called);
    }
}
