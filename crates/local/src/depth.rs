//! Limits of stored values: their depth, and no unknown or infinite parts.

use std::fmt;

use schema_runtime::refs::Text;
use schema_runtime::schema::Block;
use schema_runtime::ty::Type;
use schema_runtime::value::Value;

/// How many levels of collections and objects a value from a configuration or a provider may have.
/// The codecs and the reader of the state accept more, so every accepted value can be saved and
/// read again.
pub(crate) const MAX_LEVELS: usize = 128;

/// Why a part of a value is not kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NotKept {
    TooDeep,
    Infinite,
}

impl fmt::Display for NotKept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotKept::TooDeep => write!(f, "it is nested more than {MAX_LEVELS} levels deep"),
            NotKept::Infinite => f.write_str("it holds an infinite number"),
        }
    }
}

/// Why a value of this type cannot be kept unchanged.
pub(crate) fn not_kept(ty: &Type, value: &Value) -> Option<NotKept> {
    match type_fits(ty, MAX_LEVELS) {
        true => problem(value, MAX_LEVELS),
        false => Some(NotKept::TooDeep),
    }
}

/// The fields of an object that cannot be kept, each with the reason.
pub(crate) fn not_kept_of<'b>(
    block: &'b Block,
    object: &'b Value,
) -> impl Iterator<Item = (&'b Text, NotKept)> {
    let fields = block.with_values(object);
    fields.filter_map(|(field, value)| Some((&field.name, problem(value, MAX_LEVELS)?)))
}

/// A value or an object as it is kept: null replaces unknown, infinite and too deep parts.
pub(crate) fn kept(value: &Value) -> Value {
    // The attributes of an object may have as many levels as a single value.
    kept_part(value, MAX_LEVELS + 1)
}

fn kept_part(value: &Value, levels: usize) -> Value {
    match value {
        Value::Unknown(_) => Value::Null,
        Value::Number(number) if !number.is_finite() => Value::Null,
        Value::Object(_) | Value::List(_) | Value::Set(_) | Value::Map(_) if levels == 0 => {
            Value::Null
        }
        Value::Object(values) => {
            let values = values.iter().map(|value| kept_part(value, levels - 1));
            Value::Object(values.collect())
        }
        Value::Dynamic(dynamic) => match kept_part(&dynamic.value, levels) {
            Value::Null if dynamic.ty == Type::Dynamic => Value::Null,
            // A shortened value would not have its type.
            _ if problem(value, levels) == Some(NotKept::TooDeep) => Value::Null,
            value => Value::dynamic(dynamic.ty.clone(), value),
        },
        other => other
            .map_elements(|element| kept_part(element, levels - 1))
            .unwrap_or_else(|| other.clone()),
    }
}

fn problem(value: &Value, levels: usize) -> Option<NotKept> {
    match value {
        Value::Number(number) => (!number.is_finite()).then_some(NotKept::Infinite),
        Value::Dynamic(dynamic) if type_fits(&dynamic.ty, levels) => {
            problem(&dynamic.value, levels)
        }
        Value::Dynamic(_) => Some(NotKept::TooDeep),
        Value::Object(_) | Value::List(_) | Value::Set(_) | Value::Map(_) => {
            match levels.checked_sub(1) {
                Some(levels) => value.children().find_map(|part| problem(part, levels)),
                None => Some(NotKept::TooDeep),
            }
        }
        _ => None,
    }
}

fn type_fits(ty: &Type, levels: usize) -> bool {
    let Some(below) = levels.checked_sub(1) else {
        return matches!(ty, Type::String | Type::Number | Type::Bool | Type::Dynamic);
    };
    match ty {
        Type::List(element) | Type::Set(element) | Type::Map(element) => type_fits(element, below),
        Type::Tuple(types) => types.iter().all(|ty| type_fits(ty, below)),
        Type::Object(attributes) => attributes.iter().all(|a| type_fits(&a.ty, below)),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use schema_runtime::number::Number;

    use super::*;

    #[test]
    fn what_cannot_be_kept_is_null() {
        let infinite = Value::List(vec![Value::from("a"), Value::Number(Number::INFINITY)]);
        let ty = Type::tuple(vec![Type::String, Type::Number]);
        assert_eq!(not_kept(&ty, &infinite), Some(NotKept::Infinite));
        assert_eq!(
            kept(&infinite),
            Value::List(vec![Value::from("a"), Value::Null])
        );
        let deep = |levels| {
            (0..levels).fold((Type::Number, Value::from(1)), |(ty, value), _| {
                (Type::list(ty), Value::List(vec![value]))
            })
        };
        let (ty, value) = deep(MAX_LEVELS);
        assert_eq!(not_kept(&ty, &value), None);
        assert_eq!(kept(&value), value);
        let (ty, value) = deep(MAX_LEVELS + 1);
        assert_eq!(not_kept(&ty, &value), Some(NotKept::TooDeep));
        // An empty list of a deep type, as a dynamic value.
        let dynamic = Value::dynamic(Type::list(ty.clone()), Value::List(Vec::new()));
        assert_eq!(not_kept(&Type::Dynamic, &dynamic), Some(NotKept::TooDeep));
        assert_eq!(
            kept(&Value::Object(vec![dynamic])),
            Value::Object(vec![Value::Null])
        );
    }
}
