//! Values to msgpack: the same bytes that Core writes.

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
    let writer = Writer::with_capacity(MOST_OBJECTS);
    encode::encode(writer, expected, value).map(|writer| writer.bytes)
}

/// Most objects take no more bytes than this.
const MOST_OBJECTS: usize = 512;

/// Lengths come before arrays and maps, so nothing separates or ends their items.
impl ValueWriter for Writer {
    fn null(&mut self) {
        self.bytes.push(0xc0);
    }

    fn bool(&mut self, value: bool) {
        self.bytes.push(if value { 0xc3 } else { 0xc2 });
    }

    fn number(&mut self, number: &Number) -> Result<(), CodecError> {
        self.exact(number);
        Ok(())
    }

    fn string(&mut self, text: &str) {
        self.head(text.len(), Some((0xa0, 31)), Some(0xd9), 0xda, 0xdb);
        self.bytes.extend_from_slice(text.as_bytes());
    }

    fn unknown(&mut self, form: Form<'_>, known: Option<&Refinement>) -> Result<(), CodecError> {
        unknown::write(self, form, known);
        Ok(())
    }

    fn begin_array(&mut self, elements: usize) {
        self.head(elements, Some((0x90, 15)), None, 0xdc, 0xdd);
    }

    fn begin_map(&mut self, entries: usize) {
        self.head(entries, Some((0x80, 15)), None, 0xde, 0xdf);
    }

    fn key(&mut self, _position: usize, key: &str) {
        self.string(key);
    }

    fn begin_dynamic(&mut self, ty: &Type) {
        // A value of undecided type is null or unknown, and travels as such, without a type.
        if *ty != Type::Dynamic {
            self.begin_array(2);
            self.binary(type_json::print(ty).as_bytes());
        }
    }
}
