//! Structs as objects: each field is read from its position, or written to it.

use super::Object;
use crate::field_type::{FieldType, Mismatch, read};
use crate::path::Step;
use crate::schema::Block;
use crate::value::Value;

/// Reads a struct's fields from an object, and collects the mismatches.
#[derive(Debug)]
#[doc(hidden)]
pub struct Decoder<'a> {
    block: &'a Block,
    values: &'a [Value],
    /// The positions of a flattened struct's fields.
    flat: Option<Vec<u16>>,
    failed: Option<Mismatch>,
}

impl<'a> Decoder<'a> {
    /// Reads the values of an object, in the order of the block's fields.
    #[must_use]
    pub fn new(block: &'a Block, values: &'a [Value]) -> Self {
        Decoder {
            block,
            values,
            flat: None,
            failed: None,
        }
    }

    /// The field at this position. A value that does not fit is recorded and replaced by some
    /// value; [`finish`](Self::finish) then fails.
    pub fn take<T: FieldType>(&mut self, position: usize) -> T {
        let position = placed(self.flat.as_deref(), position);
        let value = self.values.get(position).unwrap_or(&Value::Null);
        read(value).unwrap_or_else(|mismatch| {
            self.fail(position, mismatch);
            T::placeholder()
        })
    }

    /// Reads a flattened struct, whose fields are at these positions.
    pub(crate) fn flat<T>(&mut self, positions: &[u16], read: fn(&mut Self) -> T) -> T {
        let outer = self.flat.take();
        self.flat = Some(within(outer.as_deref(), positions));
        let object = read(self);
        self.flat = outer;
        object
    }

    /// The field at this position, unchanged.
    pub(crate) fn raw(&self, position: usize) -> &'a Value {
        let position = placed(self.flat.as_deref(), position);
        self.values.get(position).unwrap_or(&Value::Null)
    }

    pub(crate) fn fail(&mut self, position: usize, mismatch: Mismatch) {
        let mismatch = match self.block.fields.get(position) {
            Some(field) => mismatch.under(Step::Attribute(field.name.clone())),
            None => mismatch,
        };
        mismatch.add_to(&mut self.failed);
    }

    /// The struct, if everything fitted.
    ///
    /// # Errors
    /// Everything that did not fit.
    pub fn finish<T>(self, object: T) -> Result<T, Mismatch> {
        self.failed.map_or(Ok(object), Err)
    }
}

/// Collects a struct's fields into an object.
#[derive(Debug)]
#[doc(hidden)]
pub struct Encoder {
    values: Vec<Value>,
    /// The positions of a flattened struct's fields.
    flat: Option<Vec<u16>>,
}

impl Encoder {
    /// For a block's object; fields that are not written stay absent.
    #[must_use]
    pub fn new(block: &Block) -> Self {
        Encoder {
            values: block
                .fields
                .iter()
                .map(crate::schema::Field::absent_value)
                .collect(),
            flat: None,
        }
    }

    /// For one value outside any object.
    pub(crate) fn of_one() -> Self {
        Encoder {
            values: vec![Value::Null],
            flat: None,
        }
    }

    /// Writes the field at this position.
    pub fn put<T: FieldType>(&mut self, position: usize, field: &T) {
        self.put_value(position, field.to_value());
    }

    /// Writes the field at this position unchanged.
    pub(crate) fn put_value(&mut self, position: usize, value: Value) {
        let position = placed(self.flat.as_deref(), position);
        if let Some(place) = self.values.get_mut(position) {
            *place = value;
        }
    }

    /// Writes a flattened struct, whose fields are at these positions.
    pub(crate) fn flat(&mut self, positions: &[u16], write: impl FnOnce(&mut Self)) {
        let outer = self.flat.take();
        self.flat = Some(within(outer.as_deref(), positions));
        write(self);
        self.flat = outer;
    }

    /// The object.
    #[must_use]
    pub fn finish(self) -> Value {
        Value::Object(self.values)
    }
}

/// The position of a field in a struct that may be flattened into another.
fn placed(flat: Option<&[u16]>, position: usize) -> usize {
    match flat {
        None => position,
        // A missing position is beyond the end.
        Some(positions) => positions
            .get(position)
            .map_or(usize::MAX, |place| usize::from(*place)),
    }
}

/// Positions within a struct that may itself be flattened.
fn within(outer: Option<&[u16]>, positions: &[u16]) -> Vec<u16> {
    let place = |position: &u16| u16::try_from(placed(outer, usize::from(*position)));
    positions
        .iter()
        .map(|position| place(position).unwrap_or(u16::MAX))
        .collect()
}

/// Reads a whole struct.
///
/// # Errors
/// The value is not an object of this block, or fields do not fit; all of them are reported.
pub fn decode<T: Object>(value: &Value) -> Result<T, Mismatch> {
    decode_as(T::__BLOCK, value, T::__decode)
}

fn decode_as<T>(
    block: &Block,
    value: &Value,
    read: impl FnOnce(&mut Decoder<'_>) -> T,
) -> Result<T, Mismatch> {
    let Value::Object(values) = value else {
        return Err(Mismatch::expected("an object", value));
    };
    let mut decoder = Decoder::new(block, values);
    let object = read(&mut decoder);
    decoder.finish(object)
}

/// Reads a struct that is flattened into `R` from an object of `R`.
pub(crate) fn decode_flat<R: Object, T: Object>(
    value: &Value,
    positions: &[u16],
) -> Result<T, Mismatch> {
    decode_as(R::__BLOCK, value, |decoder| {
        decoder.flat(positions, T::__decode)
    })
}

/// Writes a whole struct; `id` and `timeouts` stay absent.
#[must_use]
pub fn encode<T: Object>(object: &T) -> Value {
    let mut encoder = Encoder::new(T::__BLOCK);
    object.__encode(&mut encoder);
    encoder.finish()
}

/// Writes a struct that is flattened into `R` into an object of `R`, whose other fields stay
/// absent.
pub(crate) fn encode_flat<R: Object, T: Object>(object: &T, positions: &[u16]) -> Value {
    let mut encoder = Encoder::new(R::__BLOCK);
    encoder.flat(positions, |encoder| object.__encode(encoder));
    encoder.finish()
}
