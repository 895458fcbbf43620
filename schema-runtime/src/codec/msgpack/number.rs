//! Numbers: as integers, floats or texts.

use super::super::error::{CodecError, fail};
use super::reader::Token;
use super::writer::Writer;
use crate::number::{Number, Wire};

/// The number that an item represents; `None` if it is not one.
pub(super) fn number_of(token: Token<'_>) -> Result<Option<Number>, CodecError> {
    Ok(Some(match token {
        Token::Int(value) => Number::from_i64(value),
        Token::Uint(value) => Number::from_u64(value),
        Token::Float(value) => match Number::from_f64(value) {
            Ok(number) => number,
            Err(error) => return fail(error.to_string()),
        },
        Token::Bytes(bytes) => match std::str::from_utf8(bytes).map(Number::parse) {
            Ok(Ok(number)) => number,
            Ok(Err(error)) => return fail(format!("number is required: {error}")),
            Err(_) => return fail("number is required, not binary data"),
        },
        _ => return Ok(None),
    }))
}

/// Writes a number in the shortest of its forms that is exact.
pub(super) fn write_number(writer: &mut Writer, number: &Number) {
    match number.wire() {
        Wire::Int(value) => writer.int(value),
        Wire::Float(value) => writer.float(value),
        Wire::Text(text) => writer.text(&text),
    }
}
