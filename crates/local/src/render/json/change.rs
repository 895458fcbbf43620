//! Planned changes and drift, with the old and the new object.

use schema_runtime::codec::document::json;
use schema_runtime::codec::document::{Document as Json, Members as Map};
use schema_runtime::path::Path;
use schema_runtime::schema::Block;
use schema_runtime::value::Value;

use super::value::{block_json, marked_block, typed_json};
use crate::address::{InstanceKey, ObjectAddress};
use crate::language::eval::sensitive_paths;
use crate::language::references::schema_of;
use crate::render::display::{DisplayValue, display_block};
use crate::run::changes::{Action, Drift, OutputChange, Reason, ResourceChange};
use schema_shell::lifecycle::Schemas;

pub(super) fn change(change: &ResourceChange, schemas: &Schemas) -> Json {
    let mut json = Map::new();
    json.insert("resource".into(), resource(&change.address));
    json.insert("action".into(), json!(planned_action(change)));
    if let Some(previous) = &change.previous {
        json.insert("previous_resource".into(), resource(previous));
    }
    if let Some(by) = &change.importing {
        json.insert("importing".into(), json!({ "id": by }));
    }
    if let Some(reason) = reason(change) {
        json.insert("reason".into(), json!(reason));
    }
    if let Some(schema) = schema_of(schemas, &change.address) {
        let before = change
            .prior
            .as_ref()
            .map_or(&[][..], |prior| &prior.sensitive);
        let sides = [
            ("before", change.before(), before),
            ("after", &change.planned, &change.sensitive),
        ];
        for (name, value, marks) in sides {
            side(&mut json, name, &schema.block, value, marks);
        }
    }
    if !change.replace.is_empty() {
        let paths: Vec<String> = change.replace.iter().map(Path::to_string).collect();
        json.insert("replace_paths".into(), json!(paths));
    }
    Json::Object(json)
}

pub(super) fn drift(drift: &Drift, schemas: &Schemas) -> Json {
    let mut json = Map::new();
    json.insert("resource".into(), resource(&drift.address));
    let action = if drift.after.is_null() {
        "delete"
    } else {
        "update"
    };
    json.insert("action".into(), json!(action));
    if let Some(schema) = schema_of(schemas, &drift.address) {
        side(
            &mut json,
            "before",
            &schema.block,
            &drift.before,
            &drift.sensitive,
        );
        side(
            &mut json,
            "after",
            &schema.block,
            &drift.after,
            &drift.sensitive,
        );
    }
    Json::Object(json)
}

pub(super) fn planned_output(output: &OutputChange) -> Json {
    let mut json = Map::new();
    let sensitive = match (&output.after, &output.before) {
        (Some(after), _) => after.is_sensitive(),
        (None, Some(before)) => before.sensitive,
        (None, None) => false,
    };
    json.insert("sensitive".into(), json!(sensitive));
    json.insert("action".into(), json!(action(output.action())));
    if let Some(after) = &output.after {
        json.insert("value".into(), typed_json(after));
    }
    Json::Object(json)
}

pub(super) fn resource(address: &ObjectAddress) -> Json {
    let mut json = Map::new();
    let current = address.current().to_string();
    json.insert("addr".into(), json!(current));
    json.insert("module".into(), json!(""));
    json.insert("resource".into(), json!(current));
    json.insert(
        "implied_provider".into(),
        json!(implied_provider(&address.type_name)),
    );
    json.insert("resource_type".into(), json!(&*address.type_name));
    json.insert("resource_name".into(), json!(&*address.name));
    json.insert("resource_key".into(), key(&address.key));
    if let Some(name) = &address.deposed {
        json.insert("deposed".into(), json!(&**name));
    }
    Json::Object(json)
}

/// The address of an action, in Terraform's form.
pub(super) fn action_address(address: &ObjectAddress) -> Json {
    json!({
        "addr": address.to_string(),
        "module": "",
        "action": address.to_string(),
        "implied_provider": implied_provider(&address.type_name),
        "action_type": &*address.type_name,
        "action_name": &*address.name,
        "action_key": key(&address.key),
    })
}

/// The provider name at the start of a type's name.
fn implied_provider(type_name: &str) -> &str {
    type_name
        .split_once('_')
        .map_or(type_name, |(provider, _)| provider)
}

/// The key of an instance, or null.
pub(super) fn key(key: &InstanceKey) -> Json {
    match key {
        InstanceKey::None => Json::Null,
        InstanceKey::Index(index) => json!(index),
        InstanceKey::Key(key) => json!(&**key),
    }
}

/// The planned action; a new address counts as one.
pub(super) fn planned_action(change: &ResourceChange) -> &'static str {
    match change.action {
        Action::NoOp if change.previous.is_some() => "move",
        other => action(other),
    }
}

pub(super) fn action(action: Action) -> &'static str {
    match action {
        Action::NoOp => "noop",
        Action::Create => "create",
        Action::Update => "update",
        Action::Replace { .. } => "replace",
        Action::Delete => "delete",
        Action::Read => "read",
    }
}

fn reason(change: &ResourceChange) -> Option<&'static str> {
    match (change.reason, change.action) {
        (Some(Reason::Tainted), _) => Some("tainted"),
        (Some(Reason::ReplaceTriggeredBy), _) => Some("replace_triggered_by"),
        (Some(Reason::NotConfigured), _) => Some("delete_because_no_resource_config"),
        (Some(Reason::WrongRepetition), _) => Some("delete_because_wrong_repetition"),
        (Some(Reason::CountIndex), _) => Some("delete_because_count_index"),
        (Some(Reason::EachKey), _) => Some("delete_because_each_key"),
        (Some(Reason::ConfigUnknown), _) => Some("read_because_config_unknown"),
        (Some(Reason::DependencyPending), _) => Some("read_because_dependency_pending"),
        (Some(Reason::NoMoveTarget), _) => Some("delete_because_no_move_target"),
        (None, Action::Replace { .. }) => Some("cannot_update"),
        _ => None,
    }
}

fn side(json: &mut Map, name: &str, block: &Block, value: &Value, marks: &[Path]) {
    let mut all = sensitive_paths(block, value);
    all.extend_from_slice(marks);
    let display = display_block(block, value, &all);
    json.insert(name.into(), display.as_ref().map_or(Json::Null, block_json));
    let unknown = display
        .as_ref()
        .and_then(|block| marked_block(block, &|s| *s == DisplayValue::Unknown));
    if name == "after" {
        json.insert("after_unknown".into(), unknown.unwrap_or_else(|| json!({})));
    }
    let sensitive = display
        .as_ref()
        .and_then(|block| marked_block(block, &|s| matches!(s, DisplayValue::Sensitive(_))));
    json.insert(
        format!("{name}_sensitive"),
        sensitive.unwrap_or_else(|| json!({})),
    );
}
