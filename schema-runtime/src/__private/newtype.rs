//! What a newtype asks of the type inside.

use std::marker::PhantomData;

use crate::field_type::{FieldType, HasZero, Mismatch};
use crate::value::Value;

/// Reads the value of a newtype.
///
/// # Errors
/// Those of the type inside.
pub fn newtype_from<I: FieldType, T>(value: &Value, wrap: fn(I) -> T) -> Result<T, Mismatch> {
    I::from_value(value).map(wrap)
}

/// What null reads as.
#[must_use]
pub fn newtype_absent<I: FieldType, T>(wrap: fn(I) -> T) -> Option<T> {
    I::absent().map(wrap)
}

/// A type, spelt with a lifetime, so that a bound on it is not refused where it is false.
#[derive(Debug)]
pub struct Always<'a, T>(PhantomData<&'a T>);

/// The zero of the type inside.
pub trait ZeroOf {
    /// The type inside.
    type Type;
    /// Its zero.
    fn zero() -> Self::Type;
}

impl<T: HasZero> ZeroOf for Always<'_, T> {
    type Type = T;

    fn zero() -> T {
        T::zero()
    }
}
