//! Elements of lists and maps beside those at the same index or key of another, and the elements
//! that only one of two sets has.

use std::collections::HashMap;

use crate::path::{BorrowedStep, steps};
use crate::value::Value;

/// A field of an object, null if there is no such object.
pub(crate) fn part(object: &Value, position: usize) -> &Value {
    object
        .as_object()
        .and_then(|values| values.get(position))
        .unwrap_or(&Value::Null)
}

/// An element of a list or map, null if absent; an unknown one has unknown elements.
pub(crate) fn element<'v>(step: BorrowedStep<'_>, collection: &'v Value) -> &'v Value {
    match collection {
        Value::Unknown(_) => collection,
        _ => step.of(collection).unwrap_or(&Value::Null),
    }
}

/// The steps to the elements of two lists or maps: first those of the new one.
pub(crate) fn steps_of_both<'v>(
    old: &'v Value,
    new: &'v Value,
) -> impl Iterator<Item = BorrowedStep<'v>> {
    let gone = steps(old).filter(|(step, _)| step.of(new).is_none());
    steps(new).chain(gone).map(|(step, _)| step)
}

/// The elements that only the old set has, and those that only the new one has.
pub(crate) fn only_in_one<'v>(old: &'v [Value], new: &'v [Value]) -> [Vec<&'v Value>; 2] {
    let mut counts: HashMap<&Value, usize> = HashMap::with_capacity(new.len());
    for element in new {
        *counts.entry(element).or_default() += 1;
    }
    let mut take = |element: &Value| {
        let count = counts.get_mut(element).filter(|count| **count > 0);
        count.map(|count| *count -= 1).is_some()
    };
    let gone = old.iter().filter(|element| !take(element)).collect();
    // What the old set did not take is only in the new one.
    let added = new.iter().filter(|element| take(element)).collect();
    [gone, added]
}

/// Changes the elements of a list or map in place, each with that at the same index or key of the
/// other, if it has one.
pub(crate) fn change_beside<'v>(
    value: &mut Value,
    other: &'v Value,
    mut change: impl FnMut(BorrowedStep<'_>, &mut Value, Option<&'v Value>),
) {
    match value {
        Value::List(values) => {
            for (i, value) in values.iter_mut().enumerate() {
                let step = BorrowedStep::Index(i);
                change(step, value, step.of(other));
            }
        }
        Value::Map(values) => {
            for (key, value) in values {
                let step = BorrowedStep::Key(key);
                change(step, value, step.of(other));
            }
        }
        _ => {}
    }
}
