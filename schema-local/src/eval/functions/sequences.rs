//! Lists of what lists have: `alltrue`, `anytrue`, `chunklist`, `coalescelist`, `compact`, `index`, `matchkeys`, `one`,
//! `reverse`, `slice`, `sort`, `sum`, `transpose`.

use std::collections::BTreeMap;
use std::sync::Arc;

use schema_runtime::number::Number;
use schema_runtime::ty::Type;
use schema_runtime::value::Value;

use super::{Answer, Failure, FunctionContext, integer_of};
use crate::eval::operators::equal;
use crate::eval::{TypedValue, conversion};

/// The elements of an argument; what is not wholly known has none yet.
fn items(arg: Option<&TypedValue>) -> Option<Vec<TypedValue>> {
    let elements = arg.filter(|arg| arg.value.is_wholly_known())?.elements()?;
    Some(elements.into_iter().map(|(_, element)| element).collect())
}

fn is_sequence(ty: &Type) -> bool {
    matches!(ty, Type::List(_) | Type::Tuple(_) | Type::Set(_))
}

/// Whether all are what is looked for: `wanted` ends the search.
fn search(args: &[TypedValue], ends: bool) -> TypedValue {
    let mut open = false;
    for (_, element) in args
        .first()
        .and_then(TypedValue::elements)
        .unwrap_or_default()
    {
        match element.value {
            Value::Bool(value) if value == ends => return TypedValue::bool(ends),
            Value::Unknown(_) => open = true,
            // Null is not true.
            Value::Null if !ends => return TypedValue::bool(false),
            _ => {}
        }
    }
    match open {
        true => TypedValue::unknown_not_null(Type::Bool),
        false => TypedValue::bool(!ends),
    }
}

pub(super) fn alltrue(args: &[TypedValue], _: &FunctionContext) -> Answer {
    Ok(search(args, false))
}

pub(super) fn anytrue(args: &[TypedValue], _: &FunctionContext) -> Answer {
    Ok(search(args, true))
}

pub(super) fn chunklist(args: &[TypedValue], _: &FunctionContext) -> Answer {
    let size = usize::try_from(integer_of(args.get(1))?)
        .map_err(|_| Failure::from("the size argument must be positive"))?;
    let list = args.first().map_or(Type::Dynamic, |list| list.ty.clone());
    let Some(items) = items(args.first()) else {
        return Ok(TypedValue::unknown_not_null(Type::list(list)));
    };
    let Type::List(element) = &list else {
        return Err("the first argument must be a list".into());
    };
    let mut chunks = Vec::new();
    // None is as large as there is anything.
    let size = if size == 0 { items.len().max(1) } else { size };
    for chunk in items.chunks(size) {
        chunks.push(TypedValue::list((**element).clone(), chunk.to_vec()));
    }
    Ok(TypedValue::list(list.clone(), chunks))
}

pub(super) fn coalescelist(args: &[TypedValue], _: &FunctionContext) -> Answer {
    if args.is_empty() {
        return Err("at least one argument is required".into());
    }
    for arg in args {
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

pub(super) fn compact(args: &[TypedValue], _: &FunctionContext) -> Answer {
    let Some(mut items) = items(args.first()) else {
        return Ok(TypedValue::unknown_not_null(Type::list(Type::String)));
    };
    items.retain(|item| item.value.as_str().is_some_and(|text| !text.is_empty()));
    Ok(TypedValue::list(Type::String, items))
}

pub(super) fn index(args: &[TypedValue], _: &FunctionContext) -> Answer {
    let (Some(list), Some(wanted)) = (args.first(), args.get(1)) else {
        return Err("a list and a value are required".into());
    };
    if !matches!(list.ty, Type::List(_) | Type::Tuple(_)) {
        return Err("argument must be a list or tuple".into());
    }
    for (position, (_, element)) in list.elements().unwrap_or_default().iter().enumerate() {
        match equal(wanted, element) {
            Some(true) => return Ok(TypedValue::number(position as u64)),
            Some(false) => {}
            None => return Ok(TypedValue::unknown_not_null(Type::Number)),
        }
    }
    Err("item not found".into())
}

pub(super) fn matchkeys(args: &[TypedValue], _: &FunctionContext) -> Answer {
    let Some(list) = args.first() else {
        return Err("lists are required".into());
    };
    let all = (items(Some(list)), items(args.get(1)), items(args.get(2)));
    let (Some(values), Some(keys), Some(wanted)) = all else {
        return Ok(TypedValue::unknown_not_null(list.ty.clone()));
    };
    if values.len() != keys.len() {
        return Err("length of keys and values should be equal".into());
    }
    let Type::List(element) = &list.ty else {
        return Err("the first argument must be a list".into());
    };
    let mut found = Vec::new();
    for (value, key) in values.into_iter().zip(keys) {
        let same = |wanted: &TypedValue| {
            let wanted = conversion(wanted, &key.ty);
            wanted.is_ok_and(|wanted| equal(&wanted, &key) == Some(true))
        };
        if wanted.iter().any(same) {
            found.push(value);
        }
    }
    Ok(TypedValue::list((**element).clone(), found))
}

pub(super) fn one(args: &[TypedValue], _: &FunctionContext) -> Answer {
    let Some(list) = args.first().filter(|list| is_sequence(&list.ty)) else {
        return Err("must be a list, set, or tuple value with either zero or one elements".into());
    };
    let ty = match &list.ty {
        Type::List(ty) | Type::Set(ty) => (**ty).clone(),
        _ => Type::Dynamic,
    };
    let mut elements = list.elements().unwrap_or_default();
    match (elements.pop(), elements.is_empty()) {
        (None, _) => Ok(TypedValue::null_of(ty)),
        (Some((_, element)), true) => Ok(element),
        (Some(_), false) if matches!(list.ty, Type::Set(_)) && !list.value.is_wholly_known() => {
            Ok(TypedValue::unknown_of(ty))
        }
        _ => Err("must be a list, set, or tuple value with either zero or one elements".into()),
    }
}

pub(super) fn reverse(args: &[TypedValue], _: &FunctionContext) -> Answer {
    let Some(list) = args.first().filter(|list| is_sequence(&list.ty)) else {
        return Err("can only reverse list or tuple values".into());
    };
    let (list, kinds) = list.clone().unmarked();
    let elements = list.elements().unwrap_or_default();
    let reversed = elements.into_iter().rev().map(|(_, element)| element);
    Ok(match &list.ty {
        Type::List(ty) | Type::Set(ty) => TypedValue::list((**ty).clone(), reversed.collect()),
        _ => TypedValue::tuple(reversed.collect()),
    }
    .marked(kinds))
}

pub(super) fn slice(args: &[TypedValue], _: &FunctionContext) -> Answer {
    let (start, end) = (integer_of(args.get(1))?, integer_of(args.get(2))?);
    let Some(list) = args.first() else {
        return Err("a list is required".into());
    };
    let (list, kinds) = list.clone().unmarked();
    if !matches!(list.ty, Type::List(_) | Type::Tuple(_)) {
        return Err("cannot slice this: it must be a list or tuple value".into());
    }
    let elements = list.elements().unwrap_or_default();
    let range = usize::try_from(start).ok().zip(usize::try_from(end).ok());
    let range = range.filter(|(start, end)| start <= end && *end <= elements.len());
    let Some((start, end)) = range else {
        return Err(
            "start and end index must lie within the list, the start not behind the end".into(),
        );
    };
    let part = elements.into_iter().map(|(_, element)| element);
    let part = part.skip(start).take(end - start).collect();
    Ok(match &list.ty {
        Type::List(ty) => TypedValue::list((**ty).clone(), part),
        _ => TypedValue::tuple(part),
    }
    .marked(kinds))
}

pub(super) fn sort(args: &[TypedValue], _: &FunctionContext) -> Answer {
    let Some(mut items) = items(args.first()) else {
        // How many they are is known.
        let all = args.first().and_then(TypedValue::elements);
        let count = all.map_or(0, |all| all.len());
        let unknown = vec![TypedValue::unknown_not_null(Type::String); count];
        return Ok(TypedValue::list(Type::String, unknown));
    };
    if items.iter().any(|item| item.value.is_null()) {
        return Err("an element is null; a null string cannot be sorted".into());
    }
    items.sort_by(|a, b| a.value.as_str().cmp(&b.value.as_str()));
    Ok(TypedValue::list(Type::String, items))
}

pub(super) fn sum(args: &[TypedValue], _: &FunctionContext) -> Answer {
    let Some(list) = args.first().filter(|list| is_sequence(&list.ty)) else {
        return Err("argument must be list, set, or tuple".into());
    };
    let elements = list.elements().unwrap_or_default();
    if elements.is_empty() {
        return Err("cannot sum an empty list".into());
    }
    let mut sum = Number::ZERO;
    for (_, element) in elements {
        if element.value.is_unknown() {
            return Ok(TypedValue::unknown_not_null(Type::Number));
        }
        let number = conversion(&element, &Type::Number);
        let Ok(Value::Number(number)) = number.map(|number| number.value) else {
            return Err("argument must be list, set, or tuple of number values".into());
        };
        sum = sum
            .checked_add(&number)
            .map_err(|error| Failure::Plain(error.to_string().into()))?;
    }
    Ok(TypedValue::number(sum))
}

pub(super) fn transpose(args: &[TypedValue], _: &FunctionContext) -> Answer {
    let list = Type::list(Type::String);
    let map = args.first().filter(|map| map.value.is_wholly_known());
    let Some(lists) = map.and_then(TypedValue::elements) else {
        return Ok(TypedValue::unknown_not_null(Type::map(list)));
    };
    let mut found: BTreeMap<Arc<str>, Vec<TypedValue>> = BTreeMap::new();
    for (key, values) in lists {
        for (_, value) in values.elements().unwrap_or_default() {
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
