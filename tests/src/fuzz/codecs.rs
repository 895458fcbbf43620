//! The decoders of values: what they read they can write, and read again as the same.

use std::collections::BTreeMap;

use schema_runtime::codec::{
    CodecError, UnsupportedAttributes, flatmap as flat, json as text, msgpack as pack,
};
use schema_runtime::schema::Block;
use schema_runtime::ty::Type;
use schema_runtime::value::Value;

use super::input::{Input, block};
use super::{leads_into, leads_into_block};

/// A decoder's schema.
enum Shape {
    Type(Type),
    Block(&'static Block),
}

impl Shape {
    /// Of the first bytes.
    fn of(input: &mut Input<'_>) -> Self {
        match input.byte() {
            0..64 => Shape::Block(block()),
            _ => Shape::Type(input.ty()),
        }
    }

    fn read_pack(&self, bytes: &[u8]) -> Result<Value, CodecError> {
        match self {
            Shape::Type(ty) => pack::decode(ty, bytes),
            Shape::Block(block) => pack::decode_block(block, bytes),
        }
    }

    fn to_pack(&self, value: &Value) -> Result<Vec<u8>, CodecError> {
        match self {
            Shape::Type(ty) => pack::encode(ty, value),
            Shape::Block(block) => pack::encode_block(block, value),
        }
    }

    fn read_text(
        &self,
        json: &[u8],
        unsupported: UnsupportedAttributes,
    ) -> Result<Value, CodecError> {
        match self {
            Shape::Type(ty) => text::decode(ty, json, unsupported),
            Shape::Block(block) => text::decode_block(block, json, unsupported),
        }
    }

    fn to_text(&self, value: &Value) -> Result<String, CodecError> {
        match self {
            Shape::Type(ty) => text::encode(ty, value),
            Shape::Block(block) => text::encode_block(block, value),
        }
    }

    /// An error says something, and where.
    fn check_error(&self, error: &CodecError) {
        assert!(!error.text().is_empty());
        let path = error.path();
        let leads = match self {
            Shape::Type(ty) => leads_into(ty, &path),
            Shape::Block(block) => leads_into_block(block, &path),
        };
        assert!(leads, "{path} leads to nothing: {error}");
    }
}

/// Written values are read back as equal, the second time at the latest. Whole floats beyond 64
/// bits are other numbers after the first time, and the long decimals that a float64 has exactly
/// are that float then.
fn settles(shape: &Shape, value: &Value) -> Value {
    let pack = |value: &Value| shape.to_pack(value).expect("what is read can be written");
    let read = |packed: &[u8]| {
        shape
            .read_pack(packed)
            .expect("what is written can be read")
    };
    let settled = read(&pack(value));
    assert_eq!(read(&pack(&settled)), settled);
    settled
}

/// msgpack: the first bytes are the schema.
pub fn msgpack(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let shape = Shape::of(&mut input);
    let value = match shape.read_pack(input.rest()) {
        Ok(value) => value,
        Err(error) => return shape.check_error(&error),
    };
    let settled = settles(&shape, &value);
    if value.is_wholly_known()
        && let Ok(json) = shape.to_text(&settled)
    {
        let found = shape.read_text(json.as_bytes(), UnsupportedAttributes::Refuse);
        assert_eq!(found.as_ref(), Ok(&settled), "{json}");
    }
}

/// JSON: the first bytes are the schema.
pub fn json(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let shape = Shape::of(&mut input);
    let bytes = input.rest();
    let strict = shape.read_text(bytes, UnsupportedAttributes::Refuse);
    let lenient = shape.read_text(bytes, UnsupportedAttributes::Drop);
    if let Err(error) = &strict {
        shape.check_error(error);
    }
    let value = match lenient {
        Ok(value) => value,
        Err(error) => {
            assert!(strict.is_err(), "only rejected leniently: {error}");
            return shape.check_error(&error);
        }
    };
    if let Ok(strict) = strict {
        assert_eq!(strict, value);
    }
    let again = shape.to_text(&value).expect("what is read can be written");
    assert!(
        serde_json::from_str::<serde_json::Value>(&again).is_ok(),
        "{again}"
    );
    let found = shape.read_text(again.as_bytes(), UnsupportedAttributes::Refuse);
    assert_eq!(found.as_ref(), Ok(&value), "{again}");
    settles(&shape, &value);
}

/// The flat map of old states: a line for each entry, `key=text`.
pub fn flatmap(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let shape = Shape::of(&mut input);
    let lines = String::from_utf8_lossy(input.rest());
    let entries: BTreeMap<String, String> = lines
        .lines()
        .map(|line| line.split_once('=').unwrap_or((line, "")))
        .map(|(key, text)| (key.to_owned(), text.to_owned()))
        .collect();
    let value = match &shape {
        Shape::Type(ty) => {
            let root = Type::object([("a", ty.clone()), ("b", Type::String)]);
            let found = flat::decode(&root, &entries);
            if let Err(error) = &found {
                assert!(leads_into(&root, &error.path()), "{error}");
            }
            found.map(|value| (Shape::Type(root), value))
        }
        Shape::Block(block) => {
            let found = flat::decode_block(block, &entries);
            if let Err(error) = &found {
                shape.check_error(error);
            }
            found.map(|value| (Shape::Block(block), value))
        }
    };
    if let Ok((shape, value)) = value {
        settles(&shape, &value);
    }
}
