//! Values as a program receives and returns them: untyped, in msgpack.

use std::collections::BTreeMap;

use rmpv::Value as Msgpack;
use serde_json::Value as Json;

use crate::result::Result;

/// How deeply a value may nest.
const DEPTH: usize = 128;

/// A value. Sets are lists here, and objects are maps.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) enum Value {
    #[default]
    Null,
    Unknown,
    Bool(bool),
    Number(f64),
    Text(String),
    List(Vec<Value>),
    Map(BTreeMap<String, Value>),
    /// A value of dynamic type, with its type as JSON.
    Typed(Vec<u8>, Box<Value>),
}

impl Value {
    pub(crate) fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    pub(crate) fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// A member of an object; null if absent.
    pub(crate) fn member(&self, name: &str) -> &Value {
        match self {
            Self::Map(members) => members.get(name).unwrap_or(&Value::Null),
            _ => &Value::Null,
        }
    }

    /// The elements of a list or map.
    pub(crate) fn elements(&self) -> Vec<&Value> {
        match self {
            Self::List(elements) => elements.iter().collect(),
            Self::Map(members) => members.values().collect(),
            _ => Vec::new(),
        }
    }

    /// The same list or map with other elements.
    pub(crate) fn with_elements(&self, mut of: impl FnMut(&Value) -> Value) -> Value {
        match self {
            Self::List(elements) => Self::List(elements.iter().map(of).collect()),
            Self::Map(members) => {
                let members = members.iter();
                Self::Map(members.map(|(k, v)| (k.clone(), of(v))).collect())
            }
            other => other.clone(),
        }
    }

    /// Whether it is null, or what SDKv2 treats as null.
    pub(crate) fn is_zero(&self) -> bool {
        match self {
            Self::Null => true,
            Self::Bool(truth) => !truth,
            Self::Number(number) => *number == 0.0,
            Self::Text(text) => text.is_empty(),
            Self::List(elements) => elements.is_empty(),
            Self::Map(members) => members.is_empty(),
            Self::Typed(_, inner) => inner.is_zero(),
            Self::Unknown => false,
        }
    }

    /// Whether it is fully known.
    pub(crate) fn is_known(&self) -> bool {
        match self {
            Self::Unknown => false,
            Self::Typed(_, inner) => inner.is_known(),
            _ => self.elements().into_iter().all(Self::is_known),
        }
    }

    /// From JSON.
    pub(crate) fn of_json(json: &Json) -> Self {
        match json {
            Json::Null => Self::Null,
            Json::Bool(truth) => Self::Bool(*truth),
            Json::Number(number) => Self::Number(number.as_f64().unwrap_or_default()),
            Json::String(text) => Self::text(text),
            Json::Array(all) => Self::List(all.iter().map(Self::of_json).collect()),
            Json::Object(members) => {
                let members = members.iter();
                Self::Map(
                    members
                        .map(|(k, v)| (k.clone(), Self::of_json(v)))
                        .collect(),
                )
            }
        }
    }

    /// As JSON; unknown values become null.
    pub(crate) fn json(&self) -> Json {
        match self {
            Self::Null | Self::Unknown => Json::Null,
            Self::Bool(truth) => Json::Bool(*truth),
            Self::Number(number) => json_number(*number),
            Self::Text(text) => Json::String(text.clone()),
            Self::List(elements) => elements.iter().map(Self::json).collect(),
            Self::Map(members) => members.iter().map(|(k, v)| (k.clone(), v.json())).collect(),
            Self::Typed(_, inner) => inner.json(),
        }
    }

    /// In msgpack, as in the protocol.
    pub(crate) fn encode(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        // Writing into memory does not fail.
        let _ = rmpv::encode::write_value(&mut bytes, &self.msgpack());
        bytes
    }

    fn msgpack(&self) -> Msgpack {
        match self {
            Self::Null => Msgpack::Nil,
            Self::Unknown => Msgpack::Ext(0, vec![0]),
            Self::Bool(truth) => Msgpack::Boolean(*truth),
            Self::Number(number) => match whole(*number) {
                Some(whole) => Msgpack::from(whole),
                None => Msgpack::F64(*number),
            },
            Self::Text(text) => Msgpack::from(text.as_str()),
            Self::List(elements) => Msgpack::Array(elements.iter().map(Self::msgpack).collect()),
            Self::Map(members) => {
                let of = |(k, v): (&String, &Self)| (k.as_str().into(), v.msgpack());
                Msgpack::Map(members.iter().map(of).collect())
            }
            Self::Typed(ty, inner) => {
                Msgpack::Array(vec![Msgpack::Binary(ty.clone()), inner.msgpack()])
            }
        }
    }

    /// From msgpack.
    pub(crate) fn decode(mut bytes: &[u8]) -> Result<Self> {
        let whole = bytes;
        let read = rmpv::decode::read_value_with_max_depth(&mut bytes, DEPTH);
        let value = read.map_err(|error| error.to_string())?;
        if !bytes.is_empty() {
            return Err("bytes are left after it".into());
        }
        if has_reserved(whole) {
            return Err("it has a byte that msgpack does not have".into());
        }
        Self::of(value)
    }

    fn of(value: Msgpack) -> Result<Self> {
        Ok(match value {
            Msgpack::Nil => Self::Null,
            Msgpack::Boolean(truth) => Self::Bool(truth),
            Msgpack::Integer(number) => Self::Number(number.as_f64().unwrap_or_default()),
            Msgpack::F32(number) => Self::Number(number.into()),
            Msgpack::F64(number) => Self::Number(number),
            Msgpack::String(text) => {
                Self::Text(text.into_str().ok_or("a string that is not UTF-8")?)
            }
            Msgpack::Ext(..) => Self::Unknown,
            Msgpack::Binary(_) => return Err("a value of bytes, which no type has".into()),
            Msgpack::Array(mut elements) => match elements.as_mut_slice() {
                [Msgpack::Binary(ty), inner] => {
                    let (ty, inner) = (std::mem::take(ty), std::mem::replace(inner, Msgpack::Nil));
                    Self::Typed(ty, Box::new(Self::of(inner)?))
                }
                _ => Self::List(elements.into_iter().map(Self::of).collect::<Result<_>>()?),
            },
            Msgpack::Map(members) => {
                let members = members.into_iter().map(|(key, value)| {
                    let key = key.as_str().ok_or("a key that is not a string")?.to_owned();
                    Ok((key, Self::of(value)?))
                });
                Self::Map(members.collect::<Result<_>>()?)
            }
        })
    }
}

/// Whether the bytes, which are complete, contain an item of the one kind that msgpack reserves,
/// which the crate reads as null.
fn has_reserved(bytes: &[u8]) -> bool {
    let mut at = 0;
    while let Some(&head) = bytes.get(at) {
        let length = |size: usize| {
            let digits = bytes.iter().skip(at + 1).take(size);
            digits.fold(0, |length, digit| length << 8 | usize::from(*digit))
        };
        at += match head {
            0xc1 => return true,
            0xa0..=0xbf => 1 + usize::from(head & 0x1f),
            0xc4 | 0xd9 => 2 + length(1),
            0xc5 | 0xda => 3 + length(2),
            0xc6 | 0xdb => 5 + length(4),
            0xc7 => 3 + length(1),
            0xc8 => 4 + length(2),
            0xc9 => 6 + length(4),
            0xcc | 0xd0 => 2,
            0xcd | 0xd1 | 0xdc | 0xde => 3,
            0xca | 0xce | 0xd2 | 0xdd | 0xdf => 5,
            0xcb | 0xcf | 0xd3 => 9,
            0xd4..=0xd8 => 2 + (1 << (head - 0xd4)),
            // A number, null, a boolean, or the head of a list or map.
            _ => 1,
        };
    }
    false
}

/// The first value that is not a collection.
pub(crate) fn innermost(value: &Value) -> &Value {
    match (value, value.elements().first()) {
        (Value::Typed(_, inner), _) => innermost(inner),
        (_, Some(first)) => innermost(first),
        _ => value,
    }
}

/// A whole number whose every digit is known.
pub(crate) fn whole(number: f64) -> Option<i64> {
    (number.fract() == 0.0 && number.abs() < 9e15).then_some(number as i64)
}

/// A number as JSON, whole where it is.
pub(crate) fn json_number(number: f64) -> Json {
    match whole(number) {
        Some(whole) => whole.into(),
        None => number.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::Value;

    #[test]
    fn there_and_back() {
        let members = [
            ("a".to_owned(), Value::Number(1.5)),
            (
                "b".to_owned(),
                Value::List(vec![Value::Unknown, Value::Null]),
            ),
            ("c".to_owned(), Value::Number(-3.0)),
        ];
        let value = Value::List(vec![
            Value::Map(members.into()),
            Value::text("ä"),
            Value::Typed(b"\"string\"".to_vec(), Box::new(Value::text("x"))),
        ]);
        assert_eq!(Value::decode(&value.encode()).unwrap(), value);
        assert!(Value::decode(&[0x91]).is_err() && Value::decode(&[0x91; 5000]).is_err());
    }

    /// At every item boundary, and never inside text, bytes and numbers.
    #[test]
    fn a_byte_that_msgpack_does_not_have() {
        let items: &[&[u8]] = &[
            &[0xc4, 1, 0xc1],
            &[0xa1, 0xc1],
            &[0xd9, 1, 0xc1],
            &[0xda, 0, 1, 0xc1],
            &[0xdb, 0, 0, 0, 1, 0xc1],
            &[0xc7, 1, 0, 0xc1],
            &[0xc8, 0, 1, 0, 0xc1],
            &[0xc9, 0, 0, 0, 1, 0, 0xc1],
            &[0xcc, 0xc1],
            &[0xd1, 0xc1, 0xc1],
            &[0xce, 0xc1, 0, 0, 0xc1],
            &[0xcb, 0xc1, 0, 0, 0, 0, 0, 0, 0xc1],
            &[0xd4, 0, 0xc1],
            &[0xd6, 0, 0, 0, 0, 0xc1],
            &[0x90],
            &[0x91, 0xc0],
            &[0xdc, 0, 1, 0xc2],
            &[0xdf, 0, 0, 0, 1, 0xa1, 0xc1, 0xc3],
        ];
        for item in items {
            assert!(!super::has_reserved(item), "{item:x?}");
            let list = [&[0x92][..], item, &[0xc0]].concat();
            let why = Value::decode(&list).err().unwrap_or_default();
            assert!(!why.contains("does not have"), "{item:x?}: {why}");
            let list = [&[0x92][..], item, &[0xc1]].concat();
            let why = Value::decode(&list).unwrap_err();
            assert!(why.contains("does not have"), "{item:x?}: {why}");
        }
    }
}
