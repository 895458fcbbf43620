//! Functions on lists: `alltrue`, `anytrue`, `chunklist`, `coalescelist`, `compact`, `index`,
//! `matchkeys`, `one`, `reverse`, `slice`, `sort`, `sum`, `transpose`.

use std::collections::BTreeMap;
use std::sync::Arc;

use schema_runtime::convert::unify_unsafe;
use schema_runtime::number::Number;
use schema_runtime::ty::Type;
use schema_runtime::value::Value;

use super::{Args, CallResult, Failure};
use crate::language::eval::operators::equal;
use crate::language::eval::{TypedValue, conversion};

/// The elements of an argument; `None` unless it is fully known.
fn known_items(arg: &TypedValue) -> Option<Vec<TypedValue>> {
    arg.items().filter(|_| arg.value.is_wholly_known())
}

/// The first element that is not true determines the result, even if it is unknown.
pub(super) fn alltrue(args: &Args<'_>) -> CallResult {
    for element in args.at(0).items().unwrap_or_default() {
        match element.value {
            Value::Bool(true) => {}
            Value::Unknown(_) => return Ok(TypedValue::unknown_not_null(Type::Bool)),
            // Null counts as false.
            _ => return Ok(TypedValue::bool(false)),
        }
    }
    Ok(TypedValue::bool(true))
}

/// Any element that is true determines the result.
pub(super) fn anytrue(args: &Args<'_>) -> CallResult {
    let elements = args.at(0).items().unwrap_or_default();
    let any = |is: fn(&Value) -> bool| elements.iter().any(|element| is(&element.value));
    let is_true = any(|value| *value == Value::Bool(true));
    Ok(match (is_true, any(Value::is_unknown)) {
        (false, true) => TypedValue::unknown_not_null(Type::Bool),
        (is_true, _) => TypedValue::bool(is_true),
    })
}

pub(super) fn chunklist(args: &Args<'_>) -> CallResult {
    let size = usize::try_from(args.integer(1)?)
        .map_err(|_| Failure::from("the size argument must be positive"))?;
    let list = args.at(0);
    // Elements may be unknown: their chunks are still known.
    let Some(items) = list.items() else {
        return Ok(TypedValue::unknown_not_null(Type::list(list.ty.clone())));
    };
    let Type::List(element) = &list.ty else {
        return Err("the first argument must be a list".into());
    };
    // Zero means a single chunk.
    let size = if size == 0 { items.len().max(1) } else { size };
    let chunks = items.chunks(size);
    let chunks = chunks.map(|chunk| TypedValue::list((**element).clone(), chunk.to_vec()));
    Ok(TypedValue::list(list.ty.clone(), chunks.collect()))
}

pub(super) fn coalescelist(args: &Args<'_>) -> CallResult {
    if args.all.is_empty() {
        return Err("at least one argument is required".into());
    }
    for arg in args.all {
        if arg.value.is_unknown() {
            return Ok(TypedValue::unknown());
        }
        if !matches!(arg.ty, Type::List(_) | Type::Tuple(_)) {
            return Err("coalescelist arguments must be lists or tuples".into());
        }
        if arg.elements().is_some_and(|elements| !elements.is_empty()) {
            return Ok(arg.clone());
        }
    }
    Err("no non-null arguments".into())
}

pub(super) fn compact(args: &Args<'_>) -> CallResult {
    let Some(mut items) = known_items(args.at(0)) else {
        return Ok(TypedValue::unknown_not_null(Type::list(Type::String)));
    };
    items.retain(|item| item.value.as_str().is_some_and(|text| !text.is_empty()));
    Ok(TypedValue::list(Type::String, items))
}

pub(super) fn index(args: &Args<'_>) -> CallResult {
    let (list, wanted) = (args.at(0), args.at(1));
    if !matches!(list.ty, Type::List(_) | Type::Tuple(_)) {
        return Err("argument must be a list or tuple".into());
    }
    for (position, element) in list.items().unwrap_or_default().iter().enumerate() {
        match equal(wanted, element) {
            Some(true) => return Ok(TypedValue::number(position as u64)),
            Some(false) => {}
            None => return Ok(TypedValue::unknown_not_null(Type::Number)),
        }
    }
    Err("item not found".into())
}

pub(super) fn matchkeys(args: &Args<'_>) -> CallResult {
    let (list, keys, wanted) = (args.at(0), args.at(1), args.at(2));
    let Some(ty) = unify_unsafe(&[keys.ty.clone(), wanted.ty.clone()]) else {
        return Err("keys and searchset must be of the same type".into());
    };
    let unknown = || Ok(TypedValue::unknown_not_null(list.ty.clone()));
    if args.all.iter().any(|arg| arg.value.is_unknown()) {
        return unknown();
    }
    let Type::List(element) = &list.ty else {
        return Err("the first argument must be a list".into());
    };
    let elements = |list: &TypedValue| list.items().unwrap_or_default();
    let same_type = |list: &TypedValue| conversion(list, &ty).map_err(Failure::Shows);
    let (values, keys) = (elements(list), elements(&same_type(keys)?));
    if values.len() != keys.len() {
        return Err("length of keys and values should be equal".into());
    }
    let wanted = elements(&same_type(wanted)?);
    if wanted.is_empty() {
        return Ok(TypedValue::list((**element).clone(), Vec::new()));
    }
    let all_known = |all: &[TypedValue]| all.iter().all(|one| one.value.is_wholly_known());
    if !all_known(&values) || !all_known(&keys) {
        return unknown();
    }
    // As in Terraform, an unknown value is not found.
    let is_wanted = |key: &TypedValue| wanted.iter().any(|one| equal(one, key) == Some(true));
    let found = values.into_iter().zip(keys);
    let found = found.filter_map(|(value, key)| is_wanted(&key).then_some(value));
    Ok(TypedValue::list((**element).clone(), found.collect()))
}

/// The only element, or null.
pub(super) fn one(args: &Args<'_>) -> CallResult {
    const NOT_ONE: &str = "must be a list, set, or tuple value with either zero or one elements";
    let list = args.at(0);
    let ty = match &list.ty {
        Type::List(ty) | Type::Set(ty) => (**ty).clone(),
        Type::Tuple(types) => match &types[..] {
            [] => Type::Dynamic,
            [ty] => ty.clone(),
            _ => return Err(NOT_ONE.into()),
        },
        Type::Dynamic => Type::Dynamic,
        _ => return Err(NOT_ONE.into()),
    };
    let Some(mut elements) = list.items() else {
        return Ok(TypedValue::unknown_of(ty));
    };
    match (elements.pop(), elements.is_empty()) {
        (None, _) => Ok(TypedValue::null_of(ty)),
        (Some(element), true) => Ok(element),
        (Some(_), false) if matches!(list.ty, Type::Set(_)) && !list.value.is_wholly_known() => {
            Ok(TypedValue::unknown_of(ty))
        }
        _ => Err(NOT_ONE.into()),
    }
}

pub(super) fn reverse(args: &Args<'_>) -> CallResult {
    let (list, kinds) = args.unmarked(0);
    let reversed = list.items();
    let reversed = reversed.map(|elements| elements.into_iter().rev().collect());
    let inside = list.kinds().only_if(reversed.is_none());
    Ok(match (&list.ty, reversed) {
        (Type::List(ty) | Type::Set(ty), Some(reversed)) => {
            TypedValue::list((**ty).clone(), reversed)
        }
        (Type::List(ty) | Type::Set(ty), None) => {
            TypedValue::unknown_not_null(Type::list((**ty).clone()))
        }
        (Type::Tuple(_), Some(reversed)) => TypedValue::tuple(reversed),
        (Type::Tuple(types), None) => {
            let types = types.iter().rev().cloned().collect();
            TypedValue::unknown_not_null(Type::tuple(types))
        }
        (Type::Dynamic, _) => TypedValue::unknown(),
        _ => return Err("can only reverse list or tuple values".into()),
    }
    .marked(kinds | inside))
}

pub(super) fn slice(args: &Args<'_>) -> CallResult {
    let (list, kinds) = args.unmarked(0);
    let unknown_index = args.is_unknown(1) || args.is_unknown(2);
    let unknown = match &list.ty {
        Type::List(_) => TypedValue::unknown_not_null(list.ty.clone()),
        // The number of elements is part of the result's type.
        Type::Tuple(_) | Type::Dynamic => TypedValue::unknown(),
        _ => return Err("cannot slice this: it must be a list or tuple value".into()),
    };
    if unknown_index || list.ty == Type::Dynamic {
        return Ok(unknown.marked(kinds));
    }
    let (start, end) = (args.integer(1)?, args.integer(2)?);
    let elements = list.items();
    let length = match (&list.ty, &elements) {
        (Type::Tuple(types), _) => types.len(),
        (_, Some(elements)) => elements.len(),
        (_, None) => usize::MAX,
    };
    let range = usize::try_from(start).ok().zip(usize::try_from(end).ok());
    let range = range.filter(|(start, end)| start <= end && *end <= length);
    let Some((start, end)) = range else {
        return Err(
            "start and end index must lie within the list, the start not behind the end".into(),
        );
    };
    let inside = list.kinds().only_if(elements.is_none());
    let part = elements.map(|elements| {
        let elements = elements.into_iter().skip(start);
        elements.take(end - start).collect()
    });
    Ok(match (&list.ty, part) {
        (Type::List(ty), Some(part)) => TypedValue::list((**ty).clone(), part),
        (_, Some(part)) => TypedValue::tuple(part),
        (Type::Tuple(types), None) => {
            let types = types.iter().skip(start).take(end - start);
            TypedValue::unknown_not_null(Type::tuple(types.cloned().collect()))
        }
        (_, None) => unknown,
    }
    .marked(kinds | inside))
}

pub(super) fn sort(args: &Args<'_>) -> CallResult {
    let Some(mut items) = known_items(args.at(0)) else {
        // The number of lists is known.
        let count = args.at(0).items().map_or(0, |all| all.len());
        let unknown = vec![TypedValue::unknown_not_null(Type::String); count];
        return Ok(TypedValue::list(Type::String, unknown));
    };
    if items.iter().any(|item| item.value.is_null()) {
        return Err("an element is null; a null string cannot be sorted".into());
    }
    items.sort_by(|a, b| a.value.as_str().cmp(&b.value.as_str()));
    Ok(TypedValue::list(Type::String, items))
}

pub(super) fn sum(args: &Args<'_>) -> CallResult {
    let is_sequence = |ty: &Type| matches!(ty, Type::List(_) | Type::Tuple(_) | Type::Set(_));
    let list = args.at(0);
    if !is_sequence(&list.ty) {
        return Err("argument must be list, set, or tuple".into());
    }
    let elements = list.items().unwrap_or_default();
    if elements.is_empty() {
        return Err("cannot sum an empty list".into());
    }
    // This check comes before those of single elements.
    if !list.value.is_wholly_known() {
        return Ok(TypedValue::unknown_not_null(Type::Number));
    }
    let mut sum = None;
    for element in elements {
        let number = conversion(&element, &Type::Number);
        let Ok(Value::Number(number)) = number.map(|number| number.value) else {
            return Err("argument must be list, set, or tuple of number values".into());
        };
        sum = Some(match sum {
            None => number,
            // Starting from 0 would lose the sign of -0.
            Some(sum) => Number::checked_add(&sum, &number)?,
        });
    }
    Ok(TypedValue::number(sum.unwrap_or(Number::ZERO)))
}

pub(super) fn transpose(args: &Args<'_>) -> CallResult {
    let list = Type::list(Type::String);
    let map = args.at(0);
    let Some(lists) = map.elements().filter(|_| map.value.is_wholly_known()) else {
        return Ok(TypedValue::unknown_not_null(Type::map(list)));
    };
    let mut found: BTreeMap<Arc<str>, Vec<TypedValue>> = BTreeMap::new();
    for (key, values) in lists {
        for value in values.items().unwrap_or_default() {
            match value.value {
                Value::String(value) => found.entry(value).or_default().push(key.clone()),
                _ => return Err("input must not contain null values".into()),
            }
        }
    }
    let found = found.into_iter();
    let lists = found.map(|(key, values)| (key, TypedValue::list(Type::String, values)));
    Ok(TypedValue::map(list, lists.collect()))
}
