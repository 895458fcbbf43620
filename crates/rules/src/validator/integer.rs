//! A whole number that its Rust type has room for. No annotation has a name for it: types of whole
//! numbers bring it along.

use alloc::format;

use super::value_view::{Constant, Exact, View};
use crate::words::Words;

/// Whether a whole number passes.
#[must_use]
pub const fn passes(number: i128, min: i128, max: u128) -> bool {
    number >= min && (number < 0 || number.unsigned_abs() <= max)
}

/// The same of a constant.
pub(super) const fn constant(value: Constant<'_>, min: i128, max: u128) -> bool {
    match value {
        Constant::Integer(number) => passes(number, min, max),
        Constant::Text(_) | Constant::Float(_) => true,
    }
}

/// The same of an exact number.
pub(super) fn judge(value: &impl View, min: i128, max: u128) -> bool {
    let Some(number) = value.number() else {
        return true;
    };
    match (number.whole(), number.whole_positive()) {
        (Some(whole), _) => passes(whole, min, max),
        // Above all that an `i128` holds, so not below any least one.
        (None, Some(positive)) => positive <= max,
        (None, None) => false,
    }
}

/// What a valid value is, in documentation.
#[must_use]
pub fn words() -> Words {
    Words::new("a whole number")
}

/// The same in an error.
pub(super) fn words_of_error(min: i128, max: u128) -> Words {
    Words::new(format!("a whole number between {min} and {max}"))
}
