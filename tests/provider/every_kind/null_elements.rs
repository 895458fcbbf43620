//! Null where a block must have a value, which no Terraform sends: validation says where, and no
//! call panics.

use std::collections::BTreeMap;

use schema_provider::Value;
use schema_provider::plugin::Handler;
use schema_provider::plugin::proto::v6::{
    Diagnostic, DynamicValue, apply_resource_change, plan_resource_change, read_resource,
    validate_resource_config,
};
use schema_provider::schema_runtime::codec::msgpack;

use super::served;
use super::stacks::Stack;

#[track_caller]
fn told(call: &str, place: &str, diagnostics: &[Diagnostic]) {
    let [wrong, ..] = diagnostics else {
        panic!("{call} accepts null in {place}");
    };
    let text = format!("{wrong:?}");
    assert!(text.contains("severity: Error"), "{call}: {text}");
    let steps = wrong.attribute.as_ref().map_or(0, |path| path.steps.len());
    assert!(steps > 1 && text.contains(place), "{call}: {text}");
}

#[track_caller]
fn calm(call: &str, place: &str, diagnostics: &[Diagnostic]) {
    let text = format!("{diagnostics:?}");
    assert!(
        !text.contains("panic"),
        "{call} with null in {place}: {text}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn validation_says_where_a_block_must_have_a_value_and_no_call_panics() {
    let (server, instance) = served::configured::<Stack>("{}").await;
    let block = &instance.schemas().resources["stack_strict"].block;
    let encoded = |value: &Value| {
        let bytes = msgpack::encode_block(block, value).unwrap();
        Some(DynamicValue::from_msgpack(bytes))
    };
    let object = |id: Value, name: &str, blocks: Value| {
        let values = block.fields.iter().map(|field| match &*field.name {
            "id" => id.clone(),
            own if own == name => blocks.clone(),
            _ => field.absent_value(),
        });
        Value::Object(values.collect())
    };
    let type_name = || "stack_strict".to_owned();
    let unnamed = || Value::Object(vec![Value::Null]);
    let shelves = |one: Value| Value::Map(BTreeMap::from([("k".into(), one)]));
    for (place, blocks) in [
        ("rows", Value::List(vec![Value::Null])),
        ("rows", Value::List(vec![unnamed()])),
        ("shelves", shelves(Value::Null)),
        ("shelves", shelves(unnamed())),
    ] {
        let config = encoded(&object(Value::Null, place, blocks.clone()));
        let wrong = encoded(&object(Value::from("1"), place, blocks));
        let good = encoded(&object(Value::from("1"), "", Value::Null));
        let none = encoded(&Value::Null);
        let request = validate_resource_config::Request {
            type_name: type_name(),
            config: config.clone(),
            ..Default::default()
        };
        let validated = server.validate_resource_config(request).await;
        told("validate", place, &validated.diagnostics);
        for prior_state in [&none, &good] {
            let request = plan_resource_change::Request {
                type_name: type_name(),
                prior_state: prior_state.clone(),
                proposed_new_state: wrong.clone(),
                config: config.clone(),
                ..Default::default()
            };
            let planned = server.plan_resource_change(request).await;
            calm("plan", place, &planned.diagnostics);
            let request = apply_resource_change::Request {
                type_name: type_name(),
                prior_state: prior_state.clone(),
                planned_state: wrong.clone(),
                config: config.clone(),
                ..Default::default()
            };
            let applied = server.apply_resource_change(request).await;
            calm("apply", place, &applied.diagnostics);
        }
        let request = read_resource::Request {
            type_name: type_name(),
            current_state: wrong,
            ..Default::default()
        };
        let read = server.read_resource(request).await;
        calm("read", place, &read.diagnostics);
    }
}
