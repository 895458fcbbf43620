//! What plans begin with: an object as it would be after its creation.

use std::collections::BTreeMap;

use crate::learn::oracle::Diagnostic;
use crate::learn::session::Session;
use crate::learn::shape::{Config, Content, Nesting, Shape, Type};
use crate::learn::text::{What, claims};
use crate::learn::validation::Values;
use crate::learn::value::Value;

/// An object as it would be after its creation, and its configuration.
#[derive(Clone)]
pub(crate) struct Base {
    pub(crate) config: Config,
    pub(crate) state: Value,
}

/// A planned state with values in place of unknowns.
pub(crate) fn filled(shape: &Shape, planned: &Value, filler: &Value) -> Value {
    object(shape, &shape.roots, planned, filler)
}

/// The same with a text that no program gives a meaning.
pub(crate) fn made_up(shape: &Shape, planned: &Value) -> Value {
    filled(shape, planned, &Value::text("made-up"))
}

fn object(shape: &Shape, fields: &[usize], planned: &Value, filler: &Value) -> Value {
    shape.object(fields, |_, node| {
        let value = planned.member(node.name());
        let inside = |value: &Value| object(shape, &node.children, value, filler);
        match (&node.content, value) {
            (Content::Leaf(ty), value) if !value.is_known() => of_type(ty, filler),
            (Content::Leaf(_), value) => value.clone(),
            (Content::Nested(Nesting::Single), Value::Map(_)) => inside(value),
            (Content::Nested(_), Value::Unknown) => node.absent(),
            (Content::Nested(_), value) => value.with_elements(inside),
        }
    })
}

fn of_type(ty: &Type, filler: &Value) -> Value {
    let inner = match (ty.innermost(), filler) {
        (Type::Bool, _) => Value::Bool(true),
        (Type::Number, Value::Number(_)) => filler.clone(),
        (Type::Number, _) => Value::Number(1.0),
        (_, Value::Number(number)) => Value::text(number.to_string()),
        _ => filler.clone(),
    };
    ty.wrap(&inner).unwrap_or_default()
}

/// Whether two values are the same to a program that does not distinguish null from empty and
/// ignores the order of sets.
pub(crate) fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Map(x), Value::Map(y)) if !x.is_empty() && !y.is_empty() => {
            // Each name once: twice, the time would double with every level.
            let more = y.keys().filter(|name| !x.contains_key(*name));
            let mut names = x.keys().chain(more);
            names.all(|name| same(a.member(name), b.member(name)))
        }
        (Value::List(x), Value::List(y)) => {
            x.len() == y.len() && x.iter().all(|one| y.iter().any(|other| same(one, other)))
        }
        _ => a == b || a.is_zero() && b.is_zero(),
    }
}

/// Whether a plan's error is a custom rule of the provider, not an unreadable string.
pub(crate) fn is_own(error: &Diagnostic) -> bool {
    let claims = claims(error);
    claims.iter().all(|one| matches!(one.what, What::Own(_)))
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
    let nodes = &session.shape.nodes;
    let there = |at: usize| nodes[at].required || nodes[at].min > 0;
    let needed = |at: usize| {
        let mut around = session.shape.around(at).into_iter();
        nodes[at].required && around.all(there)
    };
    let good = |at: usize| values.good.get(&at).filter(|_| needed(at)).cloned();
    Config {
        counts: BTreeMap::new(),
        ..session.config(good)
    }
}
