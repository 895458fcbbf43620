//! Values to msgpack.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::number::write_number;
use super::unknown;
use super::writer::Writer;
use crate::codec::error::{CodecError, fail};
use crate::codec::expected::{Form, Shape};
use crate::codec::{MAX_DEPTH, dynamic, type_json};
use crate::ty::Type;
use crate::value::Value;

pub(super) fn encode(shape: Shape<'_>, value: &Value) -> Result<Vec<u8>, CodecError> {
    let mut encoder = Encoder {
        writer: Writer::default(),
        depth: 0,
        typed: false,
    };
    encoder.value(shape, value)?;
    Ok(encoder.writer.finish())
}

struct Encoder {
    writer: Writer,
    depth: usize,
    /// Inside a value whose concrete type was written already: no further types are.
    typed: bool,
}

impl Encoder {
    fn value(&mut self, shape: Shape<'_>, value: &Value) -> Result<(), CodecError> {
        let form = shape.form();
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
                self.compound(shape, form, value)?;
                self.depth -= 1;
            }
        }
        Ok(())
    }

    fn compound(
        &mut self,
        shape: Shape<'_>,
        form: Form<'_>,
        value: &Value,
    ) -> Result<(), CodecError> {
        if let Form::List(element) | Form::Set(element) | Form::Map(element) = form
            && !self.typed
            && element.has_dynamic()
        {
            // Core cannot hold a collection of several types.
            dynamic::concrete_type(shape, value)?;
        }
        match (form, value) {
            (Form::List(element), Value::List(values)) => self.elements(element, values),
            (Form::Set(element), Value::Set(set)) => self.elements(element, set.as_slice()),
            (Form::Map(element), Value::Map(map)) => self.map(element, map),
            (Form::Tuple(types), Value::List(values)) if types.len() == values.len() => {
                self.writer.array(values.len());
                for (i, (ty, value)) in types.iter().zip(values).enumerate() {
                    self.value(Shape::Type(ty), value)
                        .map_err(|e| e.at_index(i))?;
                }
                Ok(())
            }
            (Form::Object(members), Value::Object(values)) if members.len() == values.len() => {
                self.writer.map(values.len());
                for ((name, shape), value) in members.iter().zip(values) {
                    self.writer.text(name);
                    self.value(shape, value).map_err(|e| e.at_attribute(name))?;
                }
                Ok(())
            }
            (Form::Dynamic | Form::DynamicBlocks(..), _) if !self.typed => {
                let ty = dynamic::concrete_type(shape, value)?;
                if ty != Type::Dynamic {
                    self.writer.array(2);
                    self.writer.binary(type_json::print(&ty).as_bytes());
                }
                self.typed = true;
                self.compound(shape, form, value)?;
                self.typed = false;
                Ok(())
            }
            (Form::Dynamic, Value::Dynamic(own)) => self.value(Shape::Type(&own.ty), &own.value),
            (Form::DynamicBlocks(true, block), Value::List(values)) => {
                self.elements(Shape::Object(block), values)
            }
            (Form::DynamicBlocks(false, block), Value::Map(map)) => {
                self.map(Shape::Object(block), map)
            }
            _ => fail(format!("the value is not of type {}", shape.ty())),
        }
    }

    fn elements(&mut self, element: Shape<'_>, values: &[Value]) -> Result<(), CodecError> {
        self.writer.array(values.len());
        for (i, value) in values.iter().enumerate() {
            self.value(element, value).map_err(|e| e.at_index(i))?;
        }
        Ok(())
    }

    fn map(
        &mut self,
        element: Shape<'_>,
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
