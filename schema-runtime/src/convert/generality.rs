//! Which types are more general than others.

use std::cmp::Ordering;

use crate::ty::Type;

/// A topological order of the classes of equal types by "more general than". Incomparable classes
/// keep their order; a class follows once all members of more general ones are done.
pub(super) fn most_general_first(distinct: &[Type], classes: &[usize]) -> Vec<usize> {
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
    // How many members of more general classes are still to be done.
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

/// `Less` if `a` is more general than `b`, so that `b` can become `a`; an estimate that depends
/// more on kinds than on elements.
fn generality(a: &Type, b: &Type) -> Ordering {
    match (a, b) {
        (Type::Dynamic, Type::Dynamic) => Ordering::Equal,
        // Everything can become dynamic, but an undecided type should become like the others.
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

/// More general in one part, and not less general in any other.
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
