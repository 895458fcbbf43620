//! `size(…)`: the number of elements of a collection. At run time it is a `Length`.

use super::definition::{Definition, Range, RangeOf, Signature};
use super::{ValidatorKind, length};
use crate::words::Counted;

/// `size(1..=4)`.
pub(super) const DEFINITION: Definition = Definition {
    name: "size",
    example: "size(1..=4)",
    signature: Signature::Range(Range {
        of: RangeOf::Counts("Length"),
        facts: ValidatorKind::Size,
        words: |ends| length::words(Counted::Elements, ends),
    }),
    in_constants: true,
};
