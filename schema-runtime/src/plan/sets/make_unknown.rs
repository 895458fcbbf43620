//! In planned set elements, makes unknown what depends on which prior element they continue, while
//! that is undecided.

use std::collections::HashSet;

use crate::correlate::{Comparison, assign, change_beside};
use crate::schema::Block;
use crate::value::Value;

/// Whether a field in the block may have several spellings.
pub(super) fn has_forms(block: &Block) -> bool {
    block.any_field(&|field| field.canonical().is_some())
}

/// Makes unknown what may have several spellings and is spelled differently in the prior element
/// that this one may turn out to be.
pub(super) fn make_form_unknown(block: &Block, value: &mut Value, old: &Value) {
    let (Value::Object(values), Value::Object(prior_indices)) = (value, old) else {
        return;
    };
    for (field, (value, old)) in block
        .fields
        .iter()
        .zip(values.iter_mut().zip(prior_indices))
    {
        let Some((_, block)) = field.nested_block() else {
            if field.canonical().is_some() && value.is_wholly_known() && value != old {
                *value = Value::UNKNOWN;
            }
            continue;
        };
        match (value, old) {
            (Value::Set(values), Value::Set(prior_indices)) if has_forms(block) => {
                let same: HashSet<&Value> = prior_indices.iter().collect();
                let all = std::mem::take(values).into_vec().into_iter();
                *values = all
                    .map(|mut value| {
                        // Which of them it will be is not known.
                        if !same.contains(&value) {
                            make_forms_unknown(block, &mut value);
                        }
                        value
                    })
                    .collect();
            }
            (value, old) => change_objects(value, old, |value, old| {
                make_form_unknown(block, value, old);
            }),
        }
    }
}

/// Makes unknown everything that may have several spellings.
pub(super) fn make_forms_unknown(block: &Block, value: &mut Value) {
    match value {
        Value::Object(values) => {
            for (field, value) in block.fields.iter().zip(values) {
                match field.nested_block() {
                    Some((_, block)) => make_forms_unknown(block, value),
                    None if field.canonical().is_some() && !value.is_null() => {
                        *value = Value::UNKNOWN;
                    }
                    None => {}
                }
            }
        }
        other => other.change_elements(|element| make_forms_unknown(block, element)),
    }
}

/// Makes unknown what differs between a new element and the one that it may continue.
pub(super) fn make_unknown(block: &Block, fresh: &mut Value, old: &Value) {
    let (Value::Object(values), Value::Object(old)) = (fresh, old) else {
        return;
    };
    for (field, (value, old)) in block.fields.iter().zip(values.iter_mut().zip(old)) {
        let Some((_, block)) = field.nested_block() else {
            if value != old {
                *value = Value::UNKNOWN;
            }
            continue;
        };
        match (value, old) {
            (Value::Set(values), Value::Set(old)) => {
                let (fresh, old) = (values.as_slice(), old.as_slice());
                let pairs = assign(block, fresh, old, Comparison::EXACT, |_| true);
                let mut made_unknown = std::mem::take(values).into_vec();
                for (value, j) in made_unknown.iter_mut().zip(pairs) {
                    if let Some(old) = j.and_then(|j| old.get(j)) {
                        make_unknown(block, value, old);
                    }
                }
                *values = made_unknown.into_iter().collect();
            }
            (value, old) => change_objects(value, old, |value, old| {
                make_unknown(block, value, old);
            }),
        }
    }
}

/// Changes the objects of a nested value that have a counterpart.
fn change_objects(value: &mut Value, old: &Value, mut change: impl FnMut(&mut Value, &Value)) {
    if let Value::Object(_) = value {
        return change(value, old);
    }
    change_beside(value, old, |_, value, old| {
        if let Some(old) = old {
            change(value, old);
        }
    });
}
