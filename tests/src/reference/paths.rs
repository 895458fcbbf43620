//! Replacement paths, which are no leaves.

use schema_runtime::path::{Path, Step};
use schema_runtime::schema::{Block, Flags};
use schema_runtime::value::Value;

use super::groups::{Group, equivalent};

/// Why a path is only in one of the two answers: it leads into a force-new block (group 3), or the
/// values there differ in null, zero and empty alone (group 2).
#[must_use]
pub fn excused_path(block: &Block, prior: &Value, planned: &Value, path: &str) -> Option<Group> {
    let steps = steps(path)?;
    if inside_force_new(block, &steps) {
        return Some(Group::ForceNewBlock);
    }
    let (old, new) = (walk(block, prior, &steps), walk(block, planned, &steps));
    (old != new && equivalent(old, new)).then_some(Group::NullZeroEmpty)
}

/// The steps of a path as it is printed.
fn steps(path: &str) -> Option<Path> {
    let mut steps = Path::root();
    for part in path.split('.') {
        let (name, indexes) = part.split_once('[').map_or((part, ""), |(name, rest)| (name, rest));
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
        let Step::Attribute(name) = step else { continue };
        let Some((field, (_, inside))) =
            block.field(name).and_then(|field| Some((field, field.nested_block()?)))
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

fn walk<'v>(block: &Block, value: &'v Value, path: &Path) -> &'v Value {
    const NULL: &Value = &Value::Null;
    let (mut block, mut value) = (block, value);
    for step in path.steps() {
        value = match (step, value) {
            (Step::Attribute(name), Value::Object(values)) => {
                let Some((position, field)) = block.find(name) else {
                    return NULL;
                };
                if let Some((_, inside)) = field.nested_block() {
                    block = inside;
                }
                values.get(position).unwrap_or(NULL)
            }
            (Step::Index(i), Value::List(list)) => {
                usize::try_from(*i).ok().and_then(|i| list.get(i)).unwrap_or(NULL)
            }
            _ => return NULL,
        };
    }
    value
}
