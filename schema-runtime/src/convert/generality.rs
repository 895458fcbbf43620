//! The common type of several types.

use std::cmp::Ordering;

use super::conversion::{Rules, conversion};
use crate::refs::Text;
use crate::ty::{ObjectAttribute, Type};

/// What kinds of types there are among several.
#[derive(Default)]
struct Kinds {
    maps: usize,
    lists: usize,
    sets: usize,
    objects: usize,
    tuples: usize,
    dynamics: usize,
}

/// The type that all can be converted to by the conversions that the rules allow, if there is one.
pub(super) fn unify(types: &[Type], rules: &Rules) -> Option<Type> {
    rules.step()?;
    let (first, rest) = types.split_first()?;
    if rest.iter().all(|ty| ty == first) {
        return Some(first.clone());
    }
    let mut kinds = Kinds::default();
    for ty in types {
        match ty {
            Type::Map(_) => kinds.maps += 1,
            Type::List(_) => kinds.lists += 1,
            Type::Set(_) => kinds.sets += 1,
            Type::Object(_) => kinds.objects += 1,
            Type::Tuple(_) => kinds.tuples += 1,
            Type::Dynamic => kinds.dynamics += 1,
            Type::String | Type::Number | Type::Bool => {}
        }
    }
    // Types of one kind may have a common type that is none of them. This comes first: an object
    // would else be cut down to the attributes of the smallest one.
    let all = types.len() - kinds.dynamics;
    if [
        kinds.maps,
        kinds.lists,
        kinds.sets,
        kinds.objects,
        kinds.tuples,
    ]
    .contains(&all)
        && all > 0
    {
        if kinds.dynamics > 0 {
            // What the undecided ones will be may still change the outcome.
            return Some(Type::Dynamic);
        }
        return match first {
            Type::Map(_) => collection(types, Type::map, rules),
            Type::List(_) => collection(types, Type::list, rules),
            Type::Set(_) => collection(types, Type::set, rules),
            Type::Object(_) => objects(types, rules),
            _ => tuples(types, rules),
        };
    }
    if kinds.maps > 0
        && kinds.maps + kinds.objects == all
        && let Some(found) = as_collections(types, rules, objects_as_map)
    {
        return Some(found);
    }
    if kinds.lists > 0
        && kinds.lists + kinds.tuples == all
        && let Some(found) = as_collections(types, rules, tuples_as_list)
    {
        return Some(found);
    }
    preferred(types, rules)
}

/// Whether every one of these types is the wanted one or can become it.
fn all_convert(types: &[Type], wanted: &Type, rules: &Rules) -> bool {
    types
        .iter()
        .all(|ty| ty == wanted || conversion(ty, wanted, rules).is_some())
}

fn collection(types: &[Type], kind: fn(Type) -> Type, rules: &Rules) -> Option<Type> {
    let elements: Vec<Type> = types
        .iter()
        .filter_map(|ty| ty.element().cloned())
        .collect();
    let found = kind(unify(&elements, rules)?);
    all_convert(types, &found, rules).then_some(found)
}

fn attributes(ty: &Type) -> &[ObjectAttribute] {
    match ty {
        Type::Object(attributes) => attributes,
        _ => &[],
    }
}

fn elements(ty: &Type) -> &[Type] {
    match ty {
        Type::Tuple(elements) => elements,
        _ => &[],
    }
}

/// Objects of the same attributes unify attribute by attribute, others as maps.
fn objects(types: &[Type], rules: &Rules) -> Option<Type> {
    let (first, rest) = types.split_first()?;
    let names = |ty| attributes(ty).iter().map(|attribute| &attribute.name);
    if rest.iter().any(|ty| names(ty).ne(names(first))) {
        return objects_as_map(types, rules);
    }
    let unified = names(first)
        .enumerate()
        .map(|(i, name): (usize, &Text)| {
            let across: Vec<Type> = types
                .iter()
                .filter_map(|ty| attributes(ty).get(i).map(|attribute| attribute.ty.clone()))
                .collect();
            Some(ObjectAttribute {
                name: name.clone(),
                ty: unify(&across, rules)?,
                optional: false,
            })
        })
        .collect::<Option<Vec<_>>>()?;
    let found = Type::Object(unified.into());
    if all_convert(types, &found, rules) {
        return Some(found);
    }
    objects_as_map(types, rules)
}

/// Tuples of the same length unify element by element, others as lists.
fn tuples(types: &[Type], rules: &Rules) -> Option<Type> {
    let (first, rest) = types.split_first()?;
    let length = elements(first).len();
    if rest.iter().any(|ty| elements(ty).len() != length) {
        return tuples_as_list(types, rules);
    }
    let unified = (0..length)
        .map(|i| {
            let across: Vec<Type> = types
                .iter()
                .filter_map(|ty| elements(ty).get(i).cloned())
                .collect();
            unify(&across, rules)
        })
        .collect::<Option<Vec<_>>>()?;
    let found = Type::tuple(unified);
    if all_convert(types, &found, rules) {
        return Some(found);
    }
    tuples_as_list(types, rules)
}

fn objects_as_map(types: &[Type], rules: &Rules) -> Option<Type> {
    let elements: Vec<Type> = types
        .iter()
        .flat_map(attributes)
        .map(|attribute| attribute.ty.clone())
        .collect();
    let found = Type::map(unify(&elements, rules)?);
    all_convert(types, &found, rules).then_some(found)
}

fn tuples_as_list(types: &[Type], rules: &Rules) -> Option<Type> {
    let elements: Vec<Type> = types.iter().flat_map(elements).cloned().collect();
    let found = Type::list(unify(&elements, rules)?);
    all_convert(types, &found, rules).then_some(found)
}

/// Objects among maps, or tuples among lists: they are often maps or lists in disguise.
fn as_collections(
    types: &[Type],
    rules: &Rules,
    disguised: fn(&[Type], &Rules) -> Option<Type>,
) -> Option<Type> {
    let is_structural = |ty: &&Type| matches!(ty, Type::Object(_) | Type::Tuple(_));
    let structural: Vec<Type> = types.iter().filter(is_structural).cloned().collect();
    let collection = disguised(&structural, rules)?;
    let types: Vec<Type> = types
        .iter()
        .map(|ty| {
            if is_structural(&ty) {
                collection.clone()
            } else {
                ty.clone()
            }
        })
        .collect();
    unify(&types, rules).filter(|found| matches!(found, Type::Map(_) | Type::List(_)))
}

/// The first of the types, the most general ones first, that all the others can become.
fn preferred(types: &[Type], rules: &Rules) -> Option<Type> {
    let mut distinct: Vec<Type> = Vec::new();
    let classes: Vec<usize> = types
        .iter()
        .map(|ty| {
            distinct
                .iter()
                .position(|other| other == ty)
                .unwrap_or_else(|| {
                    distinct.push(ty.clone());
                    distinct.len() - 1
                })
        })
        .collect();
    let order = most_general_first(&distinct, &classes);
    order
        .into_iter()
        .filter_map(|class| distinct.get(class))
        .find(|wanted| all_convert(&distinct, wanted, rules))
        .cloned()
}

/// A topological order of the classes of equal types, by "more general than"; among incomparable
/// ones as they come, where a class comes when all members of the more general ones are done.
fn most_general_first(distinct: &[Type], classes: &[usize]) -> Vec<usize> {
    let count = distinct.len();
    let mut sizes = vec![0_usize; count];
    for &class in classes {
        if let Some(size) = sizes.get_mut(class) {
            *size += 1;
        }
    }
    let more_general = |a: usize, b: usize| match (distinct.get(a), distinct.get(b)) {
        (Some(a), Some(b)) => generality(a, b) == Ordering::Less,
        _ => false,
    };
    let below: Vec<Vec<usize>> = (0..count)
        .map(|a| (0..count).filter(|&b| more_general(a, b)).collect())
        .collect();
    // How many members of more general classes are not done yet.
    let mut waiting = vec![0_usize; count];
    for (above, below) in below.iter().enumerate() {
        for &class in below {
            if let (Some(waiting), Some(size)) = (waiting.get_mut(class), sizes.get(above)) {
                *waiting += size;
            }
        }
    }
    let ready = |of: &dyn Fn(usize) -> bool| -> Vec<usize> {
        classes.iter().copied().filter(|&class| of(class)).collect()
    };
    let mut queue: std::collections::VecDeque<usize> =
        ready(&|class| waiting.get(class) == Some(&0)).into();
    let mut order = Vec::with_capacity(count);
    while let Some(class) = queue.pop_front() {
        if !order.contains(&class) {
            order.push(class);
        }
        let mut released = Vec::new();
        for &next in below.get(class).map_or(&[][..], Vec::as_slice) {
            if let Some(waiting) = waiting.get_mut(next) {
                *waiting -= 1;
                if *waiting == 0 {
                    released.push(next);
                }
            }
        }
        if !released.is_empty() {
            queue.extend(ready(&|class| released.contains(&class)));
        }
    }
    order
}

/// `Less` if `a` is more general than `b`, so that `b` can become `a`; a first guess that looks at
/// kinds more than at elements.
fn generality(a: &Type, b: &Type) -> Ordering {
    match (a, b) {
        (Type::Dynamic, Type::Dynamic) => Ordering::Equal,
        // Everything can be dynamic, but what is not decided yet should become like the others.
        (_, Type::Dynamic) => Ordering::Less,
        (Type::Dynamic, _) => Ordering::Greater,
        (Type::String, Type::Number | Type::Bool) => Ordering::Less,
        (Type::Number | Type::Bool, Type::String) => Ordering::Greater,
        (Type::List(a), Type::List(b))
        | (Type::Set(a), Type::Set(b))
        | (Type::Map(a), Type::Map(b)) => generality(a, b),
        (Type::List(_), Type::Tuple(_) | Type::Set(_))
        | (Type::Tuple(_), Type::Set(_))
        | (Type::Map(_), Type::Object(_)) => Ordering::Less,
        (Type::Tuple(_) | Type::Set(_), Type::List(_))
        | (Type::Set(_), Type::Tuple(_))
        | (Type::Object(_), Type::Map(_)) => Ordering::Greater,
        (Type::Object(a), Type::Object(b)) if a.len() == b.len() => {
            if a.iter().zip(b.iter()).any(|(a, b)| a.name != b.name) {
                return Ordering::Equal;
            }
            unify_all(
                a.iter()
                    .zip(b.iter())
                    .map(|(a, b)| generality(&a.ty, &b.ty)),
            )
        }
        (Type::Tuple(a), Type::Tuple(b)) if a.len() == b.len() => {
            unify_all(a.iter().zip(b.iter()).map(|(a, b)| generality(a, b)))
        }
        _ => Ordering::Equal,
    }
}

/// More general in one part and not less in any other.
fn unify_all(parts: impl Iterator<Item = Ordering>) -> Ordering {
    let mut whole = Ordering::Equal;
    for part in parts {
        match (whole, part) {
            (_, Ordering::Equal) => {}
            (Ordering::Equal, part) => whole = part,
            (whole, part) if whole == part => {}
            _ => return Ordering::Equal,
        }
    }
    whole
}
