//! `range(…)`: a number between ends.

use alloc::format;
use alloc::string::{String, ToString};
use core::cmp::Ordering;

use super::definition::{self, Definition, RangeBounds, RangeOf, Signature};
use super::rules::{Inapplicable, ValidatorError, ValidatorRules, is_number};
use super::value_view::{Exact, View};
use super::{ValidatorKind, interval};
use crate::catalogue::Rule;
use crate::literal::{Bound, Interval, Literal, has_fraction, show_interval};
use crate::scalar::Scalar;
use crate::words::Words;

/// `range(1..=100)`.
pub(super) const DEFINITION: Definition = Definition {
    name: "range",
    example: "range(1..=100)",
    signature: Signature::Range(definition::Range {
        of: RangeOf::Numbers,
        facts: ValidatorKind::Range,
        words,
    }),
    in_constants: true,
};

/// Bounds of a number, both included.
#[derive(Clone, Debug, PartialEq)]
pub enum Range {
    /// Integer bounds.
    Integer {
        /// The minimum.
        min: Option<i128>,
        /// The maximum.
        max: Option<i128>,
    },
    /// Float bounds.
    Float {
        /// The minimum.
        min: Option<f64>,
        /// The maximum, or the exclusive end.
        max: Option<f64>,
        /// `max` itself is not allowed.
        below: bool,
    },
}

/// Whether a number is between two ends, by its order relative to each: shared by constants,
/// literals and run-time values, which have different number types.
const fn is_inside(to_min: Option<Ordering>, to_max: Option<Ordering>, below: bool) -> bool {
    let too_small = matches!(to_min, Some(Ordering::Less));
    let too_large = match to_max {
        Some(Ordering::Greater) => true,
        Some(Ordering::Equal) => below,
        Some(Ordering::Less) | None => false,
    };
    !too_small && !too_large
}

/// Whether an integer passes; true if only run time can tell.
#[must_use]
pub const fn integer_passes(number: i128, range: &Range) -> bool {
    const fn order(number: i128, end: Option<i128>) -> Option<Ordering> {
        match end {
            None => None,
            Some(end) if number < end => Some(Ordering::Less),
            Some(end) if number > end => Some(Ordering::Greater),
            Some(_) => Some(Ordering::Equal),
        }
    }
    match range {
        Range::Integer { min, max } => is_inside(order(number, *min), order(number, *max), false),
        Range::Float { .. } => true,
    }
}

/// Whether a float passes; true if only run time can tell.
#[must_use]
pub const fn float_passes(number: f64, range: &Range) -> bool {
    // NaN is in no range.
    const fn order(number: f64, end: Option<f64>, none: Ordering) -> Option<Ordering> {
        match end {
            None => None,
            Some(end) if number < end => Some(Ordering::Less),
            Some(end) if number > end => Some(Ordering::Greater),
            Some(end) if number == end => Some(Ordering::Equal),
            Some(_) => Some(none),
        }
    }
    match range {
        Range::Integer { .. } => true,
        Range::Float { min, max, below } => is_inside(
            order(number, *min, Ordering::Less),
            order(number, *max, Ordering::Greater),
            *below,
        ),
    }
}

/// Whether an exact number passes.
pub(super) fn passes(value: &impl View, range: &Range) -> bool {
    let Some(number) = value.number() else {
        return true;
    };
    let (min, max, below) = bounds(range);
    let order = |end: Option<Bound>| end.and_then(|end| number.order(end));
    is_inside(order(min), order(max), below)
}

/// Its ends, and whether the maximum is excluded.
fn bounds(range: &Range) -> (Option<Bound>, Option<Bound>, bool) {
    match *range {
        Range::Integer { min, max } => (min.map(Bound::Integer), max.map(Bound::Integer), false),
        Range::Float { min, max, below } => (min.map(Bound::Float), max.map(Bound::Float), below),
    }
}

/// Whether any number passes.
#[must_use]
pub const fn any_passes(range: &Range) -> bool {
    match range {
        Range::Integer {
            min: Some(min),
            max: Some(max),
        } => *min <= *max,
        Range::Float {
            min: Some(min),
            max: Some(max),
            below,
        } => *min < *max || (*min <= *max && !*below),
        Range::Integer { .. } | Range::Float { .. } => true,
    }
}

/// The ends in words.
pub(super) fn ends(range: &Range) -> RangeBounds {
    let (min, max, below) = bounds(range);
    let text = |end: Bound| match end {
        Bound::Integer(end) => end.to_string(),
        Bound::Float(end) => end.to_string(),
    };
    RangeBounds {
        min: min.map(text),
        max: max.map(text),
        below,
    }
}

/// What a valid value is.
#[must_use]
pub fn words(RangeBounds { min, max, below }: RangeBounds) -> Words {
    let words = Words::new("");
    match (min, max) {
        (Some(min), Some(max)) if below => words
            .plain("at least ")
            .number(&min)
            .plain(" and below ")
            .number(&max),
        (None, Some(max)) if below => words.plain("below ").number(&max),
        (min, max) => words.between(min.as_deref(), max.as_deref()),
    }
}

/// The facts of a range in a schema.
pub(super) fn facts(range: &Range) -> ValidatorKind<'static> {
    let (min, max, max_excluded) = bounds(range);
    ValidatorKind::Range(Interval {
        min,
        max,
        max_excluded,
        unlimited: min.is_none() && max.is_none(),
        unread: false,
    })
}

pub(super) struct Facts<'f>(pub(super) &'f Interval);

impl<'f, 'a> ValidatorRules<'f, 'a> for Facts<'_> {
    fn mistake(&self, name: &str, field: &str) -> Option<ValidatorError> {
        interval::of_numbers(self.0, name, field)
    }

    fn scalar(&self, scalar: Scalar, name: &str, field: &str) -> Option<Inapplicable> {
        if !is_number(scalar) {
            return Some(Inapplicable::Scalar(
                if scalar == Scalar::String && name == "range" {
                    "it is for numbers; for the length of a string use `length`"
                } else {
                    "it is for numbers"
                },
            ));
        }
        (scalar == Scalar::Integer && has_fraction(self.0)).then(|| {
            let shown = show_interval(self.0);
            let message = format!("`{name}({shown})` of `{field}` has an end with a fraction");
            let help = "the field holds whole numbers: use whole numbers, or `f64` for the field";
            Inapplicable::Argument(ValidatorError::new(
                Rule::VALIDATOR_TYPE,
                None,
                message,
                help,
            ))
        })
    }

    fn accepts(&self, literal: &Literal<'_>, _depth: usize) -> Option<bool> {
        let number = match literal {
            Literal::Integer(number) => Bound::Integer(*number),
            Literal::Float(number) => Bound::Float(*number),
            _ => return None,
        };
        let order = |end: Option<Bound>| match end {
            None => Some(None),
            Some(end) => number.partial_cmp(&end).map(Some),
        };
        let to_min = order(self.0.min)?;
        if !is_inside(to_min, None, false) {
            return Some(false);
        }
        Some(is_inside(to_min, order(self.0.max)?, self.0.max_excluded))
    }

    fn wants(&self, _literal: &Literal<'_>) -> String {
        format!("it must be in {}", show_interval(self.0))
    }
}
