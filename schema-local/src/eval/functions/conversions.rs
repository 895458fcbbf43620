//! From type to type, and from sensitive to not.

use schema_runtime::convert::unify_unsafe;
use schema_runtime::ty::Type;
use schema_runtime::value::Value;

use super::{Answer, Failure, FunctionContext};
use crate::eval::{TypedValue, conversion};

fn to(args: &[TypedValue], ty: Type) -> Answer {
    let Some(value) = args.first() else {
        return Err("a value is required".into());
    };
    // What is nothing yet is nothing of that type, and an element may still be anything.
    if value.ty == Type::Dynamic {
        let value = TypedValue {
            sensitive: value.sensitive.clone(),
            ..TypedValue::new(ty, value.value.clone())
        };
        return Ok(value);
    }
    conversion(value, &ty).map_err(Failure::Shows)
}

pub(super) fn tostring(args: &[TypedValue], _: &FunctionContext) -> Answer {
    to(args, Type::String)
}

pub(super) fn tonumber(args: &[TypedValue], _: &FunctionContext) -> Answer {
    to(args, Type::Number)
}

pub(super) fn tobool(args: &[TypedValue], _: &FunctionContext) -> Answer {
    to(args, Type::Bool)
}

pub(super) fn tolist(args: &[TypedValue], _: &FunctionContext) -> Answer {
    to(args, Type::list(Type::Dynamic))
}

pub(super) fn toset(args: &[TypedValue], _: &FunctionContext) -> Answer {
    to(args, Type::set(Type::Dynamic))
}

pub(super) fn tomap(args: &[TypedValue], _: &FunctionContext) -> Answer {
    to(args, Type::map(Type::Dynamic))
}

pub(super) fn sensitive(args: &[TypedValue], _: &FunctionContext) -> Answer {
    let value = args.first().cloned();
    Ok(value.unwrap_or_else(TypedValue::unknown).marked(true))
}

pub(super) fn nonsensitive(args: &[TypedValue], _: &FunctionContext) -> Answer {
    let value = args.first().cloned();
    Ok(value.unwrap_or_else(TypedValue::unknown).unmarked().0)
}

pub(super) fn coalesce(args: &[TypedValue], _: &FunctionContext) -> Answer {
    let types: Vec<Type> = args.iter().map(|arg| arg.ty.clone()).collect();
    let Some(ty) = unify_unsafe(&types) else {
        return Err("all arguments must have the same type".into());
    };
    for arg in args {
        let arg = conversion(arg, &ty).map_err(Failure::Shows)?;
        let is_empty = arg.value.as_str() == Some("");
        match arg.value {
            Value::Unknown(_) => return Ok(TypedValue::unknown_of(ty)),
            Value::Null => {}
            _ if is_empty => {}
            _ => return Ok(arg),
        }
    }
    Err("no non-null, non-empty-string arguments".into())
}
