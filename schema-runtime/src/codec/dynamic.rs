//! Values in places of dynamic type: their concrete type, and the way back into the place.

use std::sync::Arc;

use super::MAX_VALUE_DEPTH;
use super::error::{CodecError, fail};
use super::expected::{Expected, Form, Members};
use crate::path::{BorrowedStep, steps};
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
        (Form::DynamicBlocks(true, block), Value::List(blocks)) => {
            concrete_tuple(blocks.iter().map(|it| (Expected::Object(block), it)), depth)?
        }
        (Form::DynamicBlocks(false, block), Value::Map(blocks)) => {
            let attributes = blocks.iter().map(|(key, value)| {
                let ty = concrete_at(Expected::Object(block), value, depth);
                let name = Text::from(Arc::clone(key));
                Ok(ObjectAttribute::new(name, ty.map_err(|e| e.at_key(key))?))
            });
            Type::Object(attributes.collect::<Result<_, CodecError>>()?)
        }
        (Form::List(element), Value::List(_)) => {
            Type::list(common_at(element, steps(value), depth)?)
        }
        (Form::Set(element), Value::Set(set)) => {
            // In errors, elements have a position here too.
            let steps = set.iter().enumerate();
            let steps = steps.map(|(i, value)| (BorrowedStep::Index(i), value));
            Type::set(common_at(element, steps, depth)?)
        }
        (Form::Map(element), Value::Map(_)) => Type::map(common_at(element, steps(value), depth)?),
        (Form::Tuple(types), Value::List(values)) if types.len() == values.len() => {
            concrete_tuple(types.iter().map(Expected::Type).zip(values), depth)?
        }
        (Form::Object(members), Value::Object(values)) if members.len() == values.len() => {
            let attributes = members.iter().zip(values).map(|((name, expected), value)| {
                let ty = concrete_at(expected, value, depth).map_err(|e| e.at_attribute(name))?;
                Ok(ObjectAttribute::new(name.clone(), ty))
            });
            Type::Object(attributes.collect::<Result<_, CodecError>>()?)
        }
        _ => expected.ty(),
    })
}

fn concrete_tuple<'a>(
    elements: impl Iterator<Item = (Expected<'a>, &'a Value)>,
    depth: usize,
) -> Result<Type, CodecError> {
    let types = elements.enumerate().map(|(i, (expected, value))| {
        concrete_at(expected, value, depth).map_err(|e| e.at_index(i))
    });
    types.collect::<Result<_, _>>().map(Type::tuple)
}

/// The common type of a collection's elements; a null or unknown of unknown type fits any.
fn common_at<'v>(
    element: Expected<'_>,
    values: impl Iterator<Item = (BorrowedStep<'v>, &'v Value)>,
    depth: usize,
) -> Result<Type, CodecError> {
    let mut common: Option<Type> = None;
    for (step, value) in values {
        let ty = concrete_at(element, value, depth).map_err(|e| e.at(step.step()))?;
        match &common {
            _ if ty == Type::Dynamic => {}
            None => common = Some(ty),
            Some(first) if *first == ty => {}
            Some(first) => {
                let error = CodecError::new(format!(
                    "all elements must have the same type, but this is {ty} and one before is \
                     {first}"
                ));
                return Err(error.at(step.step()));
            }
        }
    }
    Ok(common.unwrap_or_else(|| element.ty()))
}

/// Checks that the elements of a list or map have one type, and gives this type to nulls and
/// unknowns of unknown type.
pub(crate) fn unified(element: Expected<'_>, mut collection: Value) -> Result<Value, CodecError> {
    if !element.has_dynamic() {
        return Ok(collection);
    }
    let common = common_at(element, steps(&collection), 0)?;
    if matches!(element.form(), Form::Dynamic) && common != Type::Dynamic {
        collection.change_elements(|value| {
            if matches!(value, Value::Null | Value::Unknown(_)) {
                *value = Value::dynamic(common.clone(), value.clone());
            }
        });
    }
    Ok(collection)
}

/// A value that travelled with its type, for this place.
pub(crate) fn placed(expected: Expected<'_>, ty: Type, value: Value) -> Result<Value, CodecError> {
    let (ty, value) = concrete(ty, value)?;
    fit(expected, &ty, value)
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
        (Form::DynamicBlocks(true, block), Type::Tuple(types)) => fit_list(value, |i| {
            Some((
                Expected::Object(block),
                types.get(i).unwrap_or(&Type::Dynamic),
            ))
        }),
        (Form::DynamicBlocks(true, block), Type::List(element)) => {
            fit_list(value, |_| Some((Expected::Object(block), element)))
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
        (Form::List(element), Type::List(own)) => fit_list(value, |_| Some((element, own))),
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
        (Form::Tuple(types), Type::Tuple(own)) if types.len() == own.len() => {
            fit_list(value, |i| {
                Some((Expected::Type(types.get(i)?), own.get(i)?))
            })
        }
        (Form::Object(members), Type::Object(own)) => fit_object(members, own, value),
        _ => fail(format!("{} is required, not {ty}", expected.ty())),
    }
}

/// A list or tuple, each of whose elements is expected to be such and is of this type.
fn fit_list<'t>(
    value: Value,
    element: impl Fn(usize) -> Option<(Expected<'t>, &'t Type)>,
) -> Result<Value, CodecError> {
    let Value::List(values) = value else {
        return Ok(value);
    };
    let values = values.into_iter().enumerate().map_while(|(i, value)| {
        let (expected, ty) = element(i)?;
        Some(fit(expected, ty, value).map_err(|e| e.at_index(i)))
    });
    values.collect::<Result<_, _>>().map(Value::List)
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
