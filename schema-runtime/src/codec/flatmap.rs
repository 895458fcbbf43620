//! The flat text map of states last written by Terraform before 0.12 (`RawState.flatmap`).
//!
//! `name`, `list.0.sub`, `map.key`, `set.HASH.sub`, with the counts `list.#`, `set.#` and `map.%`.
//! Null is an absent key; a whole object cannot be null, except a single block without a key.
//!
//! ```
//! use std::collections::BTreeMap;
//! use schema_runtime::codec::flatmap;
//! use schema_runtime::ty::Type;
//! use schema_runtime::value::Value;
//!
//! let ty = Type::object([("ports", Type::list(Type::Number)), ("name", Type::String)]);
//! let flat = [("ports.#", "2"), ("ports.0", "22"), ("ports.1", "80")];
//! let flat = flat.map(|(key, text)| (key.to_owned(), text.to_owned()));
//! let value = flatmap::decode(&ty, &BTreeMap::from(flat))?;
//! let ports = Value::List(vec![Value::from(22), Value::from(80)]);
//! assert_eq!(value, Value::Object(vec![Value::Null, ports]));
//! # Ok::<(), schema_runtime::codec::CodecError>(())
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound;
use std::sync::Arc;

use super::document::Document;
use super::error::{CodecError, fail};
use super::expected::{Expected, Form, Members};
use super::{dynamic, text};
use crate::schema::{Block, Field, Nesting};
use crate::ty::Type;
use crate::value::{SetValue, Value};

/// The string that represents an unknown value.
const UNKNOWN: &str = "74D93920-ED26-11E3-AC10-0800200C9A66";
/// A list may be longer than its entries in the map, since nulls have none, but by no more than
/// this.
const MAX_NULLS: usize = 4096;

/// Reads the object of a block. Keys that the block does not know are omitted.
///
/// # Errors
/// A string is not a value of its field's type, or a count is invalid; with its path.
pub fn decode_block(block: &Block, flat: &BTreeMap<String, String>) -> Result<Value, CodecError> {
    Flat { flat }.members(Members::Fields(&block.fields), &mut String::new())
}

/// Reads an object of a type. Keys that the type does not know are omitted.
///
/// # Errors
/// The type is not an object type, a string is not a value of its attribute's type, or a count is
/// invalid; with its path.
pub fn decode(ty: &Type, flat: &BTreeMap<String, String>) -> Result<Value, CodecError> {
    match Expected::Type(ty).form() {
        Form::Object(members) => Flat { flat }.members(members, &mut String::new()),
        _ => fail(format!("a flatmap holds an object, not {ty}")),
    }
}

/// Writes the object of a state file (JSON) as a flat map, without a schema: strings, numbers and
/// bools as text, null as an absent key, arrays with `#` and their indexes, objects with `%` and
/// their keys. (Set elements have their index as hash; reading accepts that.)
///
/// # Errors
/// The text is not a JSON object.
pub fn from_json(json: &[u8]) -> Result<BTreeMap<String, String>, CodecError> {
    match Document::read(json) {
        Ok(Document::Object(members)) => {
            let mut flat = BTreeMap::new();
            for (name, value) in members {
                flatten(name, &value, &mut flat);
            }
            Ok(flat)
        }
        Ok(_) => fail("a state is a JSON object"),
        Err(error) => fail(format!(
            "no JSON (at line {}, column {})",
            error.line(),
            error.column()
        )),
    }
}

fn flatten(key: String, value: &Document, flat: &mut BTreeMap<String, String>) {
    match value {
        Document::Null => {}
        Document::Bool(value) => {
            flat.insert(key, value.to_string());
        }
        Document::Number(text) | Document::String(text) => {
            flat.insert(key, text.clone());
        }
        Document::Array(elements) => {
            for (i, element) in elements.iter().enumerate() {
                flatten(format!("{key}.{i}"), element, flat);
            }
            flat.insert(format!("{key}.#"), elements.len().to_string());
        }
        Document::Object(members) => {
            for (name, member) in members {
                flatten(format!("{key}.{name}"), member, flat);
            }
            flat.insert(format!("{key}.%"), members.len().to_string());
        }
    }
}

struct Flat<'m> {
    flat: &'m BTreeMap<String, String>,
}

impl<'m> Flat<'m> {
    /// The strings below a key, by the rest of their keys.
    fn below(&self, key: &str) -> impl Iterator<Item = (&'m str, &'m str)> {
        let prefix = format!("{key}.");
        self.flat
            .range::<str, _>((Bound::Included(prefix.as_str()), Bound::Unbounded))
            .map_while(move |(key, text)| Some((key.strip_prefix(&prefix)?, text.as_str())))
    }

    /// The text at `key` and one more step.
    fn text(&self, key: &str, step: &str) -> Option<&'m str> {
        self.flat.get(&format!("{key}.{step}")).map(String::as_str)
    }

    /// The object whose members' keys begin with `prefix`.
    fn members(&self, members: Members<'_>, prefix: &mut String) -> Result<Value, CodecError> {
        let length = prefix.len();
        let mut values = Vec::with_capacity(members.len());
        for (position, (name, expected)) in members.iter().enumerate() {
            prefix.push_str(name);
            let value = match members.field(position) {
                Some(field) => self.field(field, prefix),
                None => self.value(expected, prefix),
            };
            values.push(value.map_err(|e| e.at_attribute(name))?);
            prefix.truncate(length);
        }
        Ok(Value::Object(values))
    }

    fn field(&self, field: &Field, key: &mut String) -> Result<Value, CodecError> {
        let single = matches!(field.nested_block(), Some((Nesting::Single, _)));
        if single && self.below(key).next().is_none() {
            return Ok(Value::Null);
        }
        Ok(match self.value(Expected::of_field(field), key)? {
            // A block collection is never null.
            Value::Null => field.absent_value(),
            value => value,
        })
    }

    fn value(&self, expected: Expected<'_>, key: &mut String) -> Result<Value, CodecError> {
        match expected.form().content() {
            Form::String | Form::Number | Form::Bool => match self.flat.get(key.as_str()) {
                None => Ok(Value::Null),
                Some(text) => scalar(expected, text),
            },
            Form::List(element) => self.list(key, |_| Some(element)),
            Form::Tuple(types) => match self.list(key, |i| types.get(i).map(Expected::Type))? {
                Value::List(values) if values.len() != types.len() => {
                    fail(text::other_length(types, values.len()))
                }
                value => Ok(value),
            },
            Form::Set(element) => self.set(element, key),
            Form::Map(element) => self.map(element, key),
            Form::Object(members) => {
                key.push('.');
                let value = self.members(members, key);
                key.pop();
                value
            }
            Form::Dynamic | Form::DynamicBlocks(..) => {
                if self.flat.contains_key(key.as_str()) || self.below(key).next().is_some() {
                    return fail("a value of any type cannot be read from a flatmap");
                }
                Ok(Value::Null)
            }
        }
    }

    /// Reads the value one step further.
    fn element(
        &self,
        expected: Expected<'_>,
        key: &mut String,
        step: &str,
    ) -> Result<Value, CodecError> {
        let length = key.len();
        key.push('.');
        key.push_str(step);
        let value = self.value(expected, key);
        key.truncate(length);
        value
    }

    fn list<'a>(
        &self,
        key: &mut String,
        element: impl Fn(usize) -> Option<Expected<'a>>,
    ) -> Result<Value, CodecError> {
        let count = match self.text(key, "#") {
            None => return Ok(Value::Null),
            Some(UNKNOWN) => return Ok(Value::UNKNOWN),
            Some(count) => match count.parse::<usize>() {
                Ok(count) if count <= self.flat.len().saturating_add(MAX_NULLS) => count,
                _ => return fail("what is stored as the number of elements is not a number"),
            },
        };
        let mut values = Vec::new();
        for i in 0..count {
            let Some(expected) = element(i) else {
                return fail(format!("{count} elements are too many"));
            };
            let value = self
                .element(expected, key, &i.to_string())
                .map_err(|e| e.at_index(i))?;
            values.push(value);
        }
        match element(0) {
            Some(expected) => dynamic::unified(expected, Value::List(values)),
            None => Ok(Value::List(values)),
        }
    }

    fn set(&self, element: Expected<'_>, key: &mut String) -> Result<Value, CodecError> {
        match self.text(key, "#") {
            None => return Ok(Value::Null),
            Some(UNKNOWN) => return Ok(Value::UNKNOWN),
            Some(_) => {}
        }
        let values = self
            .steps(key, "#")
            .into_iter()
            .enumerate()
            .map(|(i, step)| self.element(element, key, step).map_err(|e| e.at_index(i)))
            .collect::<Result<SetValue, _>>()?;
        Ok(Value::Set(values))
    }

    fn map(&self, element: Expected<'_>, key: &mut String) -> Result<Value, CodecError> {
        match self.text(key, "%") {
            None => return Ok(Value::Null),
            Some(UNKNOWN) => return Ok(Value::UNKNOWN),
            Some(_) => {}
        }
        let mut map = BTreeMap::new();
        if matches!(element.form(), Form::String | Form::Number | Form::Bool) {
            // The rest of the key is the map's key, dots and all.
            for (step, raw) in self.below(key) {
                if step != "%" {
                    let value = scalar(element, raw).map_err(|e| e.at_key(step))?;
                    map.insert(Arc::from(&*text::normalised(step)), value);
                }
            }
        } else {
            for step in self.steps(key, "%") {
                let value = self
                    .element(element, key, step)
                    .map_err(|e| e.at_key(step))?;
                map.insert(Arc::from(&*text::normalised(step)), value);
            }
        }
        Ok(Value::Map(map))
    }

    /// The next steps of all keys below `key`, except the count's.
    fn steps(&self, key: &str, count: &str) -> BTreeSet<&'m str> {
        self.below(key)
            .map(|(rest, _)| rest.split_once('.').map_or(rest, |(step, _)| step))
            .filter(|step| *step != count)
            .collect()
    }
}

fn scalar(expected: Expected<'_>, text: &str) -> Result<Value, CodecError> {
    match text {
        UNKNOWN => Ok(Value::UNKNOWN),
        text => text::scalar(expected.form(), text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flat(entries: &[(&str, &str)]) -> BTreeMap<String, String> {
        entries
            .iter()
            .map(|(key, text)| ((*key).to_owned(), (*text).to_owned()))
            .collect()
    }

    fn error(ty: &Type, entries: &[(&str, &str)]) -> String {
        decode(ty, &flat(entries)).unwrap_err().to_string()
    }

    #[test]
    fn every_kind_of_value_is_read() {
        let rule = Type::object([("port", Type::Number), ("tags", Type::set(Type::String))]);
        let ty = Type::object([
            ("bare", Type::list(Type::String)),
            ("empty", Type::list(Type::String)),
            ("labels", Type::map(Type::String)),
            ("later", Type::String),
            ("maps", Type::map(Type::list(Type::Bool))),
            ("none", Type::Number),
            ("rules", Type::set(rule)),
            ("text", Type::String),
        ]);
        let value = decode(
            &ty,
            &flat(&[
                ("empty.#", "0"),
                ("labels.%", "2"),
                ("labels.a.b", "dotted"),
                ("labels.c", ""),
                ("later", UNKNOWN),
                ("maps.%", "1"),
                ("maps.k.#", "2"),
                ("maps.k.0", "1"),
                ("maps.k.1", "false"),
                ("rules.#", "2"),
                ("rules.12.port", "22"),
                ("rules.12.tags.#", "1"),
                ("rules.12.tags.99", "x"),
                ("rules.3.port", "1e3"),
                ("text", ""),
                ("gone", "dropped"),
            ]),
        )
        .unwrap();
        let set = |values: Vec<Value>| Value::Set(values.into_iter().collect());
        let expected = Value::Object(vec![
            Value::Null,
            Value::List(vec![]),
            Value::Map(
                [("a.b", "dotted"), ("c", "")]
                    .map(|(k, v)| (Arc::from(k), Value::from(v)))
                    .into(),
            ),
            Value::UNKNOWN,
            Value::Map(
                [(
                    Arc::from("k"),
                    Value::List(vec![Value::from(true), Value::from(false)]),
                )]
                .into(),
            ),
            Value::Null,
            set(vec![
                Value::Object(vec![Value::from(22), set(vec![Value::from("x")])]),
                Value::Object(vec![Value::from(1000), Value::Null]),
            ]),
            Value::from(""),
        ]);
        assert_eq!(value, expected);
    }

    #[test]
    fn state_in_json_becomes_the_same_flat_map() {
        let ty = Type::object([
            ("labels", Type::map(Type::String)),
            ("n", Type::Number),
            ("none", Type::String),
            ("part", Type::list(Type::object([("on", Type::Bool)]))),
            ("zones", Type::set(Type::String)),
        ]);
        let json = br#"{"labels":{"a.b":"1"},"n":12345678901234567890.5,"none":null,
            "part":[{"on":true},{"on":null}],"zones":["x","y"]}"#;
        let flat = from_json(json).unwrap();
        let keys: Vec<&str> = flat.keys().map(String::as_str).collect();
        assert_eq!(
            keys,
            [
                "labels.%",
                "labels.a.b",
                "n",
                "part.#",
                "part.0.%",
                "part.0.on",
                "part.1.%",
                "zones.#",
                "zones.0",
                "zones.1"
            ]
        );
        let value =
            crate::codec::json::decode(&ty, json, crate::codec::UnsupportedAttributes::Drop)
                .unwrap();
        assert_eq!(decode(&ty, &flat), Ok(value));
        for bad in [&b"[]"[..], b"{", b"", b"1"] {
            assert!(from_json(bad).is_err());
        }
    }

    #[test]
    fn what_is_not_a_value_is_an_error_with_its_place() {
        let ty = Type::object([("n", Type::list(Type::Number)), ("any", Type::Dynamic)]);
        assert!(error(&ty, &[("n.#", "1"), ("n.0", "x")]).starts_with("n[0]: number is required"));
        assert_eq!(
            error(&ty, &[("n.#", "4000000000")]),
            "n: what is stored as the number of elements is not a number"
        );
        assert!(error(&ty, &[("n.#", "-1")]).starts_with("n: what is stored"));
        // Strings may be secret.
        let flags = Type::object([("flag", Type::Bool), ("n", Type::Number)]);
        for key in ["flag", "n"] {
            assert!(!error(&flags, &[(key, "s3cret")]).contains("s3cret"));
        }
        assert!(error(&ty, &[("any.x", "1")]).starts_with("any: "));
        assert!(error(&Type::Bool, &[]).contains("bool"));
    }
}
