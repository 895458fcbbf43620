//! `ignore_changes`: prior values replace the configured ones.

use std::sync::Arc;

use schema_runtime::path::{Path, Step};
use schema_runtime::schema::Block;
use schema_runtime::value::Value;

/// The configured object with the prior values at these paths.
pub(super) fn ignore_changes<'p>(
    block: &Block,
    config: Value,
    prior: &Value,
    paths: impl IntoIterator<Item = &'p Path>,
) -> Value {
    let mut config = config;
    for path in paths {
        overwrite(block, &mut config, prior, path.steps());
    }
    config
}

fn overwrite(block: &Block, config: &mut Value, prior: &Value, steps: &[Step]) {
    let [Step::Attribute(name), rest @ ..] = steps else {
        return;
    };
    let (Value::Object(values), Some((index, field))) = (config, block.find(name)) else {
        return;
    };
    let (Some(place), Some(before)) = (
        values.get_mut(index),
        prior.as_object().and_then(|values| values.get(index)),
    ) else {
        return;
    };
    let nested = field.nested_block().map(|(_, block)| &**block);
    match (rest, nested) {
        ([Step::Index(index), rest @ ..], Some(block)) if !rest.is_empty() => {
            let position = usize::try_from(*index).unwrap_or(usize::MAX);
            if let (Value::List(after), Value::List(before)) = (&mut *place, before)
                && let (Some(after), Some(before)) = (after.get_mut(position), before.get(position))
            {
                overwrite(block, after, before, rest);
            }
        }
        ([Step::Attribute(_), ..], Some(block)) => overwrite(block, place, before, rest),
        ([Step::Key(key)], None) => {
            let kept = match before {
                Value::Map(before) => before.get(&**key),
                _ => None,
            };
            match (&mut *place, kept) {
                (Value::Map(map), Some(kept)) => {
                    map.insert(Arc::from(&**key), kept.clone());
                }
                (Value::Map(map), None) => {
                    map.remove(&**key);
                }
                (Value::Null, Some(kept)) => {
                    *place = Value::Map([(Arc::from(&**key), kept.clone())].into());
                }
                _ => {}
            }
        }
        _ => *place = before.clone(),
    }
}

#[cfg(test)]
mod tests {
    use schema_runtime::schema::{Field, Flags, Kind};
    use schema_runtime::ty::Type;

    use super::*;

    #[test]
    fn prior_values_win_where_they_are_named() {
        let attribute = |name: &'static str, ty: Type| Field {
            name: name.into(),
            kind: Kind::Attribute {
                ty: std::sync::Arc::new(ty).into(),
            },
            flags: Flags::OPTIONAL,
            description: "".into(),
            extras: schema_runtime::refs::Ref::empty(),
        };
        let block = Block {
            fields: vec![
                attribute("labels", Type::map(Type::String)),
                attribute("size", Type::Number),
            ]
            .into(),
            description: "".into(),
            deprecated: "".into(),
            other_kind: false,
        };
        let map = |items: &[(&str, &str)]| {
            Value::Map(
                items
                    .iter()
                    .map(|(k, v)| (Arc::from(*k), Value::from(*v)))
                    .collect(),
            )
        };
        let prior = Value::Object(vec![map(&[("a", "1"), ("b", "2")]), 5.into()]);
        let config = Value::Object(vec![map(&[("a", "x"), ("b", "y"), ("c", "z")]), 6.into()]);
        let paths = [
            Path::new("labels").key("a"),
            Path::new("labels").key("c"),
            Path::new("size"),
        ];
        assert_eq!(
            ignore_changes(&block, config, &prior, &paths),
            Value::Object(vec![map(&[("a", "1"), ("b", "y")]), 5.into()])
        );
    }
}
