//! Values to msgpack.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::number::write_number;
use super::unknown;
use super::writer::Writer;
use crate::codec::error::{CodecError, fail};
use crate::codec::expected::{Expected, Form};
use crate::codec::{MAX_DEPTH, dynamic, type_json};
use crate::ty::Type;
use crate::value::Value;

pub(super) fn encode(expected: Expected<'_>, value: &Value) -> Result<Vec<u8>, CodecError> {
    let mut encoder = Encoder {
        writer: Writer::default(),
        depth: 0,
        typed: false,
    };
    encoder.value(expected, value)?;
    Ok(encoder.writer.finish())
}

struct Encoder {
    writer: Writer,
    depth: usize,
    /// Inside a value whose concrete type was written already: no further types are.
    typed: bool,
}

impl Encoder {
    fn value(&mut self, expected: Expected<'_>, value: &Value) -> Result<(), CodecError> {
        let form = expected.form();
        match (form, value) {
            (_, Value::Null) => self.writer.nil(),
            (_, Value::Unknown(known)) => unknown::write(&mut self.writer, form, known.as_deref()),
            (Form::String, Value::String(text)) => self.writer.text(text),
            (Form::Number, Value::Number(number)) => write_number(&mut self.writer, number),
            (Form::Bool, Value::Bool(value)) => self.writer.bool(*value),
            _ => {
                if self.depth >= MAX_DEPTH {
                    return fail(format!("nested more than {MAX_DEPTH} levels deep"));
                }
                self.depth += 1;
                self.compound(expected, form, value)?;
                self.depth -= 1;
            }
        }
        Ok(())
    }

    fn compound(
        &mut self,
        expected: Expected<'_>,
        form: Form<'_>,
        value: &Value,
    ) -> Result<(), CodecError> {
        if let Form::List(element) | Form::Set(element) | Form::Map(element) = form
            && !self.typed
            && element.has_dynamic()
        {
            // Core cannot hold a collection of several types.
            dynamic::concrete_type(expected, value)?;
        }
        match (form, value) {
            (Form::List(element), Value::List(values)) => self.elements(element, values),
            (Form::Set(element), Value::Set(set)) => self.elements(element, set.as_slice()),
            (Form::Map(element), Value::Map(map)) => self.map(element, map),
            (Form::Tuple(types), Value::List(values)) if types.len() == values.len() => {
                self.writer.array(values.len());
                for (i, (ty, value)) in types.iter().zip(values).enumerate() {
                    self.value(Expected::Type(ty), value)
                        .map_err(|e| e.at_index(i))?;
                }
                Ok(())
            }
            (Form::Object(members), Value::Object(values)) if members.len() == values.len() => {
                self.writer.map(values.len());
                for ((name, expected), value) in members.iter().zip(values) {
                    self.writer.text(name);
                    self.value(expected, value)
                        .map_err(|e| e.at_attribute(name))?;
                }
                Ok(())
            }
            (Form::Dynamic | Form::DynamicBlocks(..), _) if !self.typed => {
                let ty = dynamic::concrete_type(expected, value)?;
                if ty != Type::Dynamic {
                    self.writer.array(2);
                    self.writer.binary(type_json::print(&ty).as_bytes());
                }
                self.typed = true;
                self.compound(expected, form, value)?;
                self.typed = false;
                Ok(())
            }
            (Form::Dynamic, Value::Dynamic(own)) => self.value(Expected::Type(&own.ty), &own.value),
            (Form::DynamicBlocks(true, block), Value::List(values)) => {
                self.elements(Expected::Object(block), values)
            }
            (Form::DynamicBlocks(false, block), Value::Map(map)) => {
                self.map(Expected::Object(block), map)
            }
            _ => fail(format!("the value is not of type {}", expected.ty())),
        }
    }

    fn elements(&mut self, element: Expected<'_>, values: &[Value]) -> Result<(), CodecError> {
        self.writer.array(values.len());
        for (i, value) in values.iter().enumerate() {
            self.value(element, value).map_err(|e| e.at_index(i))?;
        }
        Ok(())
    }

    fn map(
        &mut self,
        element: Expected<'_>,
        map: &BTreeMap<Arc<str>, Value>,
    ) -> Result<(), CodecError> {
        self.writer.map(map.len());
        for (key, value) in map {
            self.writer.text(key);
            self.value(element, value).map_err(|e| e.at_key(key))?;
        }
        Ok(())
    }
}
