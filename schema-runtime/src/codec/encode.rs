//! The shared walk over a value and what is expected in its place, which writes either format.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::error::{CodecError, fail};
use super::expected::{Expected, Form};
use super::{MAX_VALUE_DEPTH, dynamic};
use crate::number::Number;
use crate::ty::Type;
use crate::value::{Refinement, Value};

/// How a format writes each item of the walk.
///
/// Counts come before what they count, for formats that announce them; positions (from 0) come
/// with items, for formats that separate them. Items of maps and objects come sorted.
pub(super) trait ValueWriter {
    fn null(&mut self);
    fn bool(&mut self, value: bool);
    fn number(&mut self, number: &Number) -> Result<(), CodecError>;
    fn string(&mut self, text: &str);
    /// An unknown value of this form, with what is known about it.
    fn unknown(&mut self, form: Form<'_>, known: Option<&Refinement>) -> Result<(), CodecError>;

    /// A list, set or tuple: as many elements follow.
    fn begin_array(&mut self, elements: usize);
    /// This element's value follows.
    fn element(&mut self, _position: usize) {}
    fn end_array(&mut self) {}

    /// A map or object: as many keys, each with its value, follow.
    fn begin_map(&mut self, entries: usize);
    /// This key's value follows.
    fn key(&mut self, position: usize, key: &str);
    fn end_map(&mut self) {}

    /// The content of a dynamic place follows, of this type, which is itself dynamic if nothing
    /// decides it. A plain null or unknown has no type, so this is not called for it.
    fn begin_dynamic(&mut self, ty: &Type);
    fn end_dynamic(&mut self) {}
}

/// Writes the value in the form expected in its place.
pub(super) fn encode<W: ValueWriter>(
    writer: W,
    expected: Expected<'_>,
    value: &Value,
) -> Result<W, CodecError> {
    let mut encoder = Encoder {
        writer,
        depth: 0,
        typed: false,
    };
    encoder.value(expected, value)?;
    Ok(encoder.writer)
}

struct Encoder<W> {
    writer: W,
    depth: usize,
    /// Whether this is inside a value whose concrete type was already written: no further types are
    /// written.
    typed: bool,
}

impl<W: ValueWriter> Encoder<W> {
    fn value(&mut self, expected: Expected<'_>, value: &Value) -> Result<(), CodecError> {
        let form = expected.form();
        match (form, value) {
            (_, Value::Null) => self.writer.null(),
            (_, Value::Unknown(known)) => self.writer.unknown(form, known.as_deref())?,
            (Form::String, Value::String(text)) => self.writer.string(text),
            (Form::Number, Value::Number(number)) => self.writer.number(number)?,
            (Form::Bool, Value::Bool(value)) => self.writer.bool(*value),
            _ => {
                if self.depth >= MAX_VALUE_DEPTH {
                    return fail(format!("nested more than {MAX_VALUE_DEPTH} levels deep"));
                }
                self.depth += 1;
                self.compound(expected, value)?;
                self.depth -= 1;
            }
        }
        Ok(())
    }

    fn compound(&mut self, expected: Expected<'_>, value: &Value) -> Result<(), CodecError> {
        let form = match self.typed {
            true => expected.form().content(),
            false => expected.form(),
        };
        if let Form::List(element) | Form::Set(element) | Form::Map(element) = form
            && !self.typed
            && element.has_dynamic()
        {
            // Core does not allow a collection of several types.
            dynamic::concrete_type(expected, value)?;
        }
        match (form, value) {
            (Form::List(element), Value::List(values)) => self.elements(element, values),
            (Form::Set(element), Value::Set(set)) => self.elements(element, set.as_slice()),
            (Form::Map(element), Value::Map(map)) => self.map(element, map),
            (Form::Tuple(types), Value::List(values)) if types.len() == values.len() => {
                self.array(values.len(), types.iter().map(Expected::Type).zip(values))
            }
            (Form::Object(members), Value::Object(values)) if members.len() == values.len() => {
                self.writer.begin_map(values.len());
                for (i, ((name, expected), value)) in members.iter().zip(values).enumerate() {
                    self.writer.key(i, name);
                    self.value(expected, value)
                        .map_err(|e| e.at_attribute(name))?;
                }
                self.writer.end_map();
                Ok(())
            }
            (Form::Dynamic | Form::DynamicBlocks(..), _) if !self.typed => {
                let ty = dynamic::concrete_type(expected, value)?;
                self.writer.begin_dynamic(&ty);
                self.typed = true;
                self.compound(expected, value)?;
                self.typed = false;
                self.writer.end_dynamic();
                Ok(())
            }
            (Form::Dynamic, Value::Dynamic(own)) => self.value(Expected::Type(&own.ty), &own.value),
            _ => fail(format!("the value is not of type {}", expected.ty())),
        }
    }

    fn elements(&mut self, element: Expected<'_>, values: &[Value]) -> Result<(), CodecError> {
        self.array(values.len(), values.iter().map(|value| (element, value)))
    }

    fn array<'a>(
        &mut self,
        elements: usize,
        values: impl Iterator<Item = (Expected<'a>, &'a Value)>,
    ) -> Result<(), CodecError> {
        self.writer.begin_array(elements);
        for (i, (expected, value)) in values.enumerate() {
            self.writer.element(i);
            self.value(expected, value).map_err(|e| e.at_index(i))?;
        }
        self.writer.end_array();
        Ok(())
    }

    fn map(
        &mut self,
        element: Expected<'_>,
        map: &BTreeMap<Arc<str>, Value>,
    ) -> Result<(), CodecError> {
        self.writer.begin_map(map.len());
        for (i, (key, value)) in map.iter().enumerate() {
            self.writer.key(i, key);
            self.value(element, value).map_err(|e| e.at_key(key))?;
        }
        self.writer.end_map();
        Ok(())
    }
}
