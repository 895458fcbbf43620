//! `not_empty`: a string with at least one character, like `length(1..)`.

use super::definition::{Definition, Plain, RangeBounds, Signature};
use super::{ValidatorKind, length, range};
use crate::words::{Counted, Words};

/// `not_empty`.
pub(super) const DEFINITION: Definition = Definition {
    name: "not_empty",
    example: "not_empty",
    signature: Signature::Plain(Plain {
        facts: || ValidatorKind::Length(range::of_integers(1, None)),
        words,
    }),
    in_constants: true,
};

/// What a valid value is.
#[must_use]
pub fn words() -> Words {
    length::words(
        Counted::Characters,
        RangeBounds {
            min: Some("1".into()),
            ..RangeBounds::default()
        },
    )
}
