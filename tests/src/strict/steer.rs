//! Configurations that hold what their case is about.

use schema_runtime::schema::{Block, Field, Kind};
use schema_runtime::value::Value;

use super::cells::{Cell, State};
use super::random::Random;
use super::schemas::{CHAIN, GOAL};
use super::values::{config, configured_field};

/// So often another value is tried.
const TRIES: usize = 250;

/// Puts a value of the wanted state into the field that the case is about, and something on the
/// way to it. Where chance finds no such value, the case is about something else.
pub(super) fn steer(random: &mut Random, block: &Block, object: &mut Value, goal: Cell) {
    let Value::Object(values) = object else {
        return;
    };
    for (field, value) in block.fields.iter().zip(values) {
        match field.name.as_str() {
            GOAL => {
                if let Some(found) = in_state(random, field, goal.state) {
                    *value = found;
                }
            }
            CHAIN => {
                let Some((_, inside)) = field.nested_block() else {
                    continue;
                };
                if !leads_on(value) {
                    let found = (0..TRIES)
                        .map(|_| configured_field(random, field, 0))
                        .find(leads_on);
                    match found {
                        Some(found) => *value = found,
                        None => continue,
                    }
                }
                let mut enter = |element: &mut Value| steer(random, inside, element, goal);
                match value {
                    Value::List(elements) => elements.iter_mut().take(1).for_each(&mut enter),
                    Value::Map(elements) => elements.values_mut().take(1).for_each(&mut enter),
                    Value::Set(elements) => {
                        let mut all = std::mem::take(elements).into_vec();
                        all.iter_mut().take(1).for_each(&mut enter);
                        *elements = all.into_iter().collect();
                    }
                    single => enter(single),
                }
            }
            _ => {}
        }
    }
}

/// Whether there is an object to go into.
fn leads_on(value: &Value) -> bool {
    let first = match value {
        Value::List(elements) => elements.first(),
        Value::Set(elements) => elements.as_slice().first(),
        Value::Map(elements) => elements.values().next(),
        single => Some(single),
    };
    matches!(first, Some(Value::Object(_)))
}

fn in_state(random: &mut Random, field: &Field, state: State) -> Option<Value> {
    let unknowns = match state {
        State::Null => return Some(Value::Null),
        State::Known => 0,
        State::Unknown | State::InPart => 40,
    };
    (0..TRIES)
        .map(|_| match (&field.kind, state) {
            // One object in part, whatever chance thinks of the whole.
            (
                Kind::Nested { nesting, block } | Kind::Block { nesting, block, .. },
                State::InPart,
            ) if matches!(
                nesting,
                schema_runtime::schema::Nesting::Single | schema_runtime::schema::Nesting::Group
            ) =>
            {
                config(random, block, unknowns)
            }
            _ => configured_field(random, field, unknowns),
        })
        .find(|value| State::of(value) == state)
}
