//! Paths in the vectors' form.

use schema_runtime::path::{Path, Step};
use schema_runtime::ty::Type;
use schema_runtime::value::Value;
use serde_json::{Value as Json, json};

use super::read::{ReadError, fail, read_value};
use super::write::write_value;

/// A list of steps: `{"attr": NAME}`, `{"index": n}`, `{"key": text}`, `{"element": VALUE}`.
///
/// # Errors
/// The JSON is no such list.
pub fn read_path(json: &Json) -> Result<Path, ReadError> {
    let Json::Array(steps) = json else {
        return fail("a path is a list of steps");
    };
    steps.iter().map(step).collect()
}

/// The reverse of [`read_path`]. A set element is written as a dynamic value of unknown type.
#[must_use]
pub fn write_path(path: &Path) -> Json {
    let steps = path.steps().iter().map(|step| match step {
        Step::Attribute(name) => json!({ "attr": name.as_str() }),
        Step::Index(index) => json!({ "index": index }),
        Step::Key(key) => json!({ "key": key.as_str() }),
        Step::Element(value) => json!({ "element": write_value(value, &Type::Dynamic) }),
    });
    steps.collect()
}

/// A path written as text: `rule[0].port`, `tags["a"]`.
///
/// # Errors
/// The text is no such path.
pub fn read_text_path(text: &str) -> Result<Path, ReadError> {
    let mut path = Path::root();
    let mut rest = text;
    while !rest.is_empty() {
        if let Some(inside) = rest.strip_prefix('[') {
            // A key is JSON text and may hold brackets itself, so its end is looked for there.
            let mut stream = serde_json::Deserializer::from_str(inside).into_iter::<Json>();
            let step = match stream.next() {
                Some(Ok(Json::String(key))) => Step::Key(key.into()),
                Some(Ok(index)) if index.is_u64() => Step::Index(index.as_u64().unwrap_or(0)),
                _ => return fail(format!("no path: {text}")),
            };
            path.push(step);
            let Some(after) = inside[stream.byte_offset()..].strip_prefix(']') else {
                return fail(format!("no path: {text}"));
            };
            rest = after;
        } else {
            rest = rest.strip_prefix('.').unwrap_or(rest);
            let end = rest.find(['.', '[']).unwrap_or(rest.len());
            let (name, after) = rest.split_at(end);
            if name.is_empty() {
                return fail(format!("no path: {text}"));
            }
            path.push(Step::Attribute(name.to_owned().into()));
            rest = after;
        }
    }
    Ok(path)
}

fn step(json: &Json) -> Result<Step, ReadError> {
    if let Some(name) = json.get("attr").and_then(Json::as_str) {
        return Ok(Step::Attribute(name.to_owned().into()));
    }
    if let Some(index) = json.get("index").and_then(Json::as_u64) {
        return Ok(Step::Index(index));
    }
    if let Some(key) = json.get("key").and_then(Json::as_str) {
        return Ok(Step::Key(key.to_owned().into()));
    }
    match json.get("element") {
        Some(element) => Ok(Step::Element(Box::new(read_value(
            element,
            &Type::Dynamic,
        )?))),
        None => fail(format!("not a step: {json}")),
    }
}

/// A path as text in which attribute and key steps are the same (core writes an attribute step for
/// the keys of some maps) and an element of a set is known or not.
#[must_use]
pub fn comparable_path(path: &Path) -> String {
    let mut text = String::new();
    for step in path.steps() {
        match step {
            Step::Attribute(name) | Step::Key(name) => {
                text.push_str(&format!(".{:?}", name.as_str()));
            }
            Step::Index(index) => text.push_str(&format!("[{index}]")),
            Step::Element(value) => text.push_str(element(value)),
        }
    }
    text
}

fn element(value: &Value) -> &'static str {
    if value.is_unknown() {
        "[unknown element]"
    } else {
        "[element]"
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn attribute_and_key_steps_are_the_same() {
        let a = read_path(&json!([{"attr": "m"}, {"attr": "k"}, {"index": 1}])).unwrap();
        let b = read_path(&json!([{"attr": "m"}, {"key": "k"}, {"index": 1}])).unwrap();
        assert_eq!(comparable_path(&a), comparable_path(&b));
        assert_ne!(a, b);
        assert!(read_path(&json!([{"att": "m"}])).is_err());
    }

    #[test]
    fn text_paths_are_read() {
        for text in ["a", "rule[0].port", "tags[\"a]b\"].c[12]"] {
            assert_eq!(read_text_path(text).unwrap().to_string(), text);
        }
        for bad in ["a[", "a[x]", "a..b", "a[0"] {
            assert!(read_text_path(bad).is_err(), "{bad}");
        }
    }
}
