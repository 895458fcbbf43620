//! The intervals of validators: possible mistakes, and what they contain.

use alloc::format;
use alloc::string::String;

use super::const_compare::{characters, is_between};
use super::rules::{Inapplicable, Shapes, ValidatorError, ValidatorRules, is_number, only_texts};
use crate::catalogue::Rule;
use crate::literal::{
    Bound, Interval, Literal, has_fraction, nothing_fits, show_bound, show_interval,
};
use crate::scalar::Scalar;
use crate::shared_texts;
use crate::words::Counted;

/// What is wrong with an interval of numbers.
pub(super) fn of_numbers(interval: &Interval, name: &str, field: &str) -> Option<ValidatorError> {
    unlimited(interval, name, field).or_else(|| reversed(interval, name, field, false))
}

/// What is wrong with an interval of counts.
pub(super) fn of_counts(interval: &Interval, name: &str, field: &str) -> Option<ValidatorError> {
    let plain = unlimited(interval, name, field).or_else(|| reversed(interval, name, field, true));
    if plain.is_some() {
        return plain;
    }
    let mut ends = interval.min.into_iter().chain(interval.max);
    let below_zero = ends.any(|end| end < Bound::Integer(0));
    let (rule, argument, what, help) = match (below_zero, has_fraction(interval)) {
        (true, _) => (
            Rule::INTERVAL_REVERSED,
            Some(0),
            "below zero",
            "it counts, so it is 0 or more",
        ),
        (false, true) => (
            Rule::VALIDATOR_TYPE,
            None,
            "with a fraction",
            "it counts: use whole numbers",
        ),
        (false, false) => return None,
    };
    let shown = show_interval(interval);
    let message = format!("`{name}({shown})` of `{field}` has an end {what}");
    Some(ValidatorError::new(rule, argument, message, help))
}

fn unlimited(interval: &Interval, name: &str, field: &str) -> Option<ValidatorError> {
    interval.unlimited.then(|| {
        let message = format!("`{name}` of `{field}` limits nothing");
        let help = format!("give it an end: `{name}(1..)` or `{name}(..=64)`");
        ValidatorError::new(Rule::INTERVAL_REVERSED, Some(0), message, help)
    })
}

fn reversed(interval: &Interval, name: &str, field: &str, count: bool) -> Option<ValidatorError> {
    let none = count && interval.max_excluded && matches!(interval.max, Some(Bound::Integer(0)));
    if !none && !nothing_fits(interval) {
        return None;
    }
    let shown = format!("{name}({})", show_interval(interval));
    let mut text = shared_texts::interval_reversed(field, &shown);
    text.help = match (interval.min, interval.max) {
        (Some(min), Some(max)) if show_bound(min) == show_bound(max) => {
            format!(
                "to allow this value alone write `{0}..={0}`",
                show_bound(min)
            )
        }
        (Some(min), Some(max)) => format!(
            "the lower end comes first: `{name}({}..={})`",
            show_bound(max),
            show_bound(min)
        ),
        // Only a count can be below all possible values.
        _ => String::from("no count is below zero: to allow none write `..=0`"),
    };
    Some(ValidatorError::of(Rule::INTERVAL_REVERSED, Some(0), text))
}

/// The counts in an interval; `None` if an end is not a number.
pub(super) fn counts(interval: &Interval) -> Option<(Option<u64>, Option<u64>)> {
    let min = match interval.min {
        None => None,
        Some(Bound::Integer(min)) => Some(saturating(min)),
        Some(Bound::Float(min)) if min.is_nan() => return None,
        Some(Bound::Float(min)) => {
            let whole = min as i128;
            Some(saturating(
                whole.saturating_add(i128::from(min > whole as f64)),
            ))
        }
    };
    let max = match interval.max {
        None => None,
        Some(Bound::Integer(max)) => Some(max.saturating_sub(interval.max_excluded.into())),
        Some(Bound::Float(max)) if max.is_nan() => return None,
        Some(Bound::Float(max)) => {
            let whole = max as i128;
            let above = whole as f64 > max || (interval.max_excluded && whole as f64 == max);
            Some(whole.saturating_sub(above.into()))
        }
    };
    Some(match max {
        // No count is below zero.
        Some(max) if max < 0 => (Some(1), Some(0)),
        max => (min, max.map(saturating)),
    })
}

fn saturating(count: i128) -> u64 {
    u64::try_from(count.max(0)).unwrap_or(u64::MAX)
}

/// A validator that limits a count.
pub(super) struct Counts<'f> {
    pub(super) interval: &'f Interval,
    pub(super) of: Counted,
}

impl<'f, 'a> ValidatorRules<'f, 'a> for Counts<'_> {
    fn mistake(&self, name: &str, field: &str) -> Option<ValidatorError> {
        of_counts(self.interval, name, field)
    }

    fn shapes(&self) -> Shapes<'f, 'a> {
        match self.of {
            Counted::Elements => Shapes::Collections("it counts the elements of a collection"),
            Counted::Characters => Shapes::Scalars(Some(format!(
                "to limit the number of elements write `size({})`",
                show_interval(self.interval)
            ))),
            Counted::Bytes | Counted::Either => Shapes::Scalars(None),
        }
    }

    fn scalar(&self, scalar: Scalar, name: &str, _field: &str) -> Option<Inapplicable> {
        if self.of != Counted::Characters || !is_number(scalar) {
            return only_texts(scalar);
        }
        Some(Inapplicable::Scalar(match name {
            "not_empty" => "it is for strings; for numbers use `not_zero`",
            _ => "it is for strings; for numbers use `range`",
        }))
    }

    fn accepts(&self, literal: &Literal<'_>, _depth: usize) -> Option<bool> {
        let count = match (self.of, literal) {
            (Counted::Characters, Literal::Text(text)) => characters(text),
            (Counted::Bytes, Literal::Text(text)) => text.len() as u64,
            (Counted::Elements, Literal::List(items)) => items.len() as u64,
            _ => return None,
        };
        let (min, max) = counts(self.interval)?;
        Some(is_between(count, min, max))
    }

    fn wants(&self, _literal: &Literal<'_>) -> String {
        let what = match self.of {
            Counted::Bytes => "length in bytes",
            Counted::Elements => "number of elements",
            Counted::Characters | Counted::Either => "length in characters",
        };
        format!("its {what} must be in {}", show_interval(self.interval))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_whole_and_included() {
        let of = |min, max, max_excluded| {
            counts(&Interval {
                min,
                max,
                max_excluded,
                unlimited: false,
                unread: false,
            })
        };
        let (whole, float) = (|n| Some(Bound::Integer(n)), |n| Some(Bound::Float(n)));
        assert_eq!(of(whole(-3), whole(4), false), Some((Some(0), Some(4))));
        assert_eq!(of(whole(1), whole(4), true), Some((Some(1), Some(3))));
        assert_eq!(of(float(1.5), float(3.5), false), Some((Some(2), Some(3))));
        assert_eq!(of(float(2.0), float(3.0), true), Some((Some(2), Some(2))));
        assert_eq!(of(None, whole(0), true), Some((Some(1), Some(0))));
        assert_eq!(of(None, float(-0.5), false), Some((Some(1), Some(0))));
        assert_eq!(
            of(whole(i128::MAX), None, false),
            Some((Some(u64::MAX), None))
        );
        assert_eq!(of(float(f64::NAN), None, false), None);
    }
}
