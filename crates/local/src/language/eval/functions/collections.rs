//! Lookups in collections: `length`, `keys`, `values`, `lookup`, `element`, `contains`, `distinct`.

use std::sync::Arc;

use schema_runtime::ty::Type;
use schema_runtime::value::Value;

use super::text::letters;
use super::{Args, CallResult, Failure};
use crate::language::eval::operators::equal;
use crate::language::eval::{TypedValue, conversion};

/// The number of elements, if known: a set with unknown elements may be smaller than it looks.
fn count(value: &TypedValue) -> Option<usize> {
    match (&value.ty, &value.value) {
        (Type::Tuple(types), _) => Some(types.len()),
        (Type::Object(attributes), _) => Some(attributes.len()),
        (_, Value::String(text)) => Some(letters(text)),
        (_, Value::Set(set)) if set.len() > 1 && !value.value.is_wholly_known() => None,
        (_, value) => value.element_count(),
    }
}

pub(super) fn length(args: &Args<'_>) -> CallResult {
    let (value, marked) = args.unmarked(0);
    if matches!(value.ty, Type::Number | Type::Bool) {
        return Err("argument must be a string, a collection type, or a structural type".into());
    }
    // A set has no marks inside.
    let marked = marked | value.kinds().only_if(matches!(value.ty, Type::Set(_)));
    Ok(match count(&value) {
        Some(count) => TypedValue::number(count as u64),
        None => TypedValue::unknown_not_null(Type::Number),
    }
    .marked(marked))
}

pub(super) fn keys(args: &Args<'_>) -> CallResult {
    let (value, marked) = args.unmarked(0);
    let names = |names: Vec<Arc<str>>| names.into_iter().map(TypedValue::string).collect();
    Ok(match (&value.ty, &value.value) {
        (Type::Object(attributes), _) => {
            let attributes = attributes.iter().map(|a| a.name.to_string().into());
            TypedValue::tuple(names(attributes.collect()))
        }
        (Type::Map(_), Value::Map(map)) => {
            TypedValue::list(Type::String, names(map.keys().cloned().collect()))
        }
        (Type::Map(_), _) => TypedValue::unknown_not_null(Type::list(Type::String)),
        (Type::Dynamic, _) => TypedValue::unknown(),
        _ => return Err("must have map or object type".into()),
    }
    .marked(marked))
}

pub(super) fn values(args: &Args<'_>) -> CallResult {
    let (value, marked) = args.unmarked(0);
    Ok(match (&value.ty, value.items()) {
        (Type::Object(_), Some(values)) => TypedValue::tuple(values),
        (Type::Object(attributes), None) => {
            let types = attributes.iter().map(|attribute| attribute.ty.clone());
            TypedValue::unknown_not_null(Type::tuple(types.collect()))
        }
        (Type::Map(ty), Some(values)) => TypedValue::list((**ty).clone(), values),
        (Type::Map(ty), None) => TypedValue::unknown_not_null(Type::list((**ty).clone())),
        (Type::Dynamic, _) => TypedValue::unknown(),
        _ => return Err("values() requires a map as the first argument".into()),
    }
    .marked(marked | value.kinds().only_if(value.value.is_unknown())))
}

const NO_MAP: &str = "lookup() requires a map as the first argument";

pub(super) fn lookup(args: &Args<'_>) -> CallResult {
    let (value, marked) = args.unmarked(0);
    let kinds = marked | args.at(1).kinds();
    let key = args.text(1);
    let default = args.all.get(2);
    if args.all.len() > 3 {
        return Err("lookup() takes two or three arguments".into());
    }
    if args.is_unknown(1) {
        return Ok(match &value.ty {
            Type::Map(ty) => TypedValue::unknown_of((**ty).clone()),
            Type::Object(_) | Type::Dynamic => TypedValue::unknown(),
            _ => return Err(NO_MAP.into()),
        }
        .marked(kinds));
    }
    let found = value.elements().and_then(|elements| {
        let mut elements = elements.into_iter();
        elements.find(|(name, _)| name.value.as_str() == Some(key))
    });
    let result = match (&value.ty, found) {
        (Type::Dynamic, _) => TypedValue::unknown(),
        (Type::Object(_), Some((_, found))) => found,
        (Type::Object(attributes), None) => {
            let declared = attributes.iter().find(|attribute| *attribute.name == *key);
            match (declared, default) {
                (Some(attribute), _) if value.value.is_unknown() => {
                    TypedValue::unknown_of(attribute.ty.clone())
                }
                (_, Some(default)) => default.clone(),
                _ => {
                    let reason = format!("the given object has no attribute \"{key}\"");
                    return Err(Failure::Shows(reason));
                }
            }
        }
        (Type::Map(ty), found) => {
            let default = default.map(|default| conversion(default, ty)).transpose();
            let default = default
                .map_err(|_| "the default value must have the same type as the map elements")?;
            match (found, default) {
                (Some((_, found)), _) => found,
                _ if value.value.is_unknown() => TypedValue::unknown_of((**ty).clone()),
                (None, Some(default)) => default,
                (None, None) => {
                    let reason = format!("lookup failed to find key \"{key}\"");
                    return Err(Failure::Shows(reason));
                }
            }
        }
        _ => return Err(NO_MAP.into()),
    };
    Ok(result.marked(kinds))
}

pub(super) fn element(args: &Args<'_>) -> CallResult {
    let (value, marked) = args.unmarked(0);
    let index = match args.is_unknown(1) {
        true => None,
        false => {
            let index = args.number(1).as_u64();
            Some(index.ok_or("the index must be a whole number that is not negative")?)
        }
    };
    let wrapped = |index: u64, count: usize| {
        let index = (index as usize).checked_rem(count);
        index.ok_or(Failure::from(
            "cannot use element function with an empty list",
        ))
    };
    let result = match (&value.ty, index) {
        (Type::Tuple(types), Some(index)) => {
            let index = wrapped(index, types.len())?;
            match value.items() {
                Some(mut elements) if index < elements.len() => elements.swap_remove(index),
                _ => TypedValue::unknown_of(types.get(index).cloned().unwrap_or(Type::Dynamic)),
            }
        }
        (Type::List(ty), index) => match (value.items(), index) {
            (Some(mut elements), Some(index)) => {
                let index = wrapped(index, elements.len())?;
                elements.swap_remove(index)
            }
            _ => TypedValue::unknown_of((**ty).clone()),
        },
        (Type::Tuple(_), None) | (Type::Dynamic, _) => TypedValue::unknown(),
        _ => return Err("cannot read elements from this: it is not a list".into()),
    };
    Ok(result.marked(marked))
}

pub(super) fn contains(args: &Args<'_>) -> CallResult {
    let (list, _) = args.unmarked(0);
    let wanted = args.at(1);
    if !matches!(list.ty, Type::List(_) | Type::Tuple(_) | Type::Set(_)) {
        // As in Terraform, only known elements are compared.
        if wanted.value.is_unknown() {
            return Ok(TypedValue::unknown_not_null(Type::Bool));
        }
        return Err("argument must be list, tuple, or set".into());
    }
    let elements = list.items().unwrap_or_default();
    let found: Vec<Option<bool>> = elements.iter().map(|one| equal(wanted, one)).collect();
    Ok(match (found.contains(&Some(true)), found.contains(&None)) {
        (false, true) => TypedValue::unknown_not_null(Type::Bool),
        (is_there, _) => TypedValue::bool(is_there),
    })
}

pub(super) fn distinct(args: &Args<'_>) -> CallResult {
    let (list, _) = args.unmarked(0);
    if !list.value.is_wholly_known() {
        return Ok(TypedValue::unknown_not_null(list.ty));
    }
    let Type::List(ty) = &list.ty else {
        return Err("argument must be a list".into());
    };
    let mut seen = std::collections::HashSet::new();
    let mut kept = list.items().unwrap_or_default();
    kept.retain(|element| seen.insert(element.value.clone()));
    Ok(TypedValue::list((**ty).clone(), kept))
}
