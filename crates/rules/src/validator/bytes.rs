//! `bytes(…)`: the length of a string in UTF-8 bytes.

use super::const_compare::is_between;
use super::definition::{Definition, Range, RangeBounds, RangeOf, Signature};
use super::{ValidatorKind, length};
use crate::words::{Counted, Words};

/// `bytes(1..=255)`.
pub(super) const DEFINITION: Definition = Definition {
    name: "bytes",
    example: "bytes(1..=255)",
    signature: Signature::Range(Range {
        of: RangeOf::Counts("Bytes"),
        facts: ValidatorKind::Bytes,
        words,
    }),
    in_constants: true,
};

/// Whether a string has a number of bytes in this range.
#[must_use]
pub const fn passes(text: &str, min: Option<u64>, max: Option<u64>) -> bool {
    is_between(text.len() as u64, min, max)
}

/// What a valid value is.
#[must_use]
pub fn words(ends: RangeBounds) -> Words {
    length::words(Counted::Bytes, ends)
}
