//! Functions on sets: `setintersection`, `setproduct`, `setsubtract`, `setunion`.

use schema_runtime::convert::unify_unsafe;
use schema_runtime::ty::Type;
use schema_runtime::value::Value;

use super::{Args, CallResult, Failure, TOO_MANY};
use crate::language::eval::{MAX_PARTS, TypedValue, conversion};

fn set_of(element: Type, items: Vec<TypedValue>) -> TypedValue {
    let values = items.into_iter().map(|item| item.value);
    TypedValue::new(Type::set(element), Value::Set(values.collect()))
}

/// Combines the first argument with the others, as sets of one type. The result is unknown unless
/// all of them are `known` enough.
fn combined(
    args: &Args<'_>,
    known: fn(&Value) -> bool,
    of: impl Fn(&[TypedValue], &[Vec<TypedValue>]) -> Vec<TypedValue>,
) -> CallResult {
    // An empty set without an element type matches every type.
    let is_open = |arg: &&TypedValue| matches!(&arg.ty, Type::Set(ty) if **ty == Type::Dynamic);
    let types = args.all.iter().filter(|arg| !is_open(arg));
    let types: Vec<Type> = types.map(|arg| arg.ty.clone()).collect();
    let ty = match types.is_empty() {
        true => args.all.first().map(|arg| arg.ty.clone()),
        false => unify_unsafe(&types),
    };
    let Some(Type::Set(element)) = ty else {
        return Err("all sets must have the same element type".into());
    };
    let ty = Type::Set(element.clone());
    let mut all_known = true;
    let mut sets = Vec::new();
    for arg in args.all {
        let arg = conversion(arg, &ty).map_err(Failure::Shows)?;
        all_known &= known(&arg.value);
        sets.push(arg.items().unwrap_or_default());
    }
    match sets.split_first() {
        _ if !all_known => Ok(TypedValue::unknown_not_null(ty)),
        Some((first, others)) => Ok(set_of((*element).clone(), of(first, others))),
        None => Err("a set is required".into()),
    }
}

/// Elements are compared, so every part of them must be known.
fn has(set: &[TypedValue], item: &TypedValue) -> bool {
    set.iter().any(|other| other.value == item.value)
}

pub(super) fn setunion(args: &Args<'_>) -> CallResult {
    // Parts of the elements may be unknown.
    let known = |value: &Value| !value.is_unknown();
    combined(args, known, |first, others| {
        let all = first.iter().chain(others.iter().flatten());
        all.cloned().collect()
    })
}

pub(super) fn setintersection(args: &Args<'_>) -> CallResult {
    combined(args, Value::is_wholly_known, |first, others| {
        let in_all = |item: &&TypedValue| others.iter().all(|set| has(set, item));
        first.iter().filter(in_all).cloned().collect()
    })
}

pub(super) fn setsubtract(args: &Args<'_>) -> CallResult {
    combined(args, Value::is_wholly_known, |first, others| {
        let in_none = |item: &&TypedValue| !others.iter().any(|set| has(set, item));
        first.iter().filter(in_none).cloned().collect()
    })
}

/// The elements of an argument of `setproduct`; `None` if their number is unknown.
fn counted(arg: &TypedValue) -> Option<Vec<TypedValue>> {
    let items = arg.items()?;
    // Unknown elements of a set may turn out to be equal.
    let counts = !matches!(arg.ty, Type::Set(_)) || items.len() < 2 || arg.value.is_wholly_known();
    counts.then_some(items)
}

pub(super) fn setproduct(args: &Args<'_>) -> CallResult {
    if args.all.len() < 2 {
        return Err("at least two arguments are required".into());
    }
    if args.all.iter().any(|arg| arg.ty == Type::Dynamic) {
        return Ok(TypedValue::unknown());
    }
    let mut types = Vec::new();
    for arg in args.all {
        types.push(match &arg.ty {
            Type::List(ty) | Type::Set(ty) => (**ty).clone(),
            Type::Tuple(items) if items.is_empty() => Type::Dynamic,
            Type::Tuple(items) => {
                unify_unsafe(items).ok_or("the elements of each argument must be of one type")?
            }
            _ => return Err("a set or a list is required".into()),
        });
    }
    let has_set = args.all.iter().any(|arg| matches!(arg.ty, Type::Set(_)));
    let row = Type::tuple(types.clone());
    let all: Option<Vec<Vec<TypedValue>>> = args.all.iter().map(counted).collect();
    let Some(all) = all else {
        return Ok(TypedValue::unknown_not_null(match has_set {
            true => Type::set(row),
            false => Type::list(row),
        }));
    };
    let mut lists = Vec::new();
    for (items, ty) in all.iter().zip(&types) {
        let items = items.iter().map(|item| conversion(item, ty));
        let items: Result<Vec<TypedValue>, String> = items.collect();
        lists.push(items.map_err(Failure::Shows)?);
    }
    let mut rows: Vec<Vec<TypedValue>> = Vec::new();
    // If one of them is empty, the result is empty.
    if lists.iter().all(|list| !list.is_empty()) {
        let parts = lists
            .iter()
            .try_fold(lists.len(), |parts, list| parts.checked_mul(list.len()));
        if parts.is_none_or(|parts| parts > MAX_PARTS) {
            return Err(TOO_MANY.into());
        }
        rows.push(Vec::new());
        for list in lists {
            let longer = |row: &Vec<TypedValue>| {
                let row = row.clone();
                let one = move |item: &TypedValue| [row.clone(), vec![item.clone()]].concat();
                list.iter().map(one).collect::<Vec<_>>()
            };
            rows = rows.iter().flat_map(longer).collect();
        }
    }
    let rows = rows.into_iter().map(TypedValue::tuple).collect();
    Ok(match has_set {
        true => set_of(row, rows),
        false => TypedValue::list(row, rows),
    })
}
