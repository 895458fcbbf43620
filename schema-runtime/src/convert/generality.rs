//! Which types are more general than others.

use std::cmp::Ordering;
use std::collections::VecDeque;

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
    let less_general = |a: &Type| {
        let others = distinct.iter().enumerate();
        let less = others.filter(|(_, b)| generality(a, b) == Ordering::Less);
        less.map(|(class, _)| class).collect()
    };
    let below: Vec<Vec<usize>> = distinct.iter().map(less_general).collect();
    // How many members of more general classes are still to be done.
    let mut waiting = vec![0_usize; count];
    for (size, below) in sizes.iter().zip(&below) {
        for &class in below {
            if let Some(waiting) = waiting.get_mut(class) {
                *waiting += size;
            }
        }
    }
    let members = || classes.iter().copied();
    let mut queue: VecDeque<usize> = members()
        .filter(|class| waiting.get(*class) == Some(&0))
        .collect();
    let mut order = Vec::with_capacity(count);
    while let Some(class) = queue.pop_front() {
        if !order.contains(&class) {
            order.push(class);
        }
        let mut released = Vec::new();
        for &next in below.get(class).into_iter().flatten() {
            if let Some(waiting) = waiting.get_mut(next) {
                *waiting -= 1;
                if *waiting == 0 {
                    released.push(next);
                }
            }
        }
        if !released.is_empty() {
            queue.extend(members().filter(|class| released.contains(class)));
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
        _ if a.has_parts_like(b) => {
            unify_all(a.parts().zip(b.parts()).map(|(a, b)| generality(a, b)))
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
