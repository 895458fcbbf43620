//! What a newtype requires of the type inside.

use std::marker::PhantomData;

use crate::field_type::{AttributeType, HasZero, Mismatch};
use crate::schema::{CanonicalFn, Validator};
use crate::ty::Type;
use crate::value::Value;

/// The type inside, required in only one way, so that a type that does not fit is reported once.
pub struct Inside<T> {
    /// Reads a known value.
    pub read: fn(&Value) -> Result<T, Mismatch>,
    /// Writes the value.
    pub write: fn(&T) -> Value,
    /// The value that null reads as.
    pub absent: fn() -> Option<T>,
    /// Some value.
    pub placeholder: fn() -> T,
    /// The attribute's type.
    pub ty: &'static Type,
    /// Whether null can be distinguished from the zero.
    pub nullable: bool,
    /// Whether a value can be absent.
    pub may_be_absent: bool,
    /// Whether null further inside can be distinguished from a zero.
    pub holds_nulls: bool,
    /// At which levels null is possible.
    pub null_levels: u32,
    /// The checks that a configured value must pass.
    pub validators: &'static [Validator],
    /// The function for the canonical form.
    pub canonical: Option<CanonicalFn>,
    /// Whether it is secret.
    pub secret: bool,
}

crate::debug::__debug!([T] Inside<T>, |it| ty = it.ty);

/// The type inside a newtype.
#[must_use]
pub const fn inside<T: AttributeType>() -> Inside<T> {
    Inside {
        read: T::from_value,
        write: T::to_value,
        absent: T::absent,
        placeholder: T::placeholder,
        ty: T::TYPE,
        nullable: T::NULLABLE,
        may_be_absent: T::MAY_BE_ABSENT,
        holds_nulls: T::HOLDS_NULLS,
        null_levels: T::NULL_LEVELS,
        validators: T::VALIDATORS,
        canonical: T::CANONICAL,
        secret: T::SECRET,
    }
}

/// A type, written with a lifetime, so that a false bound on it is not an error.
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
