//! Values to JSON: everything as stored in state, nothing unknown or infinite.

use crate::codec::encode::{self, ValueWriter};
use crate::codec::error::{CodecError, fail};
use crate::codec::expected::{Expected, Form};
use crate::codec::json_writer;
use crate::codec::type_json;
use crate::number::Number;
use crate::ty::Type;
use crate::value::{Refinement, Value};

pub(super) fn encode(expected: Expected<'_>, value: &Value) -> Result<String, CodecError> {
    encode::encode(String::new(), expected, value)
}

fn separate(text: &mut String, position: usize) {
    if position > 0 {
        text.push(',');
    }
}

impl ValueWriter for String {
    fn null(&mut self) {
        self.push_str("null");
    }

    fn bool(&mut self, value: bool) {
        self.push_str(if value { "true" } else { "false" });
    }

    fn number(&mut self, number: &Number) -> Result<(), CodecError> {
        match number.to_json_text() {
            Some(text) => self.push_str(&text),
            None => return fail("an infinite number cannot be saved"),
        }
        Ok(())
    }

    fn string(&mut self, text: &str) {
        json_writer::string(self, text);
    }

    fn unknown(&mut self, _: Form<'_>, _: Option<&Refinement>) -> Result<(), CodecError> {
        fail("an unknown value cannot be saved")
    }

    fn begin_array(&mut self, _elements: usize) {
        self.push('[');
    }

    fn element(&mut self, position: usize) {
        separate(self, position);
    }

    fn end_array(&mut self) {
        self.push(']');
    }

    fn begin_map(&mut self, _entries: usize) {
        self.push('{');
    }

    fn key(&mut self, position: usize, key: &str) {
        separate(self, position);
        json_writer::string(self, key);
        self.push(':');
    }

    fn end_map(&mut self) {
        self.push('}');
    }

    fn begin_dynamic(&mut self, ty: &Type) {
        self.push_str("{\"type\":");
        type_json::print_to(self, ty);
        self.push_str(",\"value\":");
    }

    fn end_dynamic(&mut self) {
        self.push('}');
    }
}
