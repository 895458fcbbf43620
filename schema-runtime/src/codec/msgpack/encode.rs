//! Values to msgpack: the same bytes that Core writes.

use super::number::write_number;
use super::unknown;
use super::writer::Writer;
use crate::codec::encode::{self, ValueWriter};
use crate::codec::error::CodecError;
use crate::codec::expected::{Expected, Form};
use crate::codec::type_json;
use crate::number::Number;
use crate::ty::Type;
use crate::value::{Refinement, Value};

pub(super) fn encode(expected: Expected<'_>, value: &Value) -> Result<Vec<u8>, CodecError> {
    let items = Writer::with_capacity(MOST_OBJECTS);
    encode::encode(MsgpackWriter { items }, expected, value).map(|writer| writer.items.finish())
}

/// Most objects take no more bytes than this.
const MOST_OBJECTS: usize = 512;

struct MsgpackWriter {
    items: Writer,
}

/// Lengths come before arrays and maps, so nothing separates or ends their items.
impl ValueWriter for MsgpackWriter {
    fn null(&mut self) {
        self.items.nil();
    }

    fn bool(&mut self, value: bool) {
        self.items.bool(value);
    }

    fn number(&mut self, number: &Number) -> Result<(), CodecError> {
        write_number(&mut self.items, number);
        Ok(())
    }

    fn string(&mut self, text: &str) {
        self.items.text(text);
    }

    fn unknown(&mut self, form: Form<'_>, known: Option<&Refinement>) -> Result<(), CodecError> {
        unknown::write(&mut self.items, form, known);
        Ok(())
    }

    fn begin_array(&mut self, elements: usize) {
        self.items.array(elements);
    }

    fn element(&mut self, _position: usize) {}

    fn end_array(&mut self) {}

    fn begin_map(&mut self, entries: usize) {
        self.items.map(entries);
    }

    fn key(&mut self, _position: usize, key: &str) {
        self.items.text(key);
    }

    fn end_map(&mut self) {}

    fn begin_dynamic(&mut self, ty: &Type) {
        // A value of undecided type is null or unknown, and travels as such, without a type.
        if *ty != Type::Dynamic {
            self.items.array(2);
            self.items.binary(type_json::print(ty).as_bytes());
        }
    }

    fn end_dynamic(&mut self) {}
}
