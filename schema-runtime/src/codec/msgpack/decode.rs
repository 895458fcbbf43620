//! Values from msgpack.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::reader::{Reader, Token};
use super::unknown;
use crate::codec::error::{CodecError, fail};
use crate::codec::expected::{Expected, Form, Members};
use crate::codec::{MAX_IMPLIED_ELEMENTS, MAX_VALUE_DEPTH, dynamic, text, type_json};
use crate::ty::Type;
use crate::value::Value;

/// At most this many elements are preallocated: an element takes more memory than its bytes.
const MAX_PREALLOCATED: usize = 1024;

pub(super) fn decode(expected: Expected<'_>, bytes: &[u8]) -> Result<Value, CodecError> {
    let mut decoder = Decoder {
        reader: Reader::new(bytes),
        depth: 0,
        implied: MAX_IMPLIED_ELEMENTS,
    };
    decoder.value(expected)
}

struct Decoder<'b> {
    reader: Reader<'b>,
    depth: usize,
    /// How many more elements length refinements may produce.
    implied: usize,
}

impl Decoder<'_> {
    fn value(&mut self, expected: Expected<'_>) -> Result<Value, CodecError> {
        let form = expected.form();
        let token = self.reader.token()?;
        match (form, token) {
            (_, Token::Nil) => Ok(Value::Null),
            (_, Token::Extension(code, body)) => unknown::read(form, code, body, &mut self.implied),
            (Form::String, Token::Bytes(bytes)) => {
                Ok(Value::String(Arc::from(&*text::from_bytes(bytes)?)))
            }
            (Form::Bool, Token::Bool(value)) => Ok(Value::Bool(value)),
            (Form::Number, token) => match token.number()? {
                Some(number) => Ok(Value::Number(number)),
                None => fail(format!("number is required, not {}", token.describe())),
            },
            (_, token) => {
                if self.depth >= MAX_VALUE_DEPTH {
                    return fail(format!("nested more than {MAX_VALUE_DEPTH} levels deep"));
                }
                self.depth += 1;
                let value = self.compound(expected, token)?;
                self.depth -= 1;
                Ok(value)
            }
        }
    }

    fn compound(&mut self, expected: Expected<'_>, token: Token<'_>) -> Result<Value, CodecError> {
        match (expected.form(), token) {
            (Form::List(element), Token::Array(items)) => self.list(element, items),
            (Form::Set(element), Token::Array(items)) => {
                self.list(element, items).map(Value::into_set)
            }
            (Form::Map(element), Token::Map(items)) => self.map(element, items),
            (Form::Object(members), Token::Map(items)) => self.object(members, items),
            (Form::Tuple(types), Token::Array(items)) => self.tuple(types, items),
            (Form::Dynamic | Form::DynamicBlocks(..), Token::Array(items)) => {
                let (ty, value) = self.dynamic(items)?;
                dynamic::placed(expected, ty, value)
            }
            (form, token) => fail(format!(
                "{} is required, not {}",
                match form {
                    Form::String => "string",
                    Form::Number => "number",
                    Form::Bool => "bool",
                    Form::Dynamic | Form::DynamicBlocks(..) => "an array of type and value",
                    Form::List(_) => "a list",
                    Form::Set(_) => "a set",
                    Form::Map(_) => "a map",
                    Form::Tuple(_) => "a tuple",
                    Form::Object(_) => "an object",
                },
                token.describe()
            )),
        }
    }

    fn list(&mut self, element: Expected<'_>, items: usize) -> Result<Value, CodecError> {
        let mut values = Vec::with_capacity(items.min(MAX_PREALLOCATED));
        for i in 0..items {
            values.push(self.value(element).map_err(|e| e.at_index(i))?);
        }
        dynamic::unified(element, Value::List(values))
    }

    fn map(&mut self, element: Expected<'_>, items: usize) -> Result<Value, CodecError> {
        let mut map = BTreeMap::new();
        for _ in 0..items {
            let key = text::from_bytes(self.reader.key()?)?;
            let value = self.value(element).map_err(|e| e.at_key(&key))?;
            // If a key occurs twice, the last one counts, as in Core.
            map.insert(Arc::<str>::from(&*key), value);
        }
        dynamic::unified(element, Value::Map(map))
    }

    fn tuple(&mut self, types: &[Type], items: usize) -> Result<Value, CodecError> {
        if items != types.len() {
            return fail(text::other_length(types, items));
        }
        let values = types
            .iter()
            .enumerate()
            .map(|(i, ty)| self.value(Expected::Type(ty)).map_err(|e| e.at_index(i)))
            .collect::<Result<_, _>>()?;
        Ok(Value::List(values))
    }

    fn object(&mut self, members: Members<'_>, items: usize) -> Result<Value, CodecError> {
        if items != members.len() {
            return fail(format!(
                "an object with {} attributes is required ({items} given)",
                members.len()
            ));
        }
        // Senders sort the attributes by name, as we do: the next key is nearly always the next
        // name.
        let mut values = Vec::with_capacity(items);
        while values.len() < items {
            let position = values.len();
            match members.get(position) {
                Some((name, expected)) if self.reader.is_key(name.as_bytes()) => {
                    let value = self.value(expected).map_err(|e| e.at_attribute(name))?;
                    values.push(members.sent(position, value));
                }
                _ => return self.unsorted_object(members, values),
            }
        }
        Ok(Value::Object(values))
    }

    /// The rest of an object whose keys are not in the order of our names.
    fn unsorted_object(
        &mut self,
        members: Members<'_>,
        sorted: Vec<Value>,
    ) -> Result<Value, CodecError> {
        let left = members.len() - sorted.len();
        let mut values: Vec<Option<Value>> = sorted.into_iter().map(Some).collect();
        values.resize(members.len(), None);
        for _ in 0..left {
            let name = text::from_bytes(self.reader.key()?)?;
            let place = members.find(&name).and_then(|position| {
                let (_, expected) = members.get(position)?;
                Some((position, values.get_mut(position)?, expected))
            });
            let Some((position, place, expected)) = place else {
                return Err(CodecError::new("unsupported attribute").at_attribute(&name));
            };
            if place.is_some() {
                return Err(CodecError::new("the attribute is given twice").at_attribute(&name));
            }
            let value = self.value(expected).map_err(|e| e.at_attribute(&name))?;
            *place = Some(members.sent(position, value));
        }
        // As many attributes as names, and none twice: all exist.
        Ok(Value::Object(values.into_iter().flatten().collect()))
    }

    /// A value that travels with its type.
    fn dynamic(&mut self, items: usize) -> Result<(Type, Value), CodecError> {
        if items != 2 {
            return fail(format!(
                "an array of type and value is required ({items} elements given)"
            ));
        }
        let ty = match self.reader.token()? {
            Token::Bytes(bytes) => type_json::parse_lenient(bytes)?,
            other => return fail(format!("a type is required, not {}", other.describe())),
        };
        let value = self.value(Expected::Type(&ty))?;
        Ok((ty, value))
    }
}
