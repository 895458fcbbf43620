//! A number in the range of its Rust type, if not exactly representable. It has no name in
//! annotations: float types add it.

use alloc::format;
use core::cmp::Ordering;

use super::value_view::{Exact, View};
use crate::literal::Bound;
use crate::words::Words;

/// Whether a number is between the maximum and its negative. An infinity is always in range.
#[must_use]
pub const fn passes(number: f64, max: f64) -> bool {
    number.is_infinite() || (number >= -max && number <= max)
}

/// The same for an exact number.
pub(super) fn judge(value: &impl View, max: f64) -> bool {
    let Some(number) = value.number() else {
        return true;
    };
    let is =
        |other: f64, so: fn(Ordering) -> bool| number.order(Bound::Float(other)).is_some_and(so);
    is(max, Ordering::is_le) && is(-max, Ordering::is_ge)
        || is(f64::INFINITY, Ordering::is_eq)
        || is(f64::NEG_INFINITY, Ordering::is_eq)
}

/// What a valid value is, in documentation.
#[must_use]
pub fn words() -> Words {
    Words::new("a number")
}

/// The same for an error.
pub(super) fn words_of_error(max: f64) -> Words {
    Words::new(format!("a number between -{max:e} and {max:e}"))
}
