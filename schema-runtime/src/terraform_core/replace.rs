//! Which of the paths that a provider requires a replacement for count.

use super::CoreError;
use super::support::{child, is_object_of};
use crate::path::{Path, Step};
use crate::schema::{Block, Field, Flags, Kind};
use crate::ty::Type;
use crate::value::{DynamicValue, Value};

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
        let before = find(block, prior, path);
        let after = find(block, planned, path);
        let (Found::At(_) | Found::Nothing, Found::At(_) | Found::Nothing) = (&before, &after)
        else {
            return Err(no_such(path));
        };
        if matches!((&before, &after), (Found::Nothing, Found::Nothing)) {
            return Err(no_such(path));
        }
        let (before, after) = (before.value(), after.value());
        let counts = after.is_unknown()
            || !before.equal_ignoring_refinements(after)
            || is_write_only(block, path);
        if counts {
            honoured.push(path.clone());
        }
    }
    Ok(honoured)
}

fn no_such(path: &Path) -> CoreError {
    CoreError {
        path: path.clone(),
        message: "a replacement is required because of an attribute that does not exist".to_owned(),
    }
}

enum Found<'a> {
    At(&'a Value),
    /// The schema has such a path, but the value does not.
    Nothing,
    /// Such a path cannot exist.
    Impossible,
}

impl<'a> Found<'a> {
    fn value(&self) -> &'a Value {
        match self {
            Found::At(value) => value,
            _ => &Value::Null,
        }
    }
}

/// The value that the next step enters.
#[derive(Clone, Copy)]
enum PathTarget<'a> {
    Object(&'a Block),
    Field(&'a Field),
    Type(&'a Type),
}

const UNKNOWN: &Value = &Value::UNKNOWN;

fn find<'a>(block: &'a Block, value: &'a Value, path: &Path) -> Found<'a> {
    if !is_object_of(block, value) {
        return Found::Impossible;
    }
    let mut at = PathTarget::Object(block);
    let mut value = Found::At(value);
    for step in path.steps() {
        let Some((next, found)) = enter(at, value, step) else {
            return Found::Impossible;
        };
        at = next;
        value = found;
    }
    value
}

/// One step further, in the schema and, if there is one, in the value.
fn enter<'a>(
    at: PathTarget<'a>,
    value: Found<'a>,
    step: &Step,
) -> Option<(PathTarget<'a>, Found<'a>)> {
    match (at, step) {
        (PathTarget::Object(block), Step::Attribute(name)) => {
            let (position, field) = block.find(name)?;
            let found = match value {
                Found::At(Value::Null) | Found::Nothing => Found::Nothing,
                Found::At(object) => Found::At(child(block, object, position)?),
                Found::Impossible => return None,
            };
            Some((PathTarget::Field(field), found))
        }
        (PathTarget::Field(field), step) => match &field.kind {
            Kind::Attribute { ty } => enter(PathTarget::Type(ty), value, step),
            Kind::Nested { nesting, block } | Kind::Block { nesting, block, .. } => {
                use crate::schema::Nesting;
                match nesting {
                    Nesting::Single | Nesting::Group => {
                        enter(PathTarget::Object(block), value, step)
                    }
                    Nesting::List | Nesting::Map => {
                        Some((PathTarget::Object(block), element(value, step)?))
                    }
                    Nesting::Set => None,
                }
            }
        },
        (PathTarget::Type(ty), step) => match (ty, step) {
            (Type::Dynamic, _) => match value {
                Found::At(Value::Dynamic(dynamic)) => {
                    let DynamicValue { ty, value } = &**dynamic;
                    enter(PathTarget::Type(ty), Found::At(value), step)
                }
                Found::At(Value::Unknown(_)) => Some((PathTarget::Type(ty), Found::At(UNKNOWN))),
                _ => Some((PathTarget::Type(ty), Found::Nothing)),
            },
            (Type::List(of) | Type::Map(of), _) => {
                Some((PathTarget::Type(of), element(value, step)?))
            }
            (Type::Tuple(types), Step::Index(index)) => {
                let index = usize::try_from(*index).ok()?;
                let ty = types.get(index)?;
                Some((PathTarget::Type(ty), element(value, step)?))
            }
            (Type::Object(attributes), Step::Attribute(name)) => {
                let position = attributes.iter().position(|a| a.name == *name)?;
                let ty = &attributes.get(position)?.ty;
                let found = match value {
                    Found::At(Value::Object(values)) => Found::At(values.get(position)?),
                    Found::At(Value::Unknown(_)) => Found::At(UNKNOWN),
                    Found::At(Value::Null) | Found::Nothing => Found::Nothing,
                    _ => return None,
                };
                Some((PathTarget::Type(ty), found))
            }
            _ => None,
        },
        _ => None,
    }
}

fn element<'a>(value: Found<'a>, step: &Step) -> Option<Found<'a>> {
    let value = match value {
        Found::At(value) => value,
        other => return Some(other),
    };
    let found = match (value, step) {
        (Value::List(elements), Step::Index(index)) => {
            usize::try_from(*index).ok().and_then(|i| elements.get(i))
        }
        // Core writes an attribute step for the keys of some maps.
        (Value::Map(map), Step::Key(key) | Step::Attribute(key)) => map.get(key.as_str()),
        (Value::Unknown(_), Step::Index(_) | Step::Key(_)) => Some(UNKNOWN),
        (Value::Null, Step::Index(_) | Step::Key(_)) => None,
        _ => return None,
    };
    Some(found.map_or(Found::Nothing, Found::At))
}

fn is_write_only(block: &Block, path: &Path) -> bool {
    let mut block = block;
    let mut last = None;
    for step in path.steps() {
        match step {
            Step::Attribute(name) => {
                let Some(field) = block.field(name) else {
                    return false;
                };
                if let Some((_, inner)) = field.nested_block() {
                    block = inner;
                }
                last = Some(field);
            }
            // Only the exact path of the attribute counts, not a path to one of its elements.
            Step::Index(_) | Step::Key(_) | Step::Element(_) => last = None,
        }
    }
    last.is_some_and(|field| field.is(Flags::WRITE_ONLY))
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
