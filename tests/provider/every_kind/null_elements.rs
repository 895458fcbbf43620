//! Null where a block must have a value, which Terraform rejects in validation: every call with a
//! configuration reports the place, also without a prior validation, and a call with only a stored
//! object does not panic.

use std::collections::BTreeMap;

use schema_provider::Value;
use schema_provider::plugin::proto::v6::{
    Diagnostic, DynamicValue, apply_resource_change, configure_provider, diagnostic, invoke_action,
    list_resource, open_ephemeral_resource, plan_action, plan_resource_change, read_data_source,
    read_resource, validate_resource_config,
};
use schema_provider::plugin::{Handler, StreamSender};
use schema_provider::schema_runtime::codec::msgpack;
use schema_provider::schema_runtime::schema::{Block, Schema};

use super::served;
use super::stacks::Stack;

#[track_caller]
fn told(call: &str, place: &str, diagnostics: &[Diagnostic]) {
    let [wrong] = diagnostics else {
        panic!("{call} with null in {place}: {diagnostics:?}");
    };
    let text = format!("{wrong:?}");
    assert_eq!(wrong.severity(), diagnostic::Severity::Error, "{call}");
    let steps = wrong.attribute.as_ref().map_or(0, |path| path.steps.len());
    assert!(steps > 1 && text.contains(place), "{call}: {text}");
}

/// An object with this id, if it has one, and this in one of its fields.
fn object(block: &Block, id: Value, name: &str, value: Value) -> Option<DynamicValue> {
    let values = block.fields.iter().map(|field| match &*field.name {
        "id" => id.clone(),
        own if own == name => value.clone(),
        _ => field.absent_value(),
    });
    encoded(block, &Value::Object(values.collect()))
}

fn encoded(block: &Block, value: &Value) -> Option<DynamicValue> {
    let bytes = msgpack::encode_block(block, value).unwrap();
    Some(DynamicValue::from_msgpack(bytes))
}

fn unnamed() -> Value {
    Value::Object(vec![Value::Null])
}

#[tokio::test(flavor = "multi_thread")]
async fn null_where_a_block_of_a_resource_must_have_a_value() {
    let (server, instance) = served::configured::<Stack>("{}").await;
    let block = &instance.schemas().resources["stack_strict"].block;
    let type_name = || "stack_strict".to_owned();
    let shelves = |one: Value| Value::Map(BTreeMap::from([("k".into(), one)]));
    for (place, blocks) in [
        ("rows", Value::List(vec![Value::Null])),
        ("rows", Value::List(vec![unnamed()])),
        ("shelves", shelves(Value::Null)),
        ("shelves", shelves(unnamed())),
    ] {
        let config = object(block, Value::Null, place, blocks.clone());
        let wrong = object(block, Value::from("1"), place, blocks);
        let good = object(block, Value::from("1"), "", Value::Null);
        let none = encoded(block, &Value::Null);
        let request = validate_resource_config::Request {
            type_name: type_name(),
            config: config.clone(),
            ..Default::default()
        };
        let validated = server.validate_resource_config(request).await;
        told("validate", place, &validated.diagnostics);
        let plan = async |prior: &Option<DynamicValue>, config: &Option<DynamicValue>| {
            let request = plan_resource_change::Request {
                type_name: type_name(),
                prior_state: prior.clone(),
                proposed_new_state: wrong.clone(),
                config: config.clone(),
                ..Default::default()
            };
            server.plan_resource_change(request).await
        };
        let apply = async |prior: &Option<DynamicValue>, planned: &Option<DynamicValue>| {
            let request = apply_resource_change::Request {
                type_name: type_name(),
                prior_state: prior.clone(),
                planned_state: planned.clone(),
                config: if *planned == none { &none } else { &config }.clone(),
                planned_private: "{}".into(),
                ..Default::default()
            };
            server.apply_resource_change(request).await
        };
        for prior in [&none, &good] {
            told("plan", place, &plan(prior, &config).await.diagnostics);
            // Nothing is done, and nothing lost.
            let applied = apply(prior, &wrong).await;
            told("apply", place, &applied.diagnostics);
            assert_eq!(applied.new_state, *prior);
            assert_eq!(&applied.private[..], b"{}");
        }
        // A stored object that the configuration repeats because of `ignore_changes`, or no longer
        // mentions.
        let kept = plan(&wrong, &config).await;
        assert_eq!(kept.diagnostics, []);
        assert_eq!(kept.planned_state, wrong);
        let mended = plan(&wrong, &object(block, Value::Null, "", Value::Null)).await;
        assert_eq!(mended.diagnostics, []);
        assert_eq!(mended.planned_state, good);
        let destroyed = apply(&wrong, &none).await;
        assert_eq!(destroyed.diagnostics, []);
        assert_eq!(destroyed.new_state, none);
        let request = read_resource::Request {
            type_name: type_name(),
            current_state: wrong.clone(),
            ..Default::default()
        };
        let read = server.read_resource(request).await;
        let text = format!("{:?}", read.diagnostics);
        assert!(
            !text.contains("panic") && !text.contains("severity: Error"),
            "{text}"
        );
        assert_eq!(read.new_state, wrong);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn null_where_a_block_of_another_kind_must_have_a_value() {
    let (server, instance) = served::unconfigured::<Stack>().await;
    let schemas = instance.schemas();
    for (place, blocks) in [
        ("rows", Value::List(vec![Value::Null])),
        ("strict", Value::List(vec![unnamed()])),
    ] {
        let config = |schema: &Schema| object(&schema.block, Value::Null, place, blocks.clone());
        let request = configure_provider::Request {
            config: config(&schemas.provider),
            ..Default::default()
        };
        let answer = server.configure_provider(request).await;
        told("ConfigureProvider", place, &answer.diagnostics);
        let request = read_data_source::Request {
            type_name: "stack_view".to_owned(),
            config: config(&schemas.data_sources["stack_view"]),
            ..Default::default()
        };
        let answer = server.read_data_source(request).await;
        told("ReadDataSource", place, &answer.diagnostics);
        let request = open_ephemeral_resource::Request {
            type_name: "stack_fleeting".to_owned(),
            config: config(&schemas.ephemeral_resources["stack_fleeting"]),
            ..Default::default()
        };
        let answer = server.open_ephemeral_resource(request).await;
        told("OpenEphemeralResource", place, &answer.diagnostics);
        let request = plan_action::Request {
            action_type: "stack_deed".to_owned(),
            config: config(&schemas.actions["stack_deed"]),
            ..Default::default()
        };
        let answer = server.plan_action(request).await;
        told("PlanAction", place, &answer.diagnostics);
        let request = invoke_action::Request {
            action_type: "stack_deed".to_owned(),
            config: config(&schemas.actions["stack_deed"]),
            ..Default::default()
        };
        let (sender, mut events) = StreamSender::local();
        let (_, event) = tokio::join!(server.invoke_action(request, sender), events.recv());
        let Some(invoke_action::Event {
            r#type: Some(invoke_action::event::Type::Completed(end)),
        }) = event
        else {
            panic!("{event:?}");
        };
        told("InvokeAction", place, &end.diagnostics);
        let request = list_resource::Request {
            type_name: "stack_thing".to_owned(),
            config: config(&schemas.list_resources["stack_thing"]),
            limit: 10,
            ..Default::default()
        };
        let (sender, mut events) = StreamSender::local();
        let (_, event) = tokio::join!(server.list_resource(request, sender), events.recv());
        told("ListResource", place, &event.unwrap().diagnostics);
    }
}
