//! Converts the local runner's messages, plans and state to the form that a test checks.

use std::collections::BTreeMap;

use schema_runtime::codec::json::encode_block;
use schema_runtime::path::Path as ValuePath;
use schema_runtime::value::Value;

use crate::checks::listed::ObservedListed;
use crate::observed::results::{
    self, Action, Message, ObservedObject, ObservedOutput, ObservedState, ResourceChange,
    SourceLine,
};
use crate::observed::tree::{Tree, TreeShape};
use schema_local::{self as local, Messages, ObjectAddress, Run, StateManager};
use schema_shell::lifecycle::Instance;

/// The runner's messages.
pub(super) fn to_messages(local_messages: &Messages) -> Vec<Message> {
    local_messages.iter().map(to_message).collect()
}

pub(super) fn to_message(message: &local::Message) -> Message {
    let diagnostic = &message.diagnostic;
    Message {
        error: message.is_error(),
        summary: diagnostic.summary.to_string(),
        detail: diagnostic.detail.to_string(),
        address: message.address.clone(),
        path: (!diagnostic.path.is_root()).then(|| diagnostic.path.to_string()),
        place: message.location.as_ref().map(SourceLine::of),
    }
}

fn action(action: local::Action) -> Action {
    match action {
        local::Action::NoOp => Action::NoOp,
        local::Action::Create => Action::Create,
        local::Action::Update => Action::Update,
        local::Action::Replace { create_first } => Action::Replace { create_first },
        local::Action::Delete => Action::Delete,
        local::Action::Read => Action::Read,
    }
}

pub(super) fn plan_view(run: &Run, plan: &local::Plan) -> results::ObservedPlan {
    let change = |address: &ObjectAddress, values: [&Value; 2], sensitive: &[ValuePath]| {
        let block = local::block_of(run.instance.schemas(), address);
        let tree = |value| Tree::of_value(TreeShape::of_block(block.as_deref()), value);
        let [before, after] = values.map(tree);
        ResourceChange {
            address: address.to_string(),
            action: Action::NoOp,
            moved: false,
            managed: address.mode == local::Mode::Managed,
            before,
            after,
            block,
            sensitive: sensitive.to_vec(),
            replace: Vec::new(),
        }
    };
    let changes = plan.changes.iter().map(|planned| {
        let values = [planned.before(), &planned.planned];
        ResourceChange {
            action: action(planned.action),
            replace: planned.replace.clone(),
            moved: planned.previous.is_some(),
            ..change(&planned.address, values, &planned.sensitive)
        }
    });
    let drift = plan.drift.iter().map(|drift| {
        let values = [&drift.before, &drift.after];
        change(&drift.address, values, &drift.sensitive)
    });
    let outputs = plan.outputs.iter().map(|output| {
        let planned = output.after.as_ref();
        let planned = ObservedOutput {
            action: action(output.action()),
            value: planned.map_or(Tree::Null, |typed| {
                Tree::of_value(TreeShape::Type(&typed.ty), &typed.value)
            }),
            sensitive: planned.is_some_and(local::TypedValue::is_sensitive),
        };
        (output.name.clone(), planned)
    });
    results::ObservedPlan {
        changes: changes.collect(),
        drift: drift.collect(),
        outputs: outputs.collect(),
    }
}

/// An object that a list found.
pub(super) fn listed_object(instance: &Instance, found: &local::ListedObject) -> ObservedListed {
    let schemas = instance.schemas();
    let block = schemas.resources.get(&*found.type_name);
    let block = block.map(|schema| schema.block.clone());
    let identity = schemas.identities.get(&*found.type_name);
    let identity = identity.zip(found.event.identity.as_ref());
    let identity = identity.and_then(|(schema, identity)| {
        let text = encode_block(schema.block(), identity).ok()?;
        serde_json::from_str(&text).ok()
    });
    let shape = TreeShape::of_block(block.as_deref());
    let object = found.event.object.as_ref();
    ObservedListed {
        list: found.list.clone(),
        display_name: found.event.display_name.to_string(),
        identity: identity.unwrap_or_default(),
        object: object.map(|object| Tree::of_value(shape, object)),
        block,
    }
}

pub(super) async fn state_view(
    instance: &Instance,
    state_manager: &StateManager,
) -> Result<ObservedState, String> {
    let state = state_manager.state();
    let mut objects = BTreeMap::new();
    for (address, stored) in state.resources {
        // The remains of a failed replacement are not an object of the configuration.
        if address.deposed.is_some() {
            continue;
        }
        let block = local::block_of(instance.schemas(), &address);
        let shape = TreeShape::of_block(block.as_deref());
        let schema = instance.schemas().resources.get(&*address.type_name);
        let current = schema.is_some_and(|schema| schema.version == stored.schema_version);
        // An object of a different version is shown as saved.
        let value = if current {
            let upgraded = instance
                .upgrade_resource_state(&address.type_name, stored.schema_version, stored.raw())
                .await;
            let (value, _) = upgraded.map_err(|errors| format!("{address}: {errors}"))?;
            Tree::of_value(shape, &value)
        } else {
            Tree::of_state(TreeShape::Any, &stored.attributes)
        };
        let object = ObservedObject {
            block: block.filter(|_| current),
            value,
            sensitive: stored.metadata.sensitive,
            tainted: stored.metadata.tainted,
            version: stored.schema_version,
            identity: stored.identity.map(|identity| identity.attributes),
        };
        objects.insert(address.to_string(), object);
    }
    let outputs = state.outputs.into_iter().map(|(name, output)| {
        let saved = ObservedOutput {
            action: Action::NoOp,
            value: Tree::of_value(TreeShape::Type(&output.ty), &output.value),
            sensitive: output.sensitive,
        };
        (name, saved)
    });
    Ok(ObservedState {
        objects,
        data: BTreeMap::new(),
        outputs: outputs.collect(),
        without_identities: false,
    })
}
