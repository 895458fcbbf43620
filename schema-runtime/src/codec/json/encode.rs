//! Values to JSON.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::writer;
use crate::codec::error::{CodecError, fail};
use crate::codec::expected::{Expected, Form};
use crate::codec::{MAX_DEPTH, dynamic, type_json};
use crate::value::Value;

pub(super) fn encode(expected: Expected<'_>, value: &Value) -> Result<String, CodecError> {
    let mut encoder = Encoder {
        out: String::new(),
        depth: 0,
        typed: false,
    };
    encoder.value(expected, value)?;
    Ok(encoder.out)
}

struct Encoder {
    out: String,
    depth: usize,
    /// Inside a value whose concrete type was written already: no further types are.
    typed: bool,
}

impl Encoder {
    fn value(&mut self, expected: Expected<'_>, value: &Value) -> Result<(), CodecError> {
        let form = expected.form();
        match (form, value) {
            (_, Value::Null) => self.out.push_str("null"),
            (_, Value::Unknown(_)) => return fail("an unknown value cannot be saved"),
            (Form::String, Value::String(text)) => writer::string(&mut self.out, text),
            (Form::Number, Value::Number(number)) => match number.to_json_text() {
                Some(text) => self.out.push_str(&text),
                None => return fail("an infinite number cannot be saved"),
            },
            (Form::Bool, Value::Bool(value)) => {
                self.out.push_str(if *value { "true" } else { "false" });
            }
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
                self.array(types.iter().map(Expected::Type).zip(values))
            }
            (Form::Object(members), Value::Object(values)) if members.len() == values.len() => {
                self.out.push('{');
                for (i, ((name, expected), value)) in members.iter().zip(values).enumerate() {
                    self.comma(i);
                    writer::string(&mut self.out, name);
                    self.out.push(':');
                    self.value(expected, value)
                        .map_err(|e| e.at_attribute(name))?;
                }
                self.out.push('}');
                Ok(())
            }
            (Form::Dynamic | Form::DynamicBlocks(..), _) if !self.typed => {
                let ty = dynamic::concrete_type(expected, value)?;
                self.out.push_str("{\"type\":");
                self.out.push_str(&type_json::print(&ty));
                self.out.push_str(",\"value\":");
                self.typed = true;
                self.compound(expected, form, value)?;
                self.typed = false;
                self.out.push('}');
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

    fn comma(&mut self, position: usize) {
        if position > 0 {
            self.out.push(',');
        }
    }

    fn elements(&mut self, element: Expected<'_>, values: &[Value]) -> Result<(), CodecError> {
        self.array(values.iter().map(|value| (element, value)))
    }

    fn array<'a>(
        &mut self,
        values: impl Iterator<Item = (Expected<'a>, &'a Value)>,
    ) -> Result<(), CodecError> {
        self.out.push('[');
        for (i, (expected, value)) in values.enumerate() {
            self.comma(i);
            self.value(expected, value).map_err(|e| e.at_index(i))?;
        }
        self.out.push(']');
        Ok(())
    }

    fn map(
        &mut self,
        element: Expected<'_>,
        map: &BTreeMap<Arc<str>, Value>,
    ) -> Result<(), CodecError> {
        self.out.push('{');
        for (i, (key, value)) in map.iter().enumerate() {
            self.comma(i);
            writer::string(&mut self.out, key);
            self.out.push(':');
            self.value(element, value).map_err(|e| e.at_key(key))?;
        }
        self.out.push('}');
        Ok(())
    }
}
