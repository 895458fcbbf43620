//! `length(…)`: how many characters a string has. At run time, how many elements a collection has
//! too: `size(…)` is the same there.

use alloc::format;
use alloc::string::String;

use super::const_compare::{characters, is_between};
use super::definition::{AppliesTo, Definition, Range, RangeBounds, RangeOf, Signature};
use super::rules::{Inapplicable, Shapes, ValidatorError, ValidatorRules, is_number};
use super::value_view::{Constant, Verdict, View};
use super::{ValidatorKind, interval};
use crate::literal::{self, Interval, Literal, show_interval};
use crate::scalar::Scalar;
use crate::words::{Counted, Words};

/// `length(1..=64)`.
pub(super) const DEFINITION: Definition = Definition {
    name: "length",
    example: "length(1..=64)",
    of: AppliesTo::Text,
    signature: Signature::Range(Range {
        of: RangeOf::Counts("Length"),
        facts: ValidatorKind::Length,
        words: |ends| words(Counted::Characters, ends),
    }),
    in_constants: true,
};

/// Whether a string has so many characters.
#[must_use]
pub const fn passes(text: &str, min: Option<u64>, max: Option<u64>) -> bool {
    is_between(characters(text), min, max)
}

/// The same of a constant.
pub(super) const fn constant(value: Constant<'_>, min: Option<u64>, max: Option<u64>) -> bool {
    match value {
        Constant::Text(text) => passes(text, min, max),
        Constant::Integer(_) | Constant::Float(_) => true,
    }
}

/// The same of a string or a collection at run time.
pub(super) fn judge(value: &impl View, min: Option<u64>, max: Option<u64>) -> Verdict {
    let count = value.text().map(characters).or_else(|| value.elements());
    match count {
        Some(count) if !is_between(count, min, max) => Verdict::FailsByCount(count),
        _ => Verdict::Passes,
    }
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

pub(super) struct Facts<'f>(pub(super) &'f Interval);

impl<'f, 'a> ValidatorRules<'f, 'a> for Facts<'_> {
    fn mistake(&self, name: &str, field: &str) -> Option<ValidatorError> {
        interval::of_counts(self.0, name, field)
    }

    fn shapes(&self) -> Shapes<'f, 'a> {
        Shapes::Scalars(Some(format!(
            "to limit the number of elements write `size({})`",
            show_interval(self.0)
        )))
    }

    fn scalar(&self, scalar: Scalar, name: &str, _field: &str) -> Option<Inapplicable> {
        let help = if scalar == Scalar::String {
            return None;
        } else if is_number(scalar) && name == "not_empty" {
            "it is for strings; for numbers use `not_zero`"
        } else if is_number(scalar) {
            "it is for strings; for numbers use `range`"
        } else {
            "it is for strings"
        };
        Some(Inapplicable::Scalar(help))
    }

    fn accepts(&self, literal: &Literal<'_>, _depth: usize) -> Option<bool> {
        let text = literal::text(literal)?;
        let (min, max) = interval::counts(self.0)?;
        Some(passes(text, min, max))
    }

    fn wants(&self, _literal: &Literal<'_>) -> String {
        format!(
            "its length in characters must be in {}",
            show_interval(self.0)
        )
    }

    fn argument(&self) -> Option<String> {
        Some(show_interval(self.0))
    }
}
