//! `length(…)`: the number of characters of a string. At run time also the number of elements of a
//! collection: `size(…)` is the same there.

use super::ValidatorKind;
use super::const_compare::{characters, is_between};
use super::definition::{Definition, Range, RangeBounds, RangeOf, Signature};
use crate::words::{Counted, Words};

/// `length(1..=64)`.
pub(super) const DEFINITION: Definition = Definition {
    name: "length",
    example: "length(1..=64)",
    signature: Signature::Range(Range {
        of: RangeOf::Counts("Length"),
        facts: ValidatorKind::Length,
        words: |ends| words(Counted::Characters, ends),
    }),
    in_constants: true,
};

/// Whether a string has a number of characters in this range.
#[must_use]
pub const fn passes(text: &str, min: Option<u64>, max: Option<u64>) -> bool {
    is_between(characters(text), min, max)
}

/// What a valid value is.
#[must_use]
pub fn words(of: Counted, RangeBounds { min, max, .. }: RangeBounds) -> Words {
    let (before, after) = match of {
        Counted::Either => ("", " long"),
        Counted::Characters => ("", " characters long"),
        Counted::Bytes => ("", " bytes long"),
        Counted::Elements => ("a collection of ", " elements"),
    };
    Words::new(before)
        .between(min.as_deref(), max.as_deref())
        .plain(after)
}
