//! What plans begin with: an object as it would be after its creation.

use std::collections::{BTreeMap, BTreeSet};

use crate::learn::oracle::Diagnostic;
use crate::learn::session::Session;
use crate::learn::shape::{Config, Content, Nesting, Shape, Type};
use crate::learn::text::{What, claims};
use crate::learn::validation::Values;
use crate::learn::value::Value;

/// An object as it would be after its creation, and its configuration.
pub(crate) struct Base {
    pub(crate) config: Config,
    pub(crate) state: Value,
}

/// A planned state with values in place of unknowns.
pub(crate) fn filled(shape: &Shape, planned: &Value, filler: &Value) -> Value {
    object(shape, &shape.roots, planned, filler)
}

fn object(shape: &Shape, fields: &[usize], planned: &Value, filler: &Value) -> Value {
    let members = fields.iter().map(|&at| {
        let node = &shape.nodes[at];
        let value = planned.member(node.name());
        let value = match (&node.content, value) {
            (Content::Leaf(ty), value) if !value.is_known() => of_type(ty, filler),
            (Content::Nested(Nesting::Single), Value::Map(_)) => {
                object(shape, &node.children, value, filler)
            }
            (Content::Nested(nesting), Value::Unknown) => match nesting {
                _ if !node.is_block => Value::Null,
                Nesting::Single => Value::Null,
                Nesting::Map => Value::Map(BTreeMap::new()),
                Nesting::List | Nesting::Set => Value::List(Vec::new()),
            },
            (Content::Nested(_), Value::List(elements)) => {
                let each = elements
                    .iter()
                    .map(|element| object(shape, &node.children, element, filler));
                Value::List(each.collect())
            }
            (Content::Nested(_), Value::Map(members)) => {
                let each = members.iter().map(|(key, value)| {
                    (key.clone(), object(shape, &node.children, value, filler))
                });
                Value::Map(each.collect())
            }
            (_, value) => value.clone(),
        };
        (node.name().to_owned(), value)
    });
    Value::Map(members.collect())
}

fn of_type(ty: &Type, filler: &Value) -> Value {
    let inner = match ty.innermost() {
        Type::Bool => Value::Bool(true),
        Type::Number => match filler {
            Value::Number(_) => filler.clone(),
            _ => Value::Number(1.0),
        },
        _ => match filler {
            Value::Number(number) => Value::text(number.to_string()),
            _ => filler.clone(),
        },
    };
    ty.wrap(&inner).unwrap_or_default()
}

/// Whether two values are the same to a program that does not distinguish null from empty and
/// ignores the order of sets.
pub(crate) fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Map(x), Value::Map(y)) if !x.is_empty() && !y.is_empty() => {
            let names: BTreeSet<&String> = x.keys().chain(y.keys()).collect();
            names
                .into_iter()
                .all(|name| same(a.member(name), b.member(name)))
        }
        (Value::List(x), Value::List(y)) => {
            x.len() == y.len() && x.iter().all(|one| y.iter().any(|other| same(one, other)))
        }
        _ => a == b || a.is_zero() && b.is_zero(),
    }
}

/// Whether a plan's error is a custom rule of the provider, not an unreadable string.
pub(crate) fn is_own(error: &Diagnostic) -> bool {
    claims(error)
        .iter()
        .all(|claim| matches!(claim.what, What::Own(_)))
}

/// The same with other values.
pub(crate) fn changed(config: &Config, values: &Values) -> Config {
    let mut config = config.clone();
    for (at, value) in &mut config.leaves {
        if let Some(other) = values.other.get(at) {
            value.clone_from(other);
        }
    }
    config
}

/// What must be set.
pub(crate) fn minimal(session: &Session<'_>, values: &Values) -> Config {
    let needed = |at: &usize| {
        let around = session.shape.around(*at);
        let there = around.iter().all(|around| {
            session.shape.nodes[*around].required || session.shape.nodes[*around].min > 0
        });
        session.shape.nodes[*at].required && there
    };
    let leaves = session.leaves().into_iter().filter(needed);
    let leaves = leaves.filter_map(|at| Some((at, values.good.get(&at)?.clone())));
    Config {
        leaves: leaves.collect(),
        counts: BTreeMap::new(),
    }
}
