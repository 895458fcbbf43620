//! A number in the range of its Rust type, if not exactly representable. It has no name in
//! annotations: float types add it.

use alloc::format;
use core::cmp::Ordering;

use super::value_view::{Constant, Exact, View};
use crate::literal::Bound;
use crate::words::Words;

/// Whether a number is between the maximum and its negative. An infinity is always in range.
#[must_use]
pub const fn passes(number: f64, max: f64) -> bool {
    number.is_infinite() || (number >= -max && number <= max)
}

/// The same for a constant.
pub(super) const fn constant(value: Constant<'_>, max: f64) -> bool {
    match value {
        Constant::Float(number) => passes(number, max),
        Constant::Integer(number) => passes(number as f64, max),
        Constant::Text(_) => true,
    }
}

/// The same for an exact number.
pub(super) fn judge(value: &impl View, max: f64) -> bool {
    let Some(number) = value.number() else {
        return true;
    };
    let is = |other: f64, wanted: &[Ordering]| {
        let order = number.order(Bound::Float(other));
        order.is_some_and(|order| wanted.contains(&order))
    };
    let inside = is(max, &[Ordering::Less, Ordering::Equal])
        && is(-max, &[Ordering::Greater, Ordering::Equal]);
    inside || is(f64::INFINITY, &[Ordering::Equal]) || is(f64::NEG_INFINITY, &[Ordering::Equal])
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
