//! [`NumberSet`]: the numbers that a validator leaves, to decide whether several validators leave
//! any.

use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Ordering;

use crate::literal::{Bound, Interval, compare};

/// A position between numbers: immediately before one, or after it.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Cut {
    at: Bound,
    after: bool,
}

impl Cut {
    fn order(self, other: Cut) -> Ordering {
        let order = compare(self.at, other.at).unwrap_or(Ordering::Equal);
        order.then(self.after.cmp(&other.after))
    }

    /// The least integer after it; `None` below all numbers.
    fn next_whole(self) -> Option<i128> {
        match self.at {
            Bound::Integer(number) => Some(number.saturating_add(self.after.into())),
            Bound::Float(number) if number == f64::NEG_INFINITY => None,
            Bound::Float(number) => {
                let whole = number as i128;
                let below = (whole as f64) < number || (whole as f64 == number && self.after);
                Some(whole.saturating_add(below.into()))
            }
        }
    }

    /// The greatest integer before it; `None` above all numbers.
    fn whole_before(self) -> Option<i128> {
        match self.at {
            Bound::Integer(number) => Some(number.saturating_sub((!self.after).into())),
            Bound::Float(f64::INFINITY) => None,
            Bound::Float(number) => {
                let whole = number as i128;
                let above = whole as f64 > number || (whole as f64 == number && !self.after);
                Some(whole.saturating_sub(above.into()))
            }
        }
    }
}

/// Numbers from one position to another; a missing end is open to infinity.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Span {
    from: Option<Cut>,
    to: Option<Cut>,
}

impl Span {
    fn is_empty(self) -> bool {
        matches!((self.from, self.to), (Some(from), Some(to)) if from.order(to).is_ge())
    }

    fn and(self, other: Span) -> Span {
        let from = match (self.from, other.from) {
            (Some(a), Some(b)) => Some(if a.order(b).is_lt() { b } else { a }),
            (a, b) => a.or(b),
        };
        let to = match (self.to, other.to) {
            (Some(a), Some(b)) => Some(if a.order(b).is_gt() { b } else { a }),
            (a, b) => a.or(b),
        };
        Span { from, to }
    }
}

/// A set of numbers.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct NumberSet {
    /// In order, not empty, and not adjacent.
    spans: Vec<Span>,
}

impl NumberSet {
    /// Every number.
    pub(crate) fn all() -> Self {
        NumberSet {
            spans: vec![Span {
                from: None,
                to: None,
            }],
        }
    }

    /// The numbers in an interval; `None` if an end is not a number.
    pub(crate) fn within(interval: &Interval) -> Option<Self> {
        let is_number =
            |end: Option<Bound>| !matches!(end, Some(Bound::Float(end)) if end.is_nan());
        if !is_number(interval.min) || !is_number(interval.max) {
            return None;
        }
        let span = Span {
            from: interval.min.map(|at| Cut { at, after: false }),
            to: interval.max.map(|at| Cut {
                at,
                after: !interval.max_excluded,
            }),
        };
        let spans = if span.is_empty() { vec![] } else { vec![span] };
        Some(NumberSet { spans })
    }

    /// Only these numbers; `None` if one is not a number.
    pub(crate) fn only(mut numbers: Vec<Bound>) -> Option<Self> {
        let is_nan = |number: &Bound| matches!(number, Bound::Float(number) if number.is_nan());
        if numbers.iter().any(is_nan) {
            return None;
        }
        numbers.sort_by(|a, b| compare(*a, *b).unwrap_or(Ordering::Equal));
        numbers.dedup_by(|a, b| compare(*a, *b) == Some(Ordering::Equal));
        let one = |at| Span {
            from: Some(Cut { at, after: false }),
            to: Some(Cut { at, after: true }),
        };
        Some(NumberSet {
            spans: numbers.into_iter().map(one).collect(),
        })
    }

    /// The numbers in both.
    pub(crate) fn and(&self, other: &Self) -> Self {
        let (mut spans, mut here, mut there) = (Vec::new(), 0, 0);
        while let (Some(a), Some(b)) = (self.spans.get(here), other.spans.get(there)) {
            let both = a.and(*b);
            if !both.is_empty() {
                spans.push(both);
            }
            // The span that ends first cannot overlap anything else.
            let first = match (a.to, b.to) {
                (Some(a), Some(b)) => a.order(b).is_lt(),
                (to, _) => to.is_some(),
            };
            if first {
                here += 1;
            } else {
                there += 1;
            }
        }
        NumberSet { spans }
    }

    /// All other numbers.
    pub(crate) fn not(&self) -> Self {
        let mut spans = Vec::new();
        let mut from = None;
        for span in &self.spans {
            if span.from.is_some() {
                spans.push(Span {
                    from,
                    to: span.from,
                });
            }
            if span.to.is_none() {
                return NumberSet { spans };
            }
            from = span.to;
        }
        spans.push(Span { from, to: None });
        NumberSet { spans }
    }

    /// The numbers in either.
    pub(crate) fn or(&self, other: &Self) -> Self {
        self.not().and(&other.not()).not()
    }

    /// Whether it contains no number; or no integer, or no multiple of the divisor.
    pub(crate) fn is_empty(&self, whole: bool, divisor: Option<i128>) -> bool {
        if !whole && divisor.is_none() {
            return self.spans.is_empty();
        }
        let step = divisor.map_or(1, |divisor| divisor.saturating_abs().max(1));
        self.spans.iter().all(|span| {
            let (Some(from), Some(to)) = (
                span.from.and_then(Cut::next_whole),
                span.to.and_then(Cut::whole_before),
            ) else {
                return false;
            };
            let beyond = from.rem_euclid(step);
            let first = if beyond == 0 {
                Some(from)
            } else {
                from.checked_add(step - beyond)
            };
            first.is_none_or(|first| first > to)
        })
    }

    /// The least and the greatest integer.
    pub(crate) fn ends(&self) -> (Option<i128>, Option<i128>) {
        let from = self.spans.first().and_then(|span| span.from);
        let to = self.spans.last().and_then(|span| span.to);
        (
            from.and_then(Cut::next_whole),
            to.and_then(Cut::whole_before),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn within(min: Option<f64>, max: Option<f64>, max_excluded: bool) -> NumberSet {
        let set = NumberSet::within(&Interval {
            min: min.map(Bound::Float),
            max: max.map(Bound::Float),
            max_excluded,
            ..Interval::default()
        });
        set.expect("numbers")
    }

    fn has(set: &NumberSet, number: f64) -> bool {
        let one = NumberSet::only(vec![Bound::Float(number)]).expect("a number");
        !set.and(&one).is_empty(false, None)
    }

    /// Compares with the membership of single numbers, over ends at all quarters.
    #[test]
    fn sets_are_what_their_numbers_are() {
        let places: Vec<f64> = (-4..=8).map(|quarter| f64::from(quarter) / 4.0).collect();
        let mut sets = vec![NumberSet::all(), NumberSet::all().not()];
        for a in &places {
            sets.push(within(Some(*a), None, false));
            sets.push(within(None, Some(*a), true));
            sets.push(NumberSet::only(vec![Bound::Float(*a)]).expect("a number"));
            for b in &places {
                sets.push(within(Some(*a), Some(*b), false));
                sets.push(within(Some(*a), Some(*b), true));
            }
        }
        for a in &sets {
            for number in &places {
                assert_eq!(has(&a.not(), *number), !has(a, *number), "{a:?} {number}");
            }
            assert_eq!(a.not().not(), *a);
            for b in sets.iter().step_by(7) {
                for number in places.iter().step_by(2) {
                    let (in_a, in_b) = (has(a, *number), has(b, *number));
                    assert_eq!(
                        has(&a.and(b), *number),
                        in_a && in_b,
                        "{a:?} {b:?} {number}"
                    );
                    assert_eq!(has(&a.or(b), *number), in_a || in_b, "{a:?} {b:?} {number}");
                }
            }
        }
    }

    #[test]
    fn whole_numbers_and_multiples_are_counted() {
        let of = |min: f64, max: f64, below: bool| within(Some(min), Some(max), below);
        assert!(of(1.25, 1.75, false).is_empty(true, None));
        assert!(!of(1.25, 1.75, false).is_empty(false, None));
        assert!(of(-1.75, -1.25, false).is_empty(true, None));
        assert!(of(1.5, 2.0, true).is_empty(true, None));
        assert!(!of(1.5, 2.0, false).is_empty(true, None));
        assert!(of(1.0, 5.0, false).is_empty(true, Some(10)));
        assert!(!of(-5.0, 5.0, false).is_empty(true, Some(10)));
        assert!(!of(11.0, 20.0, false).is_empty(true, Some(-10)));
        assert!(!within(Some(1.0), None, false).is_empty(true, Some(10)));
        assert!(of(1.0, 3.0, false).not().not().is_empty(true, Some(4)));
        let greatest = NumberSet::only(vec![Bound::Integer(i128::MAX)]).expect("a number");
        assert!(greatest.is_empty(true, Some(i128::MAX - 1)));
        assert!(!greatest.is_empty(true, None));
        assert_eq!(of(1.5, 4.0, true).ends(), (Some(2), Some(3)));
    }
}
