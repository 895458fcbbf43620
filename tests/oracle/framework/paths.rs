//! What is at a path that only one of the two names.

use schema_runtime::path::{Path, Step};
use schema_runtime::schema::{Block, Field};
use schema_runtime::value::Value;

use super::compare::{Four, NULL, Rule, at, entry};

/// Why only our plan (`ours`) or only the framework's replaces at this path.
pub(super) fn excused_path(block: &Block, four: Four<'_>, ours: bool, path: &Path) -> Option<Rule> {
    let steps = path.steps();
    let (field, planned) = walk(block, four.ours, steps);
    let field = field?;
    // What is force new is gone with the object around it, or may be in a block that is unknown:
    // the framework's modifier is not asked.
    let unknown = field.nested_block().is_some() && planned.is_unknown();
    if ours && (unknown || is_in_nothing(block, four.ours, steps)) {
        return Some(Rule::Removed);
    }
    let (_, prior) = walk(block, four.prior, steps);
    (!ours && field.reads_alike(prior, planned)).then_some(Rule::Empty)
}

/// Whether a path leads through an object or an element that is absent or unknown.
fn is_in_nothing(block: &Block, value: &Value, steps: &[Step]) -> bool {
    let around = steps.split_last().map_or(&[][..], |(_, around)| around);
    let (_, around) = walk(block, value, around);
    around.is_null() || around.is_unknown()
}

/// Whether the framework may miss that something required is not there: in what is absent or
/// unknown; a path ends at the set, so that one of the elements may be.
pub(super) fn is_missed(block: &Block, value: &Value, steps: &[Step]) -> bool {
    let (field, found) = walk(block, value, steps);
    let nested = field.and_then(Field::nested_block);
    let in_set = matches!(found, Value::Set(_))
        && nested.is_some_and(|(_, inside)| holds_nothing(inside, found));
    in_set || is_in_nothing(block, value, steps)
}

/// Whether an object in a value is absent or unknown.
fn holds_nothing(block: &Block, value: &Value) -> bool {
    let inside = |field: &Field, value: &Value| {
        let (_, block) = field.nested_block()?;
        Some(holds_nothing(block, value))
    };
    match value {
        Value::Null | Value::Unknown(_) => true,
        Value::Object(values) => {
            let mut fields = block.fields.iter().zip(values);
            fields.any(|(field, value)| inside(field, value) == Some(true))
        }
        Value::Map(values) => values.values().any(|one| holds_nothing(block, one)),
        other => other.elements().iter().any(|one| holds_nothing(block, one)),
    }
}

/// Whether two elements of a set may become one: they are configured the same, but for what is
/// computed or unknown.
pub(super) fn may_become_one(block: &Block, set: &Value, path: &[Step]) -> bool {
    let (field, set) = walk(block, set, path);
    let (Some((_, inside)), Value::Set(elements)) = (field.and_then(Field::nested_block), set)
    else {
        return false;
    };
    let elements = elements.as_slice();
    (1..elements.len()).any(|i| {
        let mut others = elements[..i].iter();
        others.any(|other| may_be_one(inside, &elements[i], other))
    })
}

fn may_be_one(block: &Block, a: &Value, b: &Value) -> bool {
    let (Value::Object(a), Value::Object(b)) = (a, b) else {
        return a == b || a.is_unknown() || b.is_unknown();
    };
    let mut fields = block.fields.iter().zip(a.iter().zip(b));
    fields.all(|(field, (a, b))| {
        let open =
            |value: &Value| !value.is_wholly_known() || value.is_null() && field.is_wire_computed();
        if a == b || open(a) || open(b) {
            return true;
        }
        let Some((_, inside)) = field.nested_block() else {
            return false;
        };
        match (a, b) {
            (Value::Object(_), Value::Object(_)) => may_be_one(inside, a, b),
            (Value::Map(a), Value::Map(b)) => {
                let mut pairs = a.iter().zip(b);
                a.len() == b.len()
                    && pairs.all(|((k, a), (l, b))| k == l && may_be_one(inside, a, b))
            }
            (a, b) => {
                let mut pairs = a.elements().iter().zip(b.elements());
                a.element_count() == b.element_count()
                    && pairs.all(|(a, b)| may_be_one(inside, a, b))
            }
        }
    })
}

/// The value at a path, and the last field there. What is in nothing is nothing, and what is in an
/// unknown is unknown.
fn walk<'v>(block: &'v Block, value: &'v Value, steps: &[Step]) -> (Option<&'v Field>, &'v Value) {
    let (mut inside, mut last, mut value) = (Some(block), None, value);
    for step in steps {
        let field = match step {
            Step::Attribute(name) => inside.and_then(|block| block.find(name)),
            _ => None,
        };
        value = match (step, value) {
            (_, Value::Unknown(_)) => value,
            (Step::Attribute(_), object) => field.map_or(NULL, |(i, _)| at(object, i)),
            (Step::Index(i), list) => list.elements().get(*i as usize).unwrap_or(NULL),
            (Step::Key(key), map) => entry(map, key),
            (Step::Element(_), _) => NULL,
        };
        if let Some((_, field)) = field {
            last = Some(field);
            inside = field.nested_block().map(|(_, block)| &**block);
        }
    }
    (last, value)
}
