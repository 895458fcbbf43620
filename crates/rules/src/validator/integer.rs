//! An integer in the range of its Rust type. It has no name in annotations: integer types add it.

use alloc::format;

use super::value_view::{Exact, View};
use crate::words::Words;

/// Whether an integer passes.
#[must_use]
pub const fn passes(number: i128, min: i128, max: u128) -> bool {
    number >= min && (number < 0 || number.unsigned_abs() <= max)
}

/// The same for an exact number.
pub(super) fn judge(value: &impl View, min: i128, max: u128) -> bool {
    let Some(number) = value.number() else {
        return true;
    };
    match (number.whole(), number.whole_positive()) {
        (Some(whole), _) => passes(whole, min, max),
        // It exceeds an `i128`, so it is not below any minimum.
        (None, Some(positive)) => positive <= max,
        (None, None) => false,
    }
}

/// What a valid value is, in documentation.
#[must_use]
pub fn words() -> Words {
    Words::new("a whole number")
}

/// The same for an error.
pub(super) fn words_of_error(min: i128, max: u128) -> Words {
    Words::new(format!("a whole number between {min} and {max}"))
}
