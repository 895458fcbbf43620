//! `bytes(…)`: the length of a string in UTF-8 bytes.

use super::const_compare::is_between;
use super::definition::{Definition, Range, RangeBounds, RangeOf, Signature};
use super::value_view::{Constant, Verdict, View};
use super::{ValidatorKind, length};
use crate::literal::{Bound, Interval};
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

/// The same for a constant.
pub(super) const fn constant(value: Constant<'_>, min: Option<u64>, max: Option<u64>) -> bool {
    match value {
        Constant::Text(text) => passes(text, min, max),
        Constant::Integer(_) | Constant::Float(_) => true,
    }
}

/// The same at run time.
pub(super) fn judge(value: &impl View, min: Option<u64>, max: Option<u64>) -> Verdict {
    match value.text() {
        Some(text) if !passes(text, min, max) => Verdict::FailsByCount(text.len() as u64),
        _ => Verdict::Passes,
    }
}

/// What a valid value is.
#[must_use]
pub fn words(ends: RangeBounds) -> Words {
    length::words(Counted::Bytes, ends)
}

/// The facts of such a length in a schema.
pub(super) fn facts(min: Option<u64>, max: Option<u64>) -> ValidatorKind<'static> {
    let end = |end: u64| Bound::Integer(end.into());
    ValidatorKind::Bytes(Interval::between(min.map(end), max.map(end)))
}
