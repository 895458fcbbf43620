//! A plan as differences of flat strings, as the reference lists its own.

use std::collections::BTreeMap;

use schema_runtime::plan::ResourcePlan;
use schema_runtime::schema::{Block, Flags};
use schema_runtime::value::Value;
use serde_json::{Map, Value as Json};

/// Texts by dotted address; `None` represents an unknown.
type Flat = BTreeMap<String, Option<String>>;

/// The differences between the prior and the planned object: flatmap paths with `#` and `%` for
/// counts, null as absent, old and new as strings. A set element is listed by its index in the set,
/// since the reference uses its own hashes.
#[must_use]
pub(super) fn flat_changes(block: &Block, prior: &Value, plan: &ResourcePlan) -> Json {
    let (old, new) = (flat(block, prior), flat(block, &plan.planned));
    let forced: Vec<String> = plan
        .requires_replace
        .iter()
        .map(|path| schema_runtime::address::Address::from_path(path.clone()).to_string())
        .collect();
    let text = |value: Option<&Option<String>>| value.cloned().flatten().unwrap_or_default();
    let mut keys: Vec<&String> = old.keys().chain(new.keys()).collect();
    keys.sort_unstable();
    keys.dedup();
    let one = |key: &String| {
        let (old, new) = (old.get(key), new.get(key));
        let mut change = Map::new();
        change.insert("path".to_owned(), Json::from(key.as_str()));
        change.insert("old".to_owned(), Json::from(text(old)));
        change.insert("new".to_owned(), Json::from(text(new)));
        if matches!(new, Some(None)) {
            change.insert("new_computed".to_owned(), Json::from(true));
        }
        if new.is_none() {
            change.insert("new_removed".to_owned(), Json::from(true));
        }
        let below = |path: &String| {
            key.strip_prefix(path.as_str())
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        if forced.iter().any(below) {
            change.insert("requires_replace".to_owned(), Json::from(true));
        }
        Json::Object(change)
    };
    keys.into_iter()
        .filter(|key| old.get(*key) != new.get(*key))
        .map(one)
        .collect()
}

fn flat(block: &Block, object: &Value) -> Flat {
    let mut found = Flat::new();
    object_at(block, object, "", &mut found);
    found
}

fn object_at(block: &Block, object: &Value, at: &str, found: &mut Flat) {
    let values = object.as_object().unwrap_or(&[]);
    for (field, value) in block.fields.iter().zip(values) {
        // The reference lists no change of the id.
        if at.is_empty() && field.is(Flags::IMPLIED) {
            continue;
        }
        let at = format!("{at}{}", field.name);
        value_at(field.nested_block().map(|(_, b)| &**b), value, at, found);
    }
}

fn value_at(block: Option<&Block>, value: &Value, at: String, found: &mut Flat) {
    let text = match value {
        Value::Null => return,
        Value::Unknown(_) => None,
        Value::Bool(flag) => Some(flag.to_string()),
        Value::Number(number) => Some(number.to_string()),
        Value::String(text) => Some(text.to_string()),
        Value::List(elements) => return elements_at(block, elements, &at, found),
        Value::Set(elements) => return elements_at(block, elements.as_slice(), &at, found),
        Value::Map(elements) => {
            found.insert(format!("{at}.%"), Some(elements.len().to_string()));
            for (key, element) in elements {
                value_at(block, element, format!("{at}.{key}"), found);
            }
            return;
        }
        Value::Object(_) => {
            if let Some(block) = block {
                object_at(block, value, &format!("{at}."), found);
            }
            return;
        }
        Value::Dynamic(dynamic) => return value_at(block, &dynamic.value, at, found),
    };
    found.insert(at, text);
}

fn elements_at(block: Option<&Block>, elements: &[Value], at: &str, found: &mut Flat) {
    found.insert(format!("{at}.#"), Some(elements.len().to_string()));
    for (i, element) in elements.iter().enumerate() {
        value_at(block, element, format!("{at}.{i}"), found);
    }
}
