//! Values to JSON.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::writer;
use crate::codec::error::{CodecError, fail};
use crate::codec::expected::{Form, Shape};
use crate::codec::{MAX_DEPTH, dynamic, type_json};
use crate::value::Value;

pub(super) fn encode(shape: Shape<'_>, value: &Value) -> Result<String, CodecError> {
    let mut encoder = Encoder {
        out: String::new(),
        depth: 0,
        typed: false,
    };
    encoder.value(shape, value)?;
    Ok(encoder.out)
}

struct Encoder {
    out: String,
    depth: usize,
    /// Inside a value whose concrete type was written already: no further types are.
    typed: bool,
}

impl Encoder {
    fn value(&mut self, shape: Shape<'_>, value: &Value) -> Result<(), CodecError> {
        let form = shape.form();
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
                self.array(types.iter().map(Shape::Type).zip(values))
            }
            (Form::Object(members), Value::Object(values)) if members.len() == values.len() => {
                self.out.push('{');
                for (i, ((name, shape), value)) in members.iter().zip(values).enumerate() {
                    self.comma(i);
                    writer::string(&mut self.out, name);
                    self.out.push(':');
                    self.value(shape, value).map_err(|e| e.at_attribute(name))?;
                }
                self.out.push('}');
                Ok(())
            }
            (Form::Dynamic | Form::DynamicBlocks(..), _) if !self.typed => {
                let ty = dynamic::concrete_type(shape, value)?;
                self.out.push_str("{\"type\":");
                self.out.push_str(&type_json::print(&ty));
                self.out.push_str(",\"value\":");
                self.typed = true;
                self.compound(shape, form, value)?;
                self.typed = false;
                self.out.push('}');
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

    fn comma(&mut self, position: usize) {
        if position > 0 {
            self.out.push(',');
        }
    }

    fn elements(&mut self, element: Shape<'_>, values: &[Value]) -> Result<(), CodecError> {
        self.array(values.iter().map(|value| (element, value)))
    }

    fn array<'a>(
        &mut self,
        values: impl Iterator<Item = (Shape<'a>, &'a Value)>,
    ) -> Result<(), CodecError> {
        self.out.push('[');
        for (i, (shape, value)) in values.enumerate() {
            self.comma(i);
            self.value(shape, value).map_err(|e| e.at_index(i))?;
        }
        self.out.push(']');
        Ok(())
    }

    fn map(
        &mut self,
        element: Shape<'_>,
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
