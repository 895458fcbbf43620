//! Sets: `setintersection`, `setproduct`, `setsubtract`, `setunion`.

use schema_runtime::convert::unify_unsafe;
use schema_runtime::ty::Type;
use schema_runtime::value::Value;

use super::{Answer, Failure, FunctionContext};
use crate::eval::{MAX_PARTS, TypedValue, conversion};

fn set_of(element: Type, items: Vec<TypedValue>) -> TypedValue {
    let values = items.into_iter().map(|item| item.value);
    TypedValue::new(Type::set(element), Value::Set(values.collect()))
}

/// The type of the elements, and the elements of each set.
type Sets = (Type, Vec<Vec<TypedValue>>);

/// The arguments as sets of one type, or an answer where they are not known yet.
fn sets(args: &[TypedValue]) -> Result<Result<Sets, TypedValue>, Failure> {
    // What is empty and of no type yet fits to all.
    let is_open = |arg: &&TypedValue| matches!(&arg.ty, Type::Set(ty) if **ty == Type::Dynamic);
    let types: Vec<Type> = args
        .iter()
        .filter(|arg| !is_open(arg))
        .map(|arg| arg.ty.clone())
        .collect();
    let ty = match types.is_empty() {
        true => args.first().map(|arg| arg.ty.clone()),
        false => unify_unsafe(&types),
    };
    let Some(Type::Set(element)) = ty else {
        return Err("all sets must have the same element type".into());
    };
    let element = (*element).clone();
    let mut all = Vec::new();
    for arg in args {
        let arg = conversion(arg, &Type::set(element.clone())).map_err(Failure::Shows)?;
        let known = arg.value.is_wholly_known();
        match arg.elements().filter(|_| known) {
            Some(elements) => all.push(elements.into_iter().map(|(_, item)| item).collect()),
            None => return Ok(Err(TypedValue::unknown_not_null(Type::set(element)))),
        }
    }
    Ok(Ok((element, all)))
}

fn combined(
    args: &[TypedValue],
    keeps: impl Fn(&TypedValue, &[Vec<TypedValue>]) -> bool,
    all: bool,
) -> Answer {
    let (element, sets) = match sets(args)? {
        Ok(sets) => sets,
        Err(unknown) => return Ok(unknown),
    };
    let Some((first, others)) = sets.split_first() else {
        return Err("a set is required".into());
    };
    let others_too = others.iter().flatten().filter(|_| all);
    let kept = first.iter().chain(others_too);
    let kept = kept.filter(|item| keeps(item, others)).cloned().collect();
    Ok(set_of(element, kept))
}

fn has(set: &[TypedValue], item: &TypedValue) -> bool {
    set.iter().any(|other| other.value == item.value)
}

pub(super) fn setunion(args: &[TypedValue], _: &FunctionContext) -> Answer {
    combined(args, |_, _| true, true)
}

pub(super) fn setintersection(args: &[TypedValue], _: &FunctionContext) -> Answer {
    combined(
        args,
        |item, others| others.iter().all(|set| has(set, item)),
        false,
    )
}

pub(super) fn setsubtract(args: &[TypedValue], _: &FunctionContext) -> Answer {
    combined(
        args,
        |item, others| !others.iter().any(|set| has(set, item)),
        false,
    )
}

pub(super) fn setproduct(args: &[TypedValue], _: &FunctionContext) -> Answer {
    if args.len() < 2 {
        return Err("at least two arguments are required".into());
    }
    let (mut types, mut lists) = (Vec::new(), Vec::new());
    let mut unknown = false;
    for arg in args {
        let element = match &arg.ty {
            Type::List(ty) | Type::Set(ty) => (**ty).clone(),
            Type::Tuple(items) if items.is_empty() => Type::Dynamic,
            Type::Tuple(items) => {
                unify_unsafe(items).ok_or("the elements of each argument must be of one type")?
            }
            _ => return Err("a set or a list is required".into()),
        };
        let items = arg
            .elements()
            .filter(|_| !matches!(arg.ty, Type::Set(_)) || arg.value.is_wholly_known());
        unknown |= items.is_none();
        let items = items.unwrap_or_default().into_iter();
        let items: Result<Vec<TypedValue>, Failure> = items
            .map(|(_, item)| conversion(&item, &element).map_err(Failure::Shows))
            .collect();
        lists.push(items?);
        types.push(element);
    }
    let element = Type::tuple(types);
    let all_sets = args.iter().all(|arg| matches!(arg.ty, Type::Set(_)));
    if unknown {
        return Ok(TypedValue::unknown_not_null(match all_sets {
            true => Type::set(element),
            false => Type::list(element),
        }));
    }
    let count = lists
        .iter()
        .try_fold(1_usize, |count, list| count.checked_mul(list.len()));
    if count.is_none_or(|count| count > MAX_PARTS) {
        return Err("the result would have more than a million elements".into());
    }
    let mut rows: Vec<Vec<TypedValue>> = vec![Vec::new()];
    for list in lists {
        let longer = |row: &Vec<TypedValue>| {
            let row = row.clone();
            let one = move |item: &TypedValue| [row.clone(), vec![item.clone()]].concat();
            list.iter().map(one).collect::<Vec<_>>()
        };
        rows = rows.iter().flat_map(longer).collect();
    }
    let rows = rows.into_iter().map(TypedValue::tuple);
    Ok(match all_sets {
        true => set_of(element, rows.collect()),
        false => TypedValue::list(element, rows.collect()),
    })
}
