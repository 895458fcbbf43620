//! Planned changes and drift, with the old and the new object.

use schema_runtime::codec::document::json;
use schema_runtime::codec::document::{Document as Json, Members as Map};
use schema_runtime::path::Path;
use schema_runtime::value::Value;

use super::value::{block_json, marked_block, typed_json};
use crate::address::ObjectAddress;
use crate::language::eval::sensitive_paths;
use crate::language::references::schema_of;
use crate::render::display::{DisplayValue, display_block};
use crate::run::changes::{Action, Drift, OutputChange, Reason, ResourceChange};
use crate::state::format::{key, present};
use schema_shell::lifecycle::Schemas;

pub(super) fn change(change: &ResourceChange, schemas: &Schemas) -> Json {
    let importing = change.importing.as_ref();
    let mut json = present(json!({
        "resource": resource(&change.address),
        "action": planned_action(change),
        "previous_resource": change.previous.as_ref().map(resource),
        "importing": importing.map(|by| json!({ "id": by })),
        "reason": reason(change),
    }));
    let prior = change.prior.as_ref();
    let before = prior.map_or(&[][..], |prior| &prior.metadata.sensitive);
    sides(
        (&change.address, schemas),
        (change.before(), before),
        (&change.planned, &change.sensitive),
        &mut json,
    );
    if !change.replace.is_empty() {
        let paths: Vec<String> = change.replace.iter().map(Path::to_string).collect();
        json.insert("replace_paths".into(), json!(paths));
    }
    Json::Object(json)
}

pub(super) fn drift(drift: &Drift, schemas: &Schemas) -> Json {
    let is_gone = drift.after.is_null();
    let mut json = present(json!({
        "resource": resource(&drift.address),
        "action": if is_gone { "delete" } else { "update" },
    }));
    sides(
        (&drift.address, schemas),
        (&drift.before, &drift.sensitive),
        (&drift.after, &drift.sensitive),
        &mut json,
    );
    Json::Object(json)
}

pub(super) fn planned_output(output: &OutputChange) -> Json {
    let sensitive = match (&output.after, &output.before) {
        (Some(after), _) => after.is_sensitive(),
        (None, before) => before.as_ref().is_some_and(|before| before.sensitive),
    };
    let mut json = present(json!({
        "sensitive": sensitive,
        "action": action(output.action()),
    }));
    if let Some(after) = &output.after {
        json.insert("value".into(), typed_json(after));
    }
    Json::Object(json)
}

pub(super) fn resource(address: &ObjectAddress) -> Json {
    let current = address.current().to_string();
    let mut json = json!({
        "addr": current,
        "module": "",
        "resource": current,
        "implied_provider": implied_provider(&address.type_name),
        "resource_type": &*address.type_name,
        "resource_name": &*address.name,
        "resource_key": key(&address.key),
    });
    if let (Some(name), Json::Object(members)) = (&address.deposed, &mut json) {
        members.insert("deposed".into(), &**name);
    }
    json
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
    Some(match change.reason {
        Some(Reason::Tainted) => "tainted",
        Some(Reason::ReplaceTriggeredBy) => "replace_triggered_by",
        Some(Reason::NotConfigured) => "delete_because_no_resource_config",
        Some(Reason::WrongRepetition) => "delete_because_wrong_repetition",
        Some(Reason::CountIndex) => "delete_because_count_index",
        Some(Reason::EachKey) => "delete_because_each_key",
        Some(Reason::ConfigUnknown) => "read_because_config_unknown",
        Some(Reason::DependencyPending) => "read_because_dependency_pending",
        Some(Reason::NoMoveTarget) => "delete_because_no_move_target",
        None if matches!(change.action, Action::Replace { .. }) => "cannot_update",
        _ => return None,
    })
}

/// The object before and after, if there is a schema for it.
fn sides(
    (address, schemas): (&ObjectAddress, &Schemas),
    before: (&Value, &[Path]),
    after: (&Value, &[Path]),
    json: &mut Map,
) {
    let Some(schema) = schema_of(schemas, address) else {
        return;
    };
    for (name, (value, marks)) in [("before", before), ("after", after)] {
        let mut all = sensitive_paths(&schema.block, value);
        all.extend_from_slice(marks);
        let display = display_block(&schema.block, value, &all);
        let display = display.as_ref();
        json.insert(name.into(), block_json(display));
        if name == "after" {
            let unknown = marked_block(display, &|part| *part == DisplayValue::Unknown);
            json.insert("after_unknown".into(), unknown);
        }
        let is_sensitive = |part: &DisplayValue| matches!(part, DisplayValue::Sensitive(_));
        let sensitive = marked_block(display, &is_sensitive);
        json.insert(format!("{name}_sensitive"), sensitive);
    }
}
