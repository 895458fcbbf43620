//! Replacement paths, which are no leaves.

use schema_runtime::path::{Path, Step};
use schema_runtime::schema::{Block, Field, Flags};
use schema_runtime::value::Value;

use super::groups::{Group, equivalent};

/// Why a path is only in one of the two answers: it leads into a force-new block, or to an unknown
/// collection with something force new inside, of which the reference sees the count only
/// (group 3); what goes away there was the default, which the reference still sees (group 1); or
/// the force-new values differ in null, zero and empty alone (group 2).
#[must_use]
pub fn excused_path(block: &Block, prior: &Value, planned: &Value, path: &str) -> Option<Group> {
    let steps = steps(path)?;
    if inside_force_new(block, &steps) {
        return Some(Group::ForceNewBlock);
    }
    let ((field, old), (_, new)) = (walk(block, prior, &steps)?, walk(block, planned, &steps)?);
    let Some((_, inside)) = field.nested_block() else {
        if field.default().is_some() && new.is_null() {
            return Some(Group::Default);
        }
        return (old != new && equivalent(old, new)).then_some(Group::NullZeroEmpty);
    };
    if holds_unknown(inside, new) {
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
    nothing.then_some(Group::NullZeroEmpty)
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
        // A computed value removed with its element is not a change for the reference.
        if field.is(Flags::FORCE_NEW) && !(gone && field.is(Flags::COMPUTED)) {
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
fn steps(path: &str) -> Option<Path> {
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

fn inside_force_new(block: &Block, path: &Path) -> bool {
    let mut block = block;
    for step in path.steps() {
        let Step::Attribute(name) = step else {
            continue;
        };
        let Some((field, (_, inside))) = block
            .field(name)
            .and_then(|field| Some((field, field.nested_block()?)))
        else {
            return false;
        };
        if field.is(Flags::FORCE_NEW) {
            return true;
        }
        block = inside;
    }
    false
}

/// The field and the value at a path; null where it leads out of the value.
fn walk<'a>(block: &'a Block, value: &'a Value, path: &Path) -> Option<(&'a Field, &'a Value)> {
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
