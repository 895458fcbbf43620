//! Makes an input as small as possible while the same difference remains.

use schema_runtime::schema::{Block, Flags, Kind};
use schema_runtime::value::Value;
use serde_json::Value as Json;

use crate::case::Input;

/// The smallest input for which the difference `remains`, among those tried.
pub(crate) fn smallest(
    block: &Block,
    input: &Input,
    most: usize,
    mut remains: impl FnMut(&Input) -> Result<bool, String>,
) -> Result<Input, String> {
    let mut best = input.clone();
    let mut tries = 0;
    'smaller: loop {
        for input in smaller_inputs(block, &best) {
            tries += 1;
            if tries <= most && remains(&input)? {
                best = input;
                continue 'smaller;
            }
        }
        return Ok(best);
    }
}

fn smaller_inputs(block: &Block, input: &Input) -> Vec<Input> {
    match input {
        Input::Config { prior, config } => {
            let with = |prior: Value, config: Value| Input::Config { prior, config };
            let mut all = Vec::new();
            if !prior.is_null() {
                all.push(with(Value::Null, config.clone()));
            }
            let less = smaller(block, config, false).into_iter();
            all.extend(less.map(|config| with(prior.clone(), config)));
            let less = smaller(block, prior, true).into_iter();
            all.extend(less.map(|prior| with(prior, config.clone())));
            all
        }
        Input::Upgrade { version, state } => {
            let Json::Object(members) = state else {
                return Vec::new();
            };
            let names = members
                .iter()
                .filter(|(name, value)| *name != "id" && !value.is_null());
            let without = names.map(|(name, _)| {
                let mut state = state.clone();
                state[name.as_str()] = Json::Null;
                Input::Upgrade {
                    version: *version,
                    state,
                }
            });
            without.collect()
        }
        Input::Import { id } => {
            let letters: Vec<char> = id.chars().collect();
            let half = letters.len() / 2;
            let mut all = vec![&letters[..half], &letters[half..]];
            all.extend(
                [letters.get(1..), letters.split_last().map(|(_, rest)| rest)]
                    .into_iter()
                    .flatten(),
            );
            all.retain(|less| !less.is_empty() && less.len() < letters.len());
            let ids = all.into_iter().map(|less| less.iter().collect());
            ids.map(|id| Input::Import { id }).collect()
        }
        // Each try would create real objects.
        Input::Lifetime { .. } => Vec::new(),
    }
}

/// Objects with one thing less: an attribute or an element of a collection, at any depth. A `saved`
/// object keeps its id and its required attributes.
pub(crate) fn smaller(block: &Block, object: &Value, saved: bool) -> Vec<Value> {
    let Value::Object(values) = object else {
        return Vec::new();
    };
    let mut all = Vec::new();
    for (at, (field, value)) in block.fields.iter().zip(values).enumerate() {
        let with = |value: Value| {
            let mut values = values.clone();
            values[at] = value;
            Value::Object(values)
        };
        let absent = field.absent_value();
        let least = match field.kind {
            Kind::Block { min_items, .. } => usize::try_from(min_items).unwrap_or(0),
            _ => 0,
        };
        let stays = least > 0 || field.is(Flags::REQUIRED) || saved && &*field.name == "id";
        if *value != absent && !stays {
            all.push(with(absent));
        }
        let inside = |one: &Value| match field.nested_block() {
            Some((_, block)) => smaller(block, one, saved),
            None => Vec::new(),
        };
        let less = smaller_collection(value, &inside).into_iter();
        // Terraform sends no configuration with fewer blocks.
        let enough = |less: &Value| less.element_count().is_none_or(|count| count >= least);
        all.extend(less.filter(enough).map(with));
    }
    all
}

fn smaller_collection(value: &Value, inside: &impl Fn(&Value) -> Vec<Value>) -> Vec<Value> {
    let mut all = Vec::new();
    match value {
        Value::Object(_) => all = inside(value),
        Value::List(elements) => lists(elements, inside, |list| all.push(Value::List(list))),
        Value::Set(elements) => lists(elements.as_slice(), inside, |list| {
            all.push(Value::Set(list.into_iter().collect()));
        }),
        Value::Map(elements) => {
            for (key, one) in elements {
                let mut less = elements.clone();
                less.remove(key);
                all.push(Value::Map(less));
                for one in inside(one) {
                    let mut less = elements.clone();
                    less.insert(key.clone(), one);
                    all.push(Value::Map(less));
                }
            }
        }
        _ => {}
    }
    all
}

fn lists(
    elements: &[Value],
    inside: &impl Fn(&Value) -> Vec<Value>,
    mut push: impl FnMut(Vec<Value>),
) {
    for at in 0..elements.len() {
        let mut less = elements.to_vec();
        less.remove(at);
        push(less);
        for one in inside(&elements[at]) {
            let mut less = elements.to_vec();
            less[at] = one;
            push(less);
        }
    }
}
