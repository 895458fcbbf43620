//! Functions that combine collections: `merge`, `concat`, `flatten`, `zipmap`.

use std::collections::BTreeMap;
use std::sync::Arc;

use schema_runtime::convert::unify_unsafe;
use schema_runtime::ty::Type;
use schema_runtime::value::Value;

use super::{Args, CallResult, Failure, TOO_MANY};
use crate::language::eval::{MAX_PARTS, MarkKinds, TypedValue, conversion};

pub(super) fn merge(args: &Args<'_>) -> CallResult {
    let is_named = |ty: &Type| matches!(ty, Type::Map(_) | Type::Object(_) | Type::Dynamic);
    if !args.all.iter().all(|arg| is_named(&arg.ty)) {
        return Err("arguments must be maps or objects".into());
    }
    let mut kinds = MarkKinds::NONE;
    let mut open = None;
    let mut merged: BTreeMap<Arc<str>, TypedValue> = BTreeMap::new();
    for arg in args.all {
        let (arg, marked) = arg.clone().unmarked();
        kinds |= marked;
        if arg.value.is_null() {
            continue;
        }
        match arg.elements() {
            Some(elements) => {
                for (key, value) in elements {
                    if let Value::String(key) = key.value {
                        merged.insert(key, value);
                    }
                }
            }
            // The type of an unknown object still names its attributes.
            None => match (&arg.ty, &mut open) {
                (Type::Object(attributes), None | Some(true)) => {
                    for attribute in attributes.iter() {
                        let value = TypedValue::unknown_of(attribute.ty.clone());
                        merged.insert(attribute.name.to_string().into(), value);
                    }
                    open = Some(true);
                }
                _ => open = Some(false),
            },
        }
        if merged.len() > MAX_PARTS {
            return Err(TOO_MANY.into());
        }
    }
    let first = args.all.first().map(|arg| &arg.ty);
    let same = args.all.iter().all(|arg| Some(&arg.ty) == first);
    let result = match (open, first) {
        (Some(_), Some(ty)) if same => TypedValue::unknown_not_null(ty.clone()),
        (Some(true), _) => TypedValue::unknown_not_null(TypedValue::object(merged).ty),
        (Some(false), _) => TypedValue::unknown(),
        (None, Some(Type::Map(ty))) if same => TypedValue::map((**ty).clone(), merged),
        (None, _) => TypedValue::object(merged),
    };
    Ok(result.marked(kinds))
}

pub(super) fn concat(args: &Args<'_>) -> CallResult {
    if args.all.is_empty() {
        return Err("at least one argument is required".into());
    }
    let types: Vec<Type> = args.all.iter().map(|arg| arg.ty.clone()).collect();
    let is_sequence = |ty: &Type| matches!(ty, Type::List(_) | Type::Tuple(_) | Type::Dynamic);
    if !types.iter().all(is_sequence) {
        return Err("all arguments must be lists or tuples".into());
    }
    let lists = types.iter().all(|ty| matches!(ty, Type::List(_)));
    let common = lists.then(|| unify_unsafe(&types)).flatten();
    let mut kinds = MarkKinds::NONE;
    let (mut unknown, mut open) = (false, false);
    let mut items = Vec::new();
    for arg in args.all {
        let (arg, marked) = arg.clone().unmarked();
        kinds |= marked;
        let arg = match &common {
            Some(ty) => conversion(&arg, ty).map_err(Failure::Shows)?,
            None => arg,
        };
        match (arg.items(), &arg.ty) {
            (Some(elements), _) => items.extend(elements),
            // The type of an unknown tuple still says what its items are.
            (None, Type::Tuple(types)) => {
                unknown = true;
                items.extend(types.iter().cloned().map(TypedValue::unknown_of));
            }
            (None, _) => open = true,
        }
        if items.len() > MAX_PARTS {
            return Err(TOO_MANY.into());
        }
    }
    let result = match common {
        Some(ty) if open => TypedValue::unknown_not_null(ty),
        Some(Type::List(ty)) => TypedValue::list((*ty).clone(), items),
        _ if open => TypedValue::unknown(),
        _ if unknown => TypedValue::unknown_not_null(TypedValue::tuple(items).ty),
        _ => TypedValue::tuple(items),
    };
    Ok(result.marked(kinds))
}

pub(super) fn flatten(args: &Args<'_>) -> CallResult {
    let list = args.at(0);
    if !matches!(list.ty, Type::List(_) | Type::Set(_) | Type::Tuple(_)) {
        return Err("can only flatten lists, sets and tuples".into());
    }
    let mut flat = Flat::default();
    flat.add(list)?;
    Ok(if flat.open {
        TypedValue::unknown()
    } else {
        TypedValue::tuple(flat.items)
    }
    .marked(flat.kinds))
}

#[derive(Default)]
struct Flat {
    items: Vec<TypedValue>,
    open: bool,
    kinds: MarkKinds,
}

impl Flat {
    fn add(&mut self, list: &TypedValue) -> Result<(), Failure> {
        let (list, marked) = list.clone().unmarked();
        self.kinds |= marked | list.kinds().only_if(matches!(list.ty, Type::Set(_)));
        for element in list.items().unwrap_or_default() {
            let is_sequence = matches!(element.ty, Type::List(_) | Type::Set(_) | Type::Tuple(_));
            match &element.value {
                Value::Null => self.items.push(element),
                Value::Unknown(_) if is_sequence || element.ty == Type::Dynamic => {
                    self.kinds |= element.kinds();
                    self.open = true;
                }
                _ if is_sequence => self.add(&element)?,
                _ => self.items.push(element),
            }
            if self.items.len() > MAX_PARTS {
                return Err(TOO_MANY.into());
            }
        }
        Ok(())
    }
}

pub(super) fn zipmap(args: &Args<'_>) -> CallResult {
    let (keys, keys_marked) = args.unmarked(0);
    let (values, values_marked) = args.unmarked(1);
    let mut kinds = keys_marked | values_marked | keys.kinds();
    let element = match &values.ty {
        Type::List(ty) => Some((**ty).clone()),
        Type::Tuple(_) => None,
        Type::Dynamic => return Ok(TypedValue::unknown().marked(kinds)),
        _ => return Err("values argument must be a list or tuple value".into()),
    };
    let names = keys.items().filter(|_| keys.value.is_wholly_known());
    let (Some(names), Some(elements)) = (names, values.items()) else {
        kinds |= values.kinds();
        return Ok(match element {
            Some(ty) => TypedValue::unknown_not_null(Type::map(ty)),
            None => TypedValue::unknown(),
        }
        .marked(kinds));
    };
    if names.len() != elements.len() {
        return Err(Failure::Shows(format!(
            "number of keys ({}) does not match number of values ({})",
            names.len(),
            elements.len()
        )));
    }
    let mut zipped = BTreeMap::new();
    for (name, value) in names.into_iter().zip(elements) {
        match name.value {
            Value::String(name) => zipped.insert(name, value),
            _ => return Err("a key must not be null".into()),
        };
    }
    Ok(match element {
        Some(ty) => TypedValue::map(ty, zipped),
        None => TypedValue::object(zipped),
    }
    .marked(kinds))
}
