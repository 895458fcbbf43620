//! [`proposed`]: what Terraform sends as the proposed new state.

use crate::learn::shape::{Nesting, Shape};
use crate::learn::value::Value;

/// Terraform's proposed new state: the configuration, with the prior state where the provider
/// decides.
pub(crate) fn proposed(shape: &Shape, prior: &Value, config: &Value) -> Value {
    object(shape, &shape.roots, prior, config)
}

fn object(shape: &Shape, fields: &[usize], prior: &Value, config: &Value) -> Value {
    shape.object(fields, |_, node| {
        let (old, new) = (prior.member(node.name()), config.member(node.name()));
        match node.nesting() {
            _ if *new == Value::Null && node.computed => old.clone(),
            _ if *new == Value::Null => Value::Null,
            None => new.clone(),
            Some(Nesting::Single) => object(shape, &node.children, old, new),
            Some(nesting) => elements(shape, &node.children, nesting, old, new),
        }
    })
}

fn elements(shape: &Shape, fields: &[usize], nesting: Nesting, old: &Value, new: &Value) -> Value {
    if let Value::Map(members) = new {
        let of = |(key, new): (&String, &Value)| {
            let new = object(shape, fields, old.member(key), new);
            (key.clone(), new)
        };
        return Value::Map(members.iter().map(of).collect());
    }
    let (mut left, mut next) = (old.elements(), 0);
    new.with_elements(|new| {
        let same = |old: &&Value| continues(shape, fields, old, new);
        let prior = match nesting {
            Nesting::Set => left.iter().position(same).map(|found| left.remove(found)),
            _ => left.get(next).copied(),
        };
        next += 1;
        object(shape, fields, prior.unwrap_or(&Value::Null), new)
    })
}

/// Whether an element of a set is the same as before, except for what the provider decides.
fn continues(shape: &Shape, fields: &[usize], old: &Value, new: &Value) -> bool {
    fields.iter().all(|&at| {
        let node = &shape.nodes[at];
        let (old, new) = (old.member(node.name()), new.member(node.name()));
        old == new || node.computed && *new == Value::Null || !node.children.is_empty()
    })
}
