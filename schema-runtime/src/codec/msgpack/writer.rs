//! Writing msgpack: every item in its shortest form.

use crate::codec::encode::ValueWriter;
use crate::number::{Number, Wire};

/// The bytes written so far.
#[derive(Default)]
pub(super) struct Writer {
    pub(super) bytes: Vec<u8>,
}

impl Writer {
    pub(super) fn with_capacity(capacity: usize) -> Self {
        let bytes = Vec::with_capacity(capacity);
        Writer { bytes }
    }

    /// A number in the shortest of its forms that is exact.
    pub(super) fn exact(&mut self, number: &Number) {
        match number.wire() {
            Wire::Int(value) => self.int(value),
            Wire::Float(value) => self.tagged(0xcb, &value.to_be_bytes()),
            Wire::Text(text) => self.string(&text),
        }
    }

    pub(super) fn int(&mut self, value: i64) {
        if let Ok(value) = u64::try_from(value) {
            return self.uint(value);
        }
        if value >= -32 {
            self.bytes.push((value as i8).cast_unsigned());
        } else if let Ok(value) = i8::try_from(value) {
            self.tagged(0xd0, &value.to_be_bytes());
        } else if let Ok(value) = i16::try_from(value) {
            self.tagged(0xd1, &value.to_be_bytes());
        } else if let Ok(value) = i32::try_from(value) {
            self.tagged(0xd2, &value.to_be_bytes());
        } else {
            self.tagged(0xd3, &value.to_be_bytes());
        }
    }

    pub(super) fn uint(&mut self, value: u64) {
        if value < 0x80 {
            self.bytes.push(value as u8);
        } else if let Ok(value) = u8::try_from(value) {
            self.tagged(0xcc, &value.to_be_bytes());
        } else if let Ok(value) = u16::try_from(value) {
            self.tagged(0xcd, &value.to_be_bytes());
        } else if let Ok(value) = u32::try_from(value) {
            self.tagged(0xce, &value.to_be_bytes());
        } else {
            self.tagged(0xcf, &value.to_be_bytes());
        }
    }

    pub(super) fn binary(&mut self, bytes: &[u8]) {
        self.head(bytes.len(), None, Some(0xc4), 0xc5, 0xc6);
        self.bytes.extend_from_slice(bytes);
    }

    pub(super) fn extension(&mut self, code: u8, body: &[u8]) {
        match body.len() {
            1 => self.bytes.push(0xd4),
            2 => self.bytes.push(0xd5),
            4 => self.bytes.push(0xd6),
            8 => self.bytes.push(0xd7),
            16 => self.bytes.push(0xd8),
            length => self.head(length, None, Some(0xc7), 0xc8, 0xc9),
        }
        self.bytes.push(code);
        self.bytes.extend_from_slice(body);
    }

    /// The plain unknown.
    pub(super) fn plain_unknown(&mut self) {
        self.extension(0, &[0]);
    }

    fn tagged(&mut self, code: u8, rest: &[u8]) {
        self.bytes.push(code);
        self.bytes.extend_from_slice(rest);
    }

    /// A length in the shortest form of its type: in the code itself (`fix`: code and greatest
    /// length), or in 8, 16 or 32 bits after it.
    pub(super) fn head(
        &mut self,
        length: usize,
        fix: Option<(u8, usize)>,
        byte: Option<u8>,
        short: u8,
        long: u8,
    ) {
        match (fix, byte, u8::try_from(length), u16::try_from(length)) {
            (Some((code, greatest)), ..) if length <= greatest => {
                self.bytes.push(code | length as u8);
            }
            (_, Some(code), Ok(length), _) => self.tagged(code, &[length]),
            (_, _, _, Ok(length)) => self.tagged(short, &length.to_be_bytes()),
            // A single value of 4 GiB cannot occur: gRPC messages are limited to 2 GiB.
            _ => self.tagged(
                long,
                &u32::try_from(length).unwrap_or(u32::MAX).to_be_bytes(),
            ),
        }
    }
}
