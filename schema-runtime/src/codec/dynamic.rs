//! Values in places of dynamic type: their concrete type, and the way back into the place.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::MAX_VALUE_DEPTH;
use super::error::{CodecError, fail};
use super::expected::{Expected, Form, Members};
use crate::refs::Text;
use crate::ty::{ObjectAttribute, Type};
use crate::value::{SetValue, Value};

/// The concrete type of a value in this place: dynamic parts are replaced by the types that the
/// value carries. They stay dynamic only where nothing decides them.
///
/// # Errors
/// Elements of one collection have different types, which no Terraform value allows.
pub(crate) fn concrete_type(expected: Expected<'_>, value: &Value) -> Result<Type, CodecError> {
    concrete_at(expected, value, 0)
}

fn concrete_at(expected: Expected<'_>, value: &Value, depth: usize) -> Result<Type, CodecError> {
    if !expected.has_dynamic() {
        return Ok(expected.ty());
    }
    if depth > MAX_VALUE_DEPTH {
        return fail("the value is nested too deeply");
    }
    let depth = depth + 1;
    Ok(match (expected.form(), value) {
        (Form::Dynamic, Value::Dynamic(own)) => {
            concrete_at(Expected::Type(&own.ty), &own.value, depth)?
        }
        (Form::DynamicBlocks(true, block), Value::List(blocks)) => Type::tuple(
            blocks
                .iter()
                .enumerate()
                .map(|(i, value)| {
                    concrete_at(Expected::Object(block), value, depth).map_err(|e| e.at_index(i))
                })
                .collect::<Result<_, _>>()?,
        ),
        (Form::DynamicBlocks(false, block), Value::Map(blocks)) => {
            let attributes = blocks
                .iter()
                .map(|(key, value)| {
                    let ty = concrete_at(Expected::Object(block), value, depth)
                        .map_err(|e| e.at_key(key))?;
                    Ok(ObjectAttribute::new(Text::from(key.to_string()), ty))
                })
                .collect::<Result<Vec<_>, CodecError>>()?;
            Type::Object(attributes.into())
        }
        (Form::List(element), Value::List(values)) => {
            Type::list(common_at(element, values, CodecError::at_index, depth)?)
        }
        (Form::Set(element), Value::Set(set)) => {
            Type::set(common_at(element, set, CodecError::at_index, depth)?)
        }
        (Form::Map(element), Value::Map(map)) => Type::map(common_at(
            element,
            map.values(),
            |e, i| at_nth_key(e, map, i),
            depth,
        )?),
        (Form::Tuple(types), Value::List(values)) if types.len() == values.len() => Type::tuple(
            types
                .iter()
                .zip(values)
                .enumerate()
                .map(|(i, (ty, value))| {
                    concrete_at(Expected::Type(ty), value, depth).map_err(|e| e.at_index(i))
                })
                .collect::<Result<_, _>>()?,
        ),
        (Form::Object(members), Value::Object(values)) if members.len() == values.len() => {
            let attributes = members
                .iter()
                .zip(values)
                .map(|((name, expected), value)| {
                    let ty =
                        concrete_at(expected, value, depth).map_err(|e| e.at_attribute(name))?;
                    Ok(ObjectAttribute::new(name.clone(), ty))
                })
                .collect::<Result<Vec<_>, CodecError>>()?;
            Type::Object(attributes.into())
        }
        _ => expected.ty(),
    })
}

fn at_nth_key(error: CodecError, map: &BTreeMap<Arc<str>, Value>, n: usize) -> CodecError {
    match map.keys().nth(n) {
        Some(key) => error.at_key(key),
        None => error,
    }
}

/// The common type of a collection's elements; a null or unknown of unknown type fits any.
fn common_at<'v>(
    element: Expected<'_>,
    values: impl IntoIterator<Item = &'v Value>,
    at: impl Fn(CodecError, usize) -> CodecError,
    depth: usize,
) -> Result<Type, CodecError> {
    let mut common: Option<Type> = None;
    for (i, value) in values.into_iter().enumerate() {
        let ty = concrete_at(element, value, depth).map_err(|e| at(e, i))?;
        match &common {
            _ if ty == Type::Dynamic => {}
            None => common = Some(ty),
            Some(first) if *first == ty => {}
            Some(first) => {
                let error = CodecError::new(format!(
                    "all elements must have the same type, but this is {ty} and one before is \
                     {first}"
                ));
                return Err(at(error, i));
            }
        }
    }
    Ok(common.unwrap_or_else(|| element.ty()))
}

/// Checks that the elements of a list or set have one type, and gives this type to nulls and
/// unknowns of unknown type.
pub(crate) fn unify_elements(
    element: Expected<'_>,
    values: &mut [Value],
) -> Result<(), CodecError> {
    let common = common_at(element, &*values, CodecError::at_index, 0)?;
    retype(element, &common, values.iter_mut());
    Ok(())
}

/// The same for the values of a map.
pub(crate) fn unify_map(
    element: Expected<'_>,
    map: &mut BTreeMap<Arc<str>, Value>,
) -> Result<(), CodecError> {
    let common = common_at(element, map.values(), |e, i| at_nth_key(e, map, i), 0)?;
    retype(element, &common, map.values_mut());
    Ok(())
}

fn retype<'v>(element: Expected<'_>, common: &Type, values: impl Iterator<Item = &'v mut Value>) {
    if matches!(element.form(), Form::Dynamic) && *common != Type::Dynamic {
        for value in values {
            if matches!(value, Value::Null | Value::Unknown(_)) {
                *value = Value::dynamic(common.clone(), value.clone());
            }
        }
    }
}

/// A value with its own type, for a place of dynamic type.
pub(crate) fn wrap(ty: Type, value: Value) -> Result<Value, CodecError> {
    if ty == Type::Dynamic {
        return Ok(value);
    }
    let (ty, value) = concrete(ty, value)?;
    Ok(Value::dynamic(ty, value))
}

/// The same value with dynamic parts of its type replaced by the types that it carries.
pub(crate) fn concrete(ty: Type, value: Value) -> Result<(Type, Value), CodecError> {
    if !ty.has_dynamic() {
        return Ok((ty, value));
    }
    let concrete = concrete_type(Expected::Type(&ty), &value)?;
    Ok((concrete, strip(value)))
}

/// The value without the types inside it.
fn strip(value: Value) -> Value {
    match value {
        Value::Dynamic(own) => match Arc::try_unwrap(own) {
            Ok(own) => strip(own.value),
            Err(own) => strip(own.value.clone()),
        },
        Value::List(values) => Value::List(values.into_iter().map(strip).collect()),
        Value::Object(values) => Value::Object(values.into_iter().map(strip).collect()),
        Value::Set(set) => Value::Set(set.into_iter().map(strip).collect()),
        Value::Map(map) => Value::Map(map.into_iter().map(|(k, v)| (k, strip(v))).collect()),
        other => other,
    }
}

/// Converts a value of a concrete type to the form expected in its place: a list or map of blocks
/// that travelled as one dynamic value becomes a list or map of the block's objects again.
pub(crate) fn fit(expected: Expected<'_>, ty: &Type, value: Value) -> Result<Value, CodecError> {
    if matches!(ty, Type::Dynamic) && matches!(value, Value::Null | Value::Unknown(_)) {
        return Ok(value);
    }
    match (expected.form(), ty) {
        (Form::Dynamic, _) => Ok(Value::dynamic(ty.clone(), value)),
        (
            Form::DynamicBlocks(..),
            Type::Tuple(_) | Type::List(_) | Type::Object(_) | Type::Map(_),
        ) if matches!(value, Value::Null | Value::Unknown(_)) => Ok(value),
        (Form::DynamicBlocks(true, block), Type::Tuple(types)) => {
            fit_list(Expected::Object(block), |i| types.get(i), value)
        }
        (Form::DynamicBlocks(true, block), Type::List(element)) => {
            fit_list(Expected::Object(block), |_| Some(element), value)
        }
        (Form::DynamicBlocks(false, block), Type::Map(element)) => {
            fit_map(Expected::Object(block), element, value)
        }
        (Form::DynamicBlocks(false, block), Type::Object(attributes)) => {
            let Value::Object(values) = value else {
                return Ok(value);
            };
            attributes
                .iter()
                .zip(values)
                .map(|(attribute, value)| {
                    let value = fit(Expected::Object(block), &attribute.ty, value)
                        .map_err(|e| e.at_key(&attribute.name))?;
                    Ok((Arc::from(attribute.name.as_str()), value))
                })
                .collect::<Result<_, _>>()
                .map(Value::Map)
        }
        (Form::String, Type::String) | (Form::Number, Type::Number) | (Form::Bool, Type::Bool) => {
            Ok(value)
        }
        (Form::List(element), Type::List(own)) => fit_list(element, |_| Some(own), value),
        (Form::Set(element), Type::Set(own)) => match value {
            Value::Set(set) => set
                .into_iter()
                .enumerate()
                .map(|(i, value)| fit(element, own, value).map_err(|e| e.at_index(i)))
                .collect::<Result<SetValue, _>>()
                .map(Value::Set),
            other => Ok(other),
        },
        (Form::Map(element), Type::Map(own)) => fit_map(element, own, value),
        (Form::Tuple(types), Type::Tuple(own)) if types.len() == own.len() => match value {
            Value::List(values) => Ok(Value::List(
                types
                    .iter()
                    .zip(own.iter())
                    .zip(values)
                    .enumerate()
                    .map(|(i, ((ty, own), value))| {
                        fit(Expected::Type(ty), own, value).map_err(|e| e.at_index(i))
                    })
                    .collect::<Result<_, _>>()?,
            )),
            other => Ok(other),
        },
        (Form::Object(members), Type::Object(own)) => fit_object(members, own, value),
        _ => fail(format!("{} is required, not {ty}", expected.ty())),
    }
}

fn fit_list<'t>(
    element: Expected<'_>,
    types: impl Fn(usize) -> Option<&'t Type>,
    value: Value,
) -> Result<Value, CodecError> {
    let Value::List(values) = value else {
        return Ok(value);
    };
    let values = values
        .into_iter()
        .enumerate()
        .map(|(i, value)| {
            let ty = types(i).unwrap_or(&Type::Dynamic);
            fit(element, ty, value).map_err(|e| e.at_index(i))
        })
        .collect::<Result<_, _>>()?;
    Ok(Value::List(values))
}

fn fit_map(element: Expected<'_>, own: &Type, value: Value) -> Result<Value, CodecError> {
    let Value::Map(map) = value else {
        return Ok(value);
    };
    map.into_iter()
        .map(|(key, value)| {
            let value = fit(element, own, value).map_err(|e| e.at_key(&key))?;
            Ok((key, value))
        })
        .collect::<Result<_, _>>()
        .map(Value::Map)
}

fn fit_object(
    members: Members<'_>,
    own: &[ObjectAttribute],
    value: Value,
) -> Result<Value, CodecError> {
    if members.len() != own.len() {
        return fail(format!(
            "an object with {} attributes is required ({} given)",
            members.len(),
            own.len()
        ));
    }
    for ((name, _), attribute) in members.iter().zip(own) {
        if *name != attribute.name {
            return Err(CodecError::new("unsupported attribute").at_attribute(&attribute.name));
        }
    }
    let Value::Object(values) = value else {
        return Ok(value);
    };
    let values = members
        .iter()
        .zip(own)
        .zip(values)
        .enumerate()
        .map(|(position, (((name, expected), attribute), value))| {
            let value = fit(expected, &attribute.ty, value).map_err(|e| e.at_attribute(name))?;
            Ok(members.sent(position, value))
        })
        .collect::<Result<_, _>>()?;
    Ok(Value::Object(values))
}
