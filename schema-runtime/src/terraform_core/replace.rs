//! Which of the paths that a provider requires a replacement for count.

use super::CoreError;
use super::element::declared;
use super::support::{UNKNOWN, is_object_of};
use crate::codec::expected::{Expected, Form};
use crate::path::{Path, Step};
use crate::schema::{Block, Flags};
use crate::value::Value;

/// The paths in `requires_replace` that core honours: the prior and the planned value differ, the
/// planned one is unknown, or the attribute is write-only. The others are dropped silently. Without
/// a prior object no path counts.
///
/// # Errors
/// A path that leads to nothing in both values: core rejects the plan.
pub fn replace_paths(
    block: &Block,
    prior: &Value,
    planned: &Value,
    requires_replace: &[Path],
) -> Result<Vec<Path>, CoreError> {
    if prior.is_null() {
        return Ok(Vec::new());
    }
    let mut honoured = Vec::new();
    for path in requires_replace {
        let (before, after) = match (find(block, prior, path), find(block, planned, path)) {
            (Some(before), Some(after)) if before.is_some() || after.is_some() => (
                before.unwrap_or(&Value::Null),
                after.unwrap_or(&Value::Null),
            ),
            _ => {
                return Err(CoreError {
                    path: path.clone(),
                    message:
                        "a replacement is required because of an attribute that does not exist"
                            .to_owned(),
                });
            }
        };
        let counts = after.is_unknown()
            || !before.equal_ignoring_refinements(after)
            || is_write_only(block, path);
        if counts {
            honoured.push(path.clone());
        }
    }
    Ok(honoured)
}

/// The value at a path: `None` if such a path cannot exist, `Some(None)` if the schema has it, but
/// the value does not.
fn find<'a>(block: &'a Block, value: &'a Value, path: &Path) -> Option<Option<&'a Value>> {
    if !is_object_of(block, value) {
        return None;
    }
    let mut found = (Expected::Object(block), Some(value));
    for step in path.steps() {
        found = enter(found.0, found.1, step)?;
    }
    Some(found.1)
}

/// One step further, in the schema and, if there is one, in the value.
fn enter<'a>(
    at: Expected<'a>,
    value: Option<&'a Value>,
    step: &Step,
) -> Option<(Expected<'a>, Option<&'a Value>)> {
    match (at.form(), step) {
        (Form::Object(members), Step::Attribute(name)) => {
            let position = members.find(name)?;
            let next = match members.field(position) {
                Some(field) => declared(field),
                None => members.get(position)?.1,
            };
            let found = match value {
                Some(Value::Object(values)) => Some(values.get(position)?),
                Some(Value::Unknown(_)) => Some(&UNKNOWN),
                Some(Value::Null) | None => None,
                Some(_) => return None,
            };
            Some((next, found))
        }
        (Form::List(of) | Form::Map(of), _) => Some((of, element(value, step)?)),
        (Form::Tuple(types), Step::Index(index)) => {
            let ty = types.get(usize::try_from(*index).ok()?)?;
            Some((Expected::Type(ty), element(value, step)?))
        }
        (Form::Dynamic, _) => match value {
            Some(Value::Dynamic(dynamic)) => {
                enter(Expected::Type(&dynamic.ty), Some(&dynamic.value), step)
            }
            Some(Value::Unknown(_)) => Some((at, Some(&UNKNOWN))),
            _ => Some((at, None)),
        },
        _ => None,
    }
}

fn element<'a>(value: Option<&'a Value>, step: &Step) -> Option<Option<&'a Value>> {
    let Some(value) = value else {
        return Some(None);
    };
    match (value, step) {
        (Value::List(elements), Step::Index(index)) => {
            Some(usize::try_from(*index).ok().and_then(|i| elements.get(i)))
        }
        // Core writes an attribute step for the keys of some maps.
        (Value::Map(map), Step::Key(key) | Step::Attribute(key)) => Some(map.get(key.as_str())),
        (Value::Unknown(_), Step::Index(_) | Step::Key(_)) => Some(Some(&UNKNOWN)),
        (Value::Null, Step::Index(_) | Step::Key(_)) => Some(None),
        _ => None,
    }
}

/// Only the exact path of the attribute counts, not a path to one of its elements.
fn is_write_only(block: &Block, path: &Path) -> bool {
    let last = block.along(path.steps()).last();
    last.is_some_and(|(count, field)| count == path.steps().len() && field.is(Flags::WRITE_ONLY))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dynamic::read_block;
    use serde_json::json;

    fn block() -> Block {
        read_block(&json!({
            "attributes": {
                "name": {"type": "string", "optional": true},
                "secret": {"type": "string", "optional": true, "write_only": true},
                "tags": {"type": ["map", "string"], "optional": true},
            },
            "block_types": {"disk": {"nesting_mode": "list", "block": {
                "attributes": {"size": {"type": "number", "optional": true}}}}},
        }))
        .unwrap()
    }

    fn object(disks: &[i64], name: Value, tags: &[(&str, &str)]) -> Value {
        let disks = disks.iter().map(|&size| Value::Object(vec![size.into()]));
        let tags = tags.iter().map(|&(key, value)| (key.into(), value.into()));
        Value::Object(vec![
            Value::List(disks.collect()),
            name,
            Value::Null,
            Value::Map(tags.collect()),
        ])
    }

    #[test]
    fn only_what_changes_is_honoured() {
        let block = block();
        let prior = object(&[1, 2], "a".into(), &[("x", "1")]);
        let planned = object(&[1], Value::UNKNOWN, &[("x", "2")]);
        let path = |index: usize| Path::new("disk").index(index).attribute("size");
        let asked = [
            Path::new("name"),
            Path::new("tags").key("x"),
            path(0),
            path(1),
            Path::new("secret"),
        ];
        assert_eq!(
            replace_paths(&block, &prior, &planned, &asked).unwrap(),
            [
                Path::new("name"),
                Path::new("tags").key("x"),
                path(1),
                Path::new("secret"),
            ]
        );
        assert_eq!(
            replace_paths(&block, &Value::Null, &planned, &asked).unwrap(),
            []
        );
    }

    #[test]
    fn a_path_to_nothing_is_an_error() {
        let block = block();
        let value = object(&[1], "a".into(), &[]);
        for path in [
            Path::new("no_such"),
            Path::new("disk").index(7).attribute("size"),
            Path::new("disk").attribute("size"),
            Path::new("name").index(0),
            Path::new("tags").key("x"),
        ] {
            let error = replace_paths(&block, &value, &value, std::slice::from_ref(&path));
            assert_eq!(error.unwrap_err().path, path);
        }
    }
}
