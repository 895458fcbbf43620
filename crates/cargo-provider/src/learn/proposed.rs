//! [`proposed`]: what Terraform sends as the proposed new state.

use crate::learn::shape::{Nesting, Shape};
use crate::learn::value::Value;

/// Terraform's proposed new state: the configuration, with the prior state where the provider
/// decides.
pub(crate) fn proposed(shape: &Shape, prior: &Value, config: &Value) -> Value {
    object(shape, &shape.roots, prior, config)
}

fn object(shape: &Shape, fields: &[usize], prior: &Value, config: &Value) -> Value {
    let members = fields.iter().map(|&at| {
        let node = &shape.nodes[at];
        let (old, new) = (prior.member(node.name()), config.member(node.name()));
        let value = match node.nesting() {
            _ if *new == Value::Null => match node.computed {
                true => old.clone(),
                false => Value::Null,
            },
            None => new.clone(),
            Some(Nesting::Single) => object(shape, &node.children, old, new),
            Some(nesting) => elements(shape, &node.children, nesting, old, new),
        };
        (node.name().to_owned(), value)
    });
    Value::Map(members.collect())
}

fn elements(shape: &Shape, fields: &[usize], nesting: Nesting, old: &Value, new: &Value) -> Value {
    match new {
        Value::Map(members) => {
            let members = members.iter();
            let of = |key: &String, new| object(shape, fields, old.member(key), new);
            Value::Map(
                members
                    .map(|(key, new)| (key.clone(), of(key, new)))
                    .collect(),
            )
        }
        Value::List(all) => {
            let mut left = old.elements();
            let of = |(k, new): (usize, &Value)| {
                let prior = match nesting {
                    Nesting::Set => {
                        let same = |old: &&Value| continues(shape, fields, old, new);
                        left.iter().position(same).map(|found| left.remove(found))
                    }
                    _ => left.get(k).copied(),
                };
                object(shape, fields, prior.unwrap_or(&Value::Null), new)
            };
            Value::List(all.iter().enumerate().map(of).collect())
        }
        other => other.clone(),
    }
}

/// Whether an element of a set is the same as before, except for what the provider decides.
fn continues(shape: &Shape, fields: &[usize], old: &Value, new: &Value) -> bool {
    fields.iter().all(|&at| {
        let node = &shape.nodes[at];
        let (old, new) = (old.member(node.name()), new.member(node.name()));
        old == new || node.computed && *new == Value::Null || !node.children.is_empty()
    })
}
