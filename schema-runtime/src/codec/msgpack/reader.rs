//! Reading msgpack: tokens from bytes.

use crate::codec::error::{CodecError, fail};
use crate::number::Number;

/// One msgpack item; for arrays and maps, only the head.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Token<'a> {
    Nil,
    Bool(bool),
    Int(i64),
    Uint(u64),
    Float(f64),
    /// Text or binary: Core accepts either in place of the other.
    Bytes(&'a [u8]),
    Array(usize),
    Map(usize),
    Extension(i8, &'a [u8]),
}

/// The bytes left to read.
#[derive(Clone, Copy)]
pub(super) struct Reader<'a> {
    bytes: &'a [u8],
}

/// A number of this type in big-endian order.
macro_rules! big_endian {
    ($reader:expr, $ty:ty) => {
        <$ty>::from_be_bytes($reader.array()?)
    };
}

impl<'a> Reader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Reader { bytes }
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], CodecError> {
        match self.bytes.split_first_chunk::<N>() {
            Some((head, rest)) => {
                self.bytes = rest;
                Ok(*head)
            }
            None => fail("unexpected end of data"),
        }
    }

    fn take(&mut self, length: usize) -> Result<&'a [u8], CodecError> {
        match self.bytes.split_at_checked(length) {
            Some((head, rest)) => {
                self.bytes = rest;
                Ok(head)
            }
            None => fail("unexpected end of data"),
        }
    }

    /// An item after its length, which takes this many bytes.
    fn sized(
        &mut self,
        width: usize,
        item: fn(&mut Self, usize) -> Result<Token<'a>, CodecError>,
    ) -> Result<Token<'a>, CodecError> {
        let digits = self.take(width)?.iter();
        let length = digits.fold(0, |length, byte| length << 8 | usize::from(*byte));
        item(self, length)
    }

    fn bytes(&mut self, length: usize) -> Result<Token<'a>, CodecError> {
        Ok(Token::Bytes(self.take(length)?))
    }

    fn extension(&mut self, length: usize) -> Result<Token<'a>, CodecError> {
        let [code] = self.array()?;
        Ok(Token::Extension(code.cast_signed(), self.take(length)?))
    }

    /// The head of a collection. Each of its items takes at least one byte, so a length beyond the
    /// remaining bytes must be wrong.
    fn count(&self, items: usize, each: usize) -> Result<usize, CodecError> {
        if items.saturating_mul(each) > self.bytes.len() {
            return fail(format!(
                "unexpected end of data: {items} elements announced, {} bytes left",
                self.bytes.len()
            ));
        }
        Ok(items)
    }

    fn array_head(&mut self, items: usize) -> Result<Token<'a>, CodecError> {
        Ok(Token::Array(self.count(items, 1)?))
    }

    fn map_head(&mut self, items: usize) -> Result<Token<'a>, CodecError> {
        Ok(Token::Map(self.count(items, 2)?))
    }

    /// The next item.
    pub(super) fn token(&mut self) -> Result<Token<'a>, CodecError> {
        let [code] = self.array()?;
        match code {
            0x00..=0x7f => Ok(Token::Int(i64::from(code))),
            0x80..=0x8f => self.map_head(usize::from(code & 0x0f)),
            0x90..=0x9f => self.array_head(usize::from(code & 0x0f)),
            0xa0..=0xbf => self.bytes(usize::from(code & 0x1f)),
            0xc0 => Ok(Token::Nil),
            0xc1 => fail("byte 0xc1 starts no value"),
            0xc2 => Ok(Token::Bool(false)),
            0xc3 => Ok(Token::Bool(true)),
            0xc4 | 0xd9 => self.sized(1, Self::bytes),
            0xc5 | 0xda => self.sized(2, Self::bytes),
            0xc6 | 0xdb => self.sized(4, Self::bytes),
            0xc7 => self.sized(1, Self::extension),
            0xc8 => self.sized(2, Self::extension),
            0xc9 => self.sized(4, Self::extension),
            0xca => Ok(Token::Float(f64::from(big_endian!(self, f32)))),
            0xcb => Ok(Token::Float(big_endian!(self, f64))),
            0xcc => Ok(Token::Uint(u64::from(big_endian!(self, u8)))),
            0xcd => Ok(Token::Uint(u64::from(big_endian!(self, u16)))),
            0xce => Ok(Token::Uint(u64::from(big_endian!(self, u32)))),
            0xcf => Ok(Token::Uint(big_endian!(self, u64))),
            0xd0 => Ok(Token::Int(i64::from(big_endian!(self, i8)))),
            0xd1 => Ok(Token::Int(i64::from(big_endian!(self, i16)))),
            0xd2 => Ok(Token::Int(i64::from(big_endian!(self, i32)))),
            0xd3 => Ok(Token::Int(big_endian!(self, i64))),
            0xd4 => self.extension(1),
            0xd5 => self.extension(2),
            0xd6 => self.extension(4),
            0xd7 => self.extension(8),
            0xd8 => self.extension(16),
            0xdc => self.sized(2, Self::array_head),
            0xdd => self.sized(4, Self::array_head),
            0xde => self.sized(2, Self::map_head),
            0xdf => self.sized(4, Self::map_head),
            0xe0..=0xff => Ok(Token::Int(i64::from(code.cast_signed()))),
        }
    }

    /// Reads the next map key if it is this name in its shortest form, and else nothing.
    pub(super) fn is_key(&mut self, name: &[u8]) -> bool {
        let rest = match (self.bytes, name.len()) {
            ([code, rest @ ..], length @ 0..32) if usize::from(*code) == 0xa0 | length => rest,
            ([0xd9, code, rest @ ..], length @ 32..) if usize::from(*code) == length => rest,
            _ => return false,
        };
        let rest = rest.strip_prefix(name);
        self.bytes = rest.unwrap_or(self.bytes);
        rest.is_some()
    }

    /// The next map key. Core treats a key that is not a string as empty and continues after its
    /// first byte, whatever that byte announced; so do we, to read the same values.
    pub(super) fn key(&mut self) -> Result<&'a [u8], CodecError> {
        match self.bytes.first() {
            None => fail("unexpected end of data"),
            Some(0xa0..=0xbf | 0xc4..=0xc6 | 0xd9..=0xdb) => match self.token()? {
                Token::Bytes(bytes) => Ok(bytes),
                _ => Ok(&[]),
            },
            Some(_) => {
                self.take(1)?;
                Ok(&[])
            }
        }
    }
}

impl Token<'_> {
    /// The number that an item represents; `None` if it is not one.
    pub(super) fn number(self) -> Result<Option<Number>, CodecError> {
        Ok(Some(match self {
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

    /// The description of an item, for messages.
    pub(super) fn describe(&self) -> &'static str {
        match self {
            Token::Nil => "nil",
            Token::Bool(_) => "a bool",
            Token::Int(_) | Token::Uint(_) | Token::Float(_) => "a number",
            Token::Bytes(_) => "a string",
            Token::Array(_) => "an array",
            Token::Map(_) => "a map",
            Token::Extension(..) => "an unknown value",
        }
    }
}
