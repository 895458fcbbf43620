//! Values from JSON.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::codec::error::{CodecError, fail};
use crate::codec::expected::{Expected, Form, Members};
use crate::codec::json_reader::{Reader, Start};
use crate::codec::{MAX_VALUE_DEPTH, UnsupportedAttributes, dynamic, text, type_json};
use crate::number::Number;
use crate::ty::Type;
use crate::value::Value;

pub(super) fn decode(
    expected: Expected<'_>,
    json: &[u8],
    unsupported: UnsupportedAttributes,
) -> Result<Value, CodecError> {
    let mut decoder = Decoder {
        reader: Reader::new(json),
        depth: 0,
        unsupported,
    };
    let value = decoder.value(expected)?;
    decoder.reader.end()?;
    Ok(value)
}

struct Decoder<'j> {
    reader: Reader<'j>,
    depth: usize,
    unsupported: UnsupportedAttributes,
}

impl Decoder<'_> {
    fn value(&mut self, expected: Expected<'_>) -> Result<Value, CodecError> {
        let form = expected.form();
        let start = self.reader.start()?;
        match (form, start) {
            (_, Start::Null) => {
                self.reader.null()?;
                Ok(Value::Null)
            }
            (Form::String, Start::Text) => Ok(Value::String(Arc::from(&*self.reader.string()?))),
            (Form::String, Start::Number) => Ok(Value::from(self.number()?.to_string())),
            (Form::String, Start::Bool) => Ok(Value::from(self.reader.bool()?.to_string())),
            (Form::Number, Start::Number) => Ok(Value::Number(self.number()?)),
            (Form::Bool, Start::Bool) => Ok(Value::Bool(self.reader.bool()?)),
            (Form::Number | Form::Bool, Start::Text) => text::scalar(form, &self.reader.string()?),
            _ => {
                if self.depth >= MAX_VALUE_DEPTH {
                    return fail(format!("nested more than {MAX_VALUE_DEPTH} levels deep"));
                }
                self.depth += 1;
                let value = self.compound(expected, start)?;
                self.depth -= 1;
                Ok(value)
            }
        }
    }

    fn number(&mut self) -> Result<Number, CodecError> {
        Number::parse_json(self.reader.number()?).map_err(|e| CodecError::new(e.to_string()))
    }

    fn compound(&mut self, expected: Expected<'_>, start: Start) -> Result<Value, CodecError> {
        match (expected.form(), start) {
            (Form::List(element), Start::Array) => self.list(element),
            (Form::Set(element), Start::Array) => self.list(element).map(Value::into_set),
            (Form::Map(element), Start::Object) => self.map(element),
            (Form::Tuple(types), Start::Array) => self.tuple(types),
            (Form::Object(members), Start::Object) => self.object(members),
            (Form::Dynamic | Form::DynamicBlocks(..), Start::Object) => {
                let (ty, value) = self.dynamic()?;
                dynamic::placed(expected, ty, value)
            }
            (form, start) => fail(format!(
                "{} is required, not {}",
                match form {
                    Form::String => "string",
                    Form::Number => "number",
                    Form::Bool => "bool",
                    Form::Dynamic | Form::DynamicBlocks(..) => "an object of type and value",
                    Form::List(_) => "an array, for a list,",
                    Form::Set(_) => "an array, for a set,",
                    Form::Map(_) => "an object, for a map,",
                    Form::Tuple(_) => "an array, for a tuple,",
                    Form::Object(_) => "an object",
                },
                start.describe()
            )),
        }
    }

    fn list(&mut self, element: Expected<'_>) -> Result<Value, CodecError> {
        self.reader.expect(b'[')?;
        let mut values = Vec::new();
        while self.reader.more(b']')? {
            let value = self.value(element).map_err(|e| e.at_index(values.len()))?;
            values.push(value);
        }
        dynamic::unified(element, Value::List(values))
    }

    fn map(&mut self, element: Expected<'_>) -> Result<Value, CodecError> {
        self.reader.expect(b'{')?;
        let mut map = BTreeMap::new();
        while self.reader.more(b'}')? {
            let key = self.reader.key()?;
            let value = self.value(element).map_err(|e| e.at_key(&key))?;
            if map.insert(Arc::<str>::from(&*key), value).is_some() {
                return Err(CodecError::new("the key is given twice").at_key(&key));
            }
        }
        dynamic::unified(element, Value::Map(map))
    }

    fn tuple(&mut self, types: &[Type]) -> Result<Value, CodecError> {
        self.reader.expect(b'[')?;
        let mut values = Vec::with_capacity(types.len());
        while self.reader.more(b']')? {
            let index = values.len();
            let Some(ty) = types.get(index) else {
                return fail(format!("a tuple of {} elements is required", types.len()));
            };
            let value = self.value(Expected::Type(ty));
            values.push(value.map_err(|e| e.at_index(index))?);
        }
        if values.len() != types.len() {
            return fail(text::other_length(types, values.len()));
        }
        Ok(Value::List(values))
    }

    fn object(&mut self, members: Members<'_>) -> Result<Value, CodecError> {
        self.reader.expect(b'{')?;
        let mut values: Vec<Option<Value>> = vec![None; members.len()];
        // Files are sorted by name: the next key is usually the next name.
        let mut next = 0;
        while self.reader.more(b'}')? {
            let name = self.reader.key()?;
            let position = match members.get(next) {
                Some((expected, _)) if **expected == *name => Some(next),
                _ => members.find(&name),
            };
            let place = position
                .and_then(|position| Some((values.get_mut(position)?, members.get(position)?.1)));
            let Some((place, expected)) = place else {
                match self.unsupported {
                    UnsupportedAttributes::Drop => self.reader.skip(self.depth)?,
                    UnsupportedAttributes::Refuse => {
                        return Err(CodecError::new("unsupported attribute").at_attribute(&name));
                    }
                }
                continue;
            };
            if place.is_some() {
                return Err(CodecError::new("the attribute is given twice").at_attribute(&name));
            }
            *place = Some(self.value(expected).map_err(|e| e.at_attribute(&name))?);
            next = position.unwrap_or(next) + 1;
        }
        let values = values
            .into_iter()
            .enumerate()
            .map(|(position, value)| match value {
                None | Some(Value::Null) => members.absent(position),
                Some(value) => value,
            })
            .collect();
        Ok(Value::Object(values))
    }

    /// A value and its type, in either order.
    fn dynamic(&mut self) -> Result<(Type, Value), CodecError> {
        self.reader.expect(b'{')?;
        let mut ty = None;
        let mut value = None;
        let mut postponed = None;
        while self.reader.more(b'}')? {
            let name = self.reader.key()?;
            match &*name {
                "type" if ty.is_none() => ty = Some(type_json::parse_at(&mut self.reader, 0)?),
                "value" if value.is_none() && postponed.is_none() => match &ty {
                    Some(ty) => value = Some(self.value(Expected::Type(ty))?),
                    None => {
                        postponed = Some(self.reader);
                        self.reader.skip(self.depth)?;
                    }
                },
                other => {
                    return self.reader.fail(&format!(
                        "an object of one type and one value has {other:?}"
                    ));
                }
            }
        }
        let Some(ty) = ty else {
            return self.reader.fail("a dynamic value without its type");
        };
        let value = match (value, postponed) {
            (Some(value), _) => value,
            (None, Some(start)) => {
                let end = std::mem::replace(&mut self.reader, start);
                let value = self.value(Expected::Type(&ty))?;
                self.reader = end;
                value
            }
            (None, None) => return self.reader.fail("a dynamic type without its value"),
        };
        Ok((ty, value))
    }
}
