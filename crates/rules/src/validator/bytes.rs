//! `bytes(…)`: how many bytes of UTF-8 a string has.

use alloc::format;
use alloc::string::String;

use super::const_compare::is_between;
use super::definition::{AppliesTo, Definition, Range, RangeBounds, RangeOf, Signature};
use super::rules::{Inapplicable, ValidatorError, ValidatorRules, only_texts};
use super::value_view::{Constant, Verdict, View};
use super::{ValidatorKind, interval, length};
use crate::literal::{self, Bound, Interval, Literal, show_interval};
use crate::scalar::Scalar;
use crate::words::{Counted, Words};

/// `bytes(1..=255)`.
pub(super) const DEFINITION: Definition = Definition {
    name: "bytes",
    example: "bytes(1..=255)",
    of: AppliesTo::Text,
    signature: Signature::Range(Range {
        of: RangeOf::Counts("Bytes"),
        facts: ValidatorKind::Bytes,
        words,
    }),
    in_constants: true,
};

/// Whether a string has so many bytes.
#[must_use]
pub const fn passes(text: &str, min: Option<u64>, max: Option<u64>) -> bool {
    is_between(text.len() as u64, min, max)
}

/// The same of a constant.
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

pub(super) struct Facts<'f>(pub(super) &'f Interval);

impl<'f, 'a> ValidatorRules<'f, 'a> for Facts<'_> {
    fn mistake(&self, name: &str, field: &str) -> Option<ValidatorError> {
        interval::of_counts(self.0, name, field)
    }

    fn scalar(&self, scalar: Scalar, _name: &str, _field: &str) -> Option<Inapplicable> {
        only_texts(scalar)
    }

    fn accepts(&self, literal: &Literal<'_>, _depth: usize) -> Option<bool> {
        let text = literal::text(literal)?;
        let (min, max) = interval::counts(self.0)?;
        Some(passes(text, min, max))
    }

    fn wants(&self, _literal: &Literal<'_>) -> String {
        format!("its length in bytes must be in {}", show_interval(self.0))
    }

    fn argument(&self) -> Option<String> {
        Some(show_interval(self.0))
    }
}
