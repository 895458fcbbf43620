//! Replacement paths, which are no leaves.

use std::collections::BTreeSet;

use schema_runtime::path::{Path, Step};
use schema_runtime::schema::{Block, Default, Field, Flags};
use schema_runtime::value::Value;

use super::groups::{Group, equivalent};

/// Why a path is only in one of the two answers: it leads to what changed in a force-new block, or
/// to an unknown collection with something force new inside, of which the reference sees the count
/// only (group 3); what goes away there was the default, which the reference still sees (group 1);
/// or the force-new values differ in null, zero and empty alone (group 2).
pub(super) fn excused_path(
    block: &Block,
    prior: &Value,
    planned: &Value,
    ours: &BTreeSet<String>,
    path: &str,
) -> Option<Group> {
    let is_ours = ours.contains(path);
    let steps = steps(path)?;
    let ((field, old), (_, new)) = (walk(block, prior, &steps)?, walk(block, planned, &steps)?);
    if old != new && equivalent(old, new) {
        return Some(Group::NullZeroEmpty);
    }
    let in_force_new = match is_ours {
        // The reference sees what is force new itself.
        true => inside_force_new(block, &steps) && old != new,
        // It names the block whose count changed, and ours what changed inside.
        false => field.is(Flags::FORCE_NEW) && ours.iter().any(|own| is_below(own, path)),
    };
    if in_force_new {
        return Some(Group::ForceNewBlock);
    }
    let Some((_, inside)) = field.nested_block() else {
        let default = match field.default()? {
            Default::Value(default) => default,
            _ => return None,
        };
        return (old == default && new.is_null()).then_some(Group::Default);
    };
    if is_ours && holds_unknown(inside, new) {
        return Some(Group::ForceNewBlock);
    }
    // The force-new values of elements that are not on both sides.
    let mut values = Vec::new();
    for (one, other, gone) in [(old, new, true), (new, old, false)] {
        for element in one
            .elements()
            .iter()
            .filter(|e| !other.elements().contains(e))
        {
            force_new_values(inside, element, gone, &mut values);
        }
    }
    let nothing = values.iter().all(|value| equivalent(value, &Value::Null));
    // The reference takes a computed null that goes away with its element for a new value.
    let mut gone = old
        .elements()
        .iter()
        .filter(|e| !new.elements().contains(e));
    let computed = !is_ours && gone.any(|element| holds_computed_null(inside, element));
    (computed || nothing && !values.is_empty()).then_some(Group::NullZeroEmpty)
}

fn holds_computed_null(block: &Block, element: &Value) -> bool {
    let mut fields = block.fields.iter().zip(element.as_object().unwrap_or(&[]));
    fields.any(|(field, value)| {
        let forces = field.is(Flags::FORCE_NEW) && field.is(Flags::COMPUTED);
        let mut inside = value.elements().iter();
        let nested = field.nested_block();
        forces && value.is_null()
            || nested.is_some_and(|(_, block)| inside.any(|one| holds_computed_null(block, one)))
    })
}

fn is_below(long: &str, short: &str) -> bool {
    long.strip_prefix(short)
        .is_some_and(|rest| rest.starts_with(['.', '[']))
}

/// Whether a collection with something force new inside is unknown, as a whole or further inside.
fn holds_unknown(block: &Block, value: &Value) -> bool {
    if value.is_unknown() {
        return holds_force_new(block);
    }
    value.elements().iter().any(|element| {
        let fields = block.fields.iter().zip(element.as_object().unwrap_or(&[]));
        fields.into_iter().any(|(f, value)| {
            f.nested_block()
                .is_some_and(|(_, b)| holds_unknown(b, value))
        })
    })
}

fn holds_force_new(block: &Block) -> bool {
    block.fields.iter().any(|f| {
        f.is(Flags::FORCE_NEW) || f.nested_block().is_some_and(|(_, b)| holds_force_new(b))
    })
}

fn force_new_values(block: &Block, element: &Value, gone: bool, values: &mut Vec<Value>) {
    let fields = block.fields.iter().zip(element.as_object().unwrap_or(&[]));
    for (field, value) in fields {
        // What is computed and goes away with its element is not a change for the reference.
        if gone && field.is(Flags::COMPUTED) {
            continue;
        }
        if field.is(Flags::FORCE_NEW) {
            values.push(value.clone());
        }
        if let Some((_, block)) = field.nested_block() {
            for element in value.elements() {
                force_new_values(block, element, gone, values);
            }
        }
    }
}

/// The steps of a path as it is printed.
pub(super) fn steps(path: &str) -> Option<Path> {
    let mut steps = Path::root();
    for part in path.split('.') {
        let (name, indexes) = part
            .split_once('[')
            .map_or((part, ""), |(name, rest)| (name, rest));
        steps.push(Step::Attribute(name.to_owned().into()));
        for index in indexes.split('[').filter(|text| !text.is_empty()) {
            steps.push(Step::Index(index.trim_end_matches(']').parse().ok()?));
        }
    }
    Some(steps)
}

/// Whether a path leads into a force-new block, or to one of which the reference sees the count
/// alone, and not to an attribute that is force new itself.
fn inside_force_new(block: &Block, path: &Path) -> bool {
    let mut block = block;
    let mut inside = false;
    for step in path.steps() {
        let Step::Attribute(name) = step else {
            continue;
        };
        let Some(field) = block.field(name) else {
            return false;
        };
        match field.nested_block() {
            Some((_, nested)) => {
                inside |= field.is(Flags::FORCE_NEW);
                block = nested;
            }
            None => return inside && !field.is(Flags::FORCE_NEW),
        }
    }
    inside
}

/// The field and the value at a path; null where it leads out of the value.
pub(super) fn walk<'a>(
    block: &'a Block,
    value: &'a Value,
    path: &Path,
) -> Option<(&'a Field, &'a Value)> {
    const NULL: &Value = &Value::Null;
    let (mut block, mut value) = (block, value);
    let mut at = None;
    for step in path.steps() {
        value = match (step, value) {
            (Step::Attribute(name), value) => {
                let (position, field) = block.find(name)?;
                at = Some(field);
                if let Some((_, inside)) = field.nested_block() {
                    block = inside;
                }
                let values = value.as_object().unwrap_or(&[]);
                values.get(position).unwrap_or(NULL)
            }
            (Step::Index(i), Value::List(list)) => usize::try_from(*i)
                .ok()
                .and_then(|i| list.get(i))
                .unwrap_or(NULL),
            _ => NULL,
        };
    }
    Some((at?, value))
}
