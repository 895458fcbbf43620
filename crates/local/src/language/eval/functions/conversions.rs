//! Type conversions, and functions for sensitive and ephemeral values.

use std::sync::Arc;

use schema_runtime::convert::unify_unsafe;
use schema_runtime::path::Step;
use schema_runtime::ty::Type;
use schema_runtime::value::Value;

use super::{Args, CallResult, Failure};
use crate::language::eval::typed::step_type;
use crate::language::eval::{MarkKinds, TypedValue, conversion};

/// Converts to a type: `tostring` and similar.
pub(super) fn to(args: &Args<'_>, ty: Type) -> CallResult {
    let value = args.at(0);
    // A null or unknown value gets the target type; its elements may still have any type.
    if value.ty == Type::Dynamic {
        let value = TypedValue {
            marks: value.marks.clone(),
            ..TypedValue::new(ty, value.value.clone())
        };
        return Ok(value);
    }
    let mut converted = conversion(value, &ty).map_err(Failure::Shows)?;
    // As in Terraform, refinements of an unknown value are lost.
    if converted.value.is_unknown() {
        converted.value = Value::UNKNOWN;
    }
    Ok(converted)
}

pub(super) fn sensitive(args: &Args<'_>) -> CallResult {
    let value = args.at(0).clone();
    Ok(value.marked(MarkKinds::sensitive_if(true)))
}

pub(super) fn issensitive(args: &Args<'_>) -> CallResult {
    let marked = args.at(0).whole_kinds().sensitive;
    // An unknown value may still turn out to be sensitive.
    if !marked && args.is_unknown(0) {
        return Ok(TypedValue::unknown_of(Type::Bool));
    }
    Ok(TypedValue::bool(marked))
}

pub(super) fn nonsensitive(args: &Args<'_>) -> CallResult {
    let (value, whole) = args.unmarked(0);
    Ok(value.marked(MarkKinds {
        sensitive: false,
        ..whole
    }))
}

/// The value with null in place of everything ephemeral, so it can be stored.
pub(super) fn ephemeralasnull(args: &Args<'_>) -> CallResult {
    let mut kept = args.at(0).clone();
    for path in std::mem::take(&mut kept.marks.ephemeral) {
        set_null(&mut kept.value, &kept.ty, path.steps());
    }
    Ok(kept)
}

/// Writes null at a path; unknown parts on the way stay unknown.
fn set_null(value: &mut Value, ty: &Type, steps: &[Step]) {
    let [step, rest @ ..] = steps else {
        *value = Value::Null;
        return;
    };
    if let Value::Dynamic(dynamic) = value {
        let dynamic = Arc::make_mut(dynamic);
        let ty = dynamic.ty.clone();
        return set_null(&mut dynamic.value, &ty, steps);
    }
    let part = match (value, ty, step) {
        (Value::Object(values), Type::Object(attributes), Step::Attribute(name)) => {
            let position = attributes.iter().position(|one| one.name == *name);
            position.and_then(|at| values.get_mut(at))
        }
        (Value::Map(values), _, Step::Key(key)) => values.get_mut(key.as_str()),
        (Value::List(values), _, Step::Index(index)) => {
            let at = usize::try_from(*index).ok();
            at.and_then(|at| values.get_mut(at))
        }
        (value, ..) => {
            *value = Value::Null;
            None
        }
    };
    if let Some((part, ty)) = part.zip(step_type(ty, step)) {
        set_null(part, ty, rest);
    }
}

pub(super) fn coalesce(args: &Args<'_>) -> CallResult {
    let types: Vec<Type> = args.all.iter().map(|arg| arg.ty.clone()).collect();
    let Some(ty) = unify_unsafe(&types) else {
        return Err("all arguments must have the same type".into());
    };
    for arg in args.all {
        let arg = conversion(arg, &ty).map_err(Failure::Shows)?;
        let is_empty = arg.value.as_str() == Some("");
        match arg.value {
            // The result cannot be null.
            Value::Unknown(_) => return Ok(TypedValue::unknown_not_null(arg.ty)),
            Value::Null => {}
            _ if is_empty => {}
            _ => return Ok(arg),
        }
    }
    Err("no non-null, non-empty-string arguments".into())
}
