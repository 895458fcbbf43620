//! What the expansion of a function needs in addition to that of a struct: parameters and results
//! that may be unknown.

use super::{
    Decoder, Encoder, Field, FieldType, Flags, FunctionSchema, Kind, NO_SCHEMA, Ref, Text, Type,
};
use crate::data::{Val, val};
use crate::path::Step;
use crate::value::Value;

/// Reads a parameter that may be null or unknown.
pub fn take_val<T: FieldType>(decoder: &mut Decoder<'_>, position: usize) -> Val<T> {
    val(decoder.raw(position)).unwrap_or_else(|mismatch| {
        decoder.fail(position, mismatch);
        Val::Unknown
    })
}

/// Reads variadic arguments that may be null or unknown.
pub fn take_vals<T: FieldType>(decoder: &mut Decoder<'_>, position: usize) -> Vec<Val<T>> {
    let mut read = Vec::new();
    for (index, argument) in decoder.raw(position).elements().iter().enumerate() {
        match val(argument) {
            Ok(value) => read.push(value),
            Err(mismatch) => decoder.fail(position, mismatch.under(Step::Index(index as u64))),
        }
    }
    read
}

/// Writes a parameter that may be null or unknown.
pub fn put_val<T: FieldType>(encoder: &mut Encoder, position: usize, value: &Val<T>) {
    encoder.put_value(position, val_to_value(value, T::to_value));
}

/// Writes variadic arguments that may be null or unknown.
pub fn put_vals<T: FieldType>(encoder: &mut Encoder, position: usize, values: &[Val<T>]) {
    let values = values.iter().map(|value| val_to_value(value, T::to_value));
    encoder.put_value(position, Value::List(values.collect()));
}

/// A result as a value.
pub fn result<T>(put: fn(&mut Encoder, usize, &T), output: &T) -> Value {
    let mut encoder = Encoder::of_one();
    put(&mut encoder, 0, output);
    match encoder.finish() {
        Value::Object(values) => values.into_iter().next().unwrap_or(Value::Null),
        other => other,
    }
}

/// The same for a result that may be null or unknown.
pub fn val_result<T>(put: fn(&mut Encoder, usize, &T), output: &Val<T>) -> Value {
    val_to_value(output, |output| result(put, output))
}

fn val_to_value<T>(value: &Val<T>, known: impl FnOnce(&T) -> Value) -> Value {
    match value {
        Val::Null => Value::Null,
        Val::Unknown => Value::UNKNOWN,
        Val::Known(value) => known(value),
    }
}

/// The flags of a result.
#[must_use]
pub const fn result_flags(nullable: bool, may_be_unknown: bool) -> Flags {
    Flags::NONE
        .with_if(nullable || may_be_unknown, Flags::NULLABLE)
        .with_if(may_be_unknown, Flags::TAKES_UNKNOWN)
}

/// Replaces the signature of a function with errors; never used.
pub const NO_FUNCTION: &FunctionSchema = &FunctionSchema {
    parameters: Ref::Static { value: NO_SCHEMA },
    order: Ref::Static { value: &[] },
    variadic: false,
    result: Field {
        name: Text::text(""),
        kind: Kind::Attribute {
            ty: Ref::Static {
                value: &Type::Dynamic,
            },
        },
        flags: Flags::NONE,
        description: Text::text(""),
        extras: Ref::Static { value: &[] },
    },
    summary: Text::text(""),
};
