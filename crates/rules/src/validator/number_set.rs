//! [`NumberSet`]: the numbers that a validator leaves, to decide whether several validators leave
//! any.

use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Ordering;

use crate::literal::{Bound, Interval};

/// A position between numbers: immediately before one, or after it.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
struct Cut {
    at: Bound,
    after: bool,
}

impl Cut {
    /// Before all numbers.
    const FIRST: Cut = Cut {
        at: Bound::Float(f64::NEG_INFINITY),
        after: false,
    };

    /// After all numbers.
    const LAST: Cut = Cut {
        at: Bound::Float(f64::INFINITY),
        after: true,
    };

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

/// Numbers from one position to another.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Span {
    from: Cut,
    to: Cut,
}

impl Span {
    fn and(self, other: Span) -> Span {
        Span {
            from: if self.from < other.from {
                other.from
            } else {
                self.from
            },
            to: if other.to < self.to {
                other.to
            } else {
                self.to
            },
        }
    }
}

/// A set of numbers.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct NumberSet {
    /// In order, not empty, and not adjacent.
    spans: Vec<Span>,
}

impl NumberSet {
    /// Those that are not empty.
    fn of(mut spans: Vec<Span>) -> Self {
        spans.retain(|span| span.from < span.to);
        NumberSet { spans }
    }

    /// Every number.
    pub(crate) fn all() -> Self {
        NumberSet::of(vec![Span {
            from: Cut::FIRST,
            to: Cut::LAST,
        }])
    }

    /// The numbers in an interval; `None` if an end is not a number.
    pub(crate) fn within(interval: &Interval) -> Option<Self> {
        if interval.min.iter().chain(&interval.max).any(is_nan) {
            return None;
        }
        let from = interval.min.map(|at| Cut { at, after: false });
        let to = interval.max.map(|at| Cut {
            at,
            after: !interval.max_excluded,
        });
        Some(NumberSet::of(vec![Span {
            from: from.unwrap_or(Cut::FIRST),
            to: to.unwrap_or(Cut::LAST),
        }]))
    }

    /// Only these numbers; `None` if one is not a number.
    pub(crate) fn only(mut numbers: Vec<Bound>) -> Option<Self> {
        if numbers.iter().any(is_nan) {
            return None;
        }
        numbers.sort_by(|a, b| a.partial_cmp(b).unwrap_or(Ordering::Equal));
        numbers.dedup();
        let one = |at| Span {
            from: Cut { at, after: false },
            to: Cut { at, after: true },
        };
        Some(NumberSet::of(numbers.into_iter().map(one).collect()))
    }

    /// The numbers in both.
    pub(crate) fn and(&self, other: &Self) -> Self {
        let (mut spans, mut here, mut there) = (Vec::new(), 0, 0);
        while let (Some(a), Some(b)) = (self.spans.get(here), other.spans.get(there)) {
            spans.push(a.and(*b));
            // The span that ends first cannot overlap anything else.
            if a.to < b.to {
                here += 1;
            } else {
                there += 1;
            }
        }
        NumberSet::of(spans)
    }

    /// All other numbers.
    pub(crate) fn not(&self) -> Self {
        let (mut spans, mut from) = (Vec::new(), Cut::FIRST);
        for span in &self.spans {
            spans.push(Span {
                from,
                to: span.from,
            });
            from = span.to;
        }
        spans.push(Span {
            from,
            to: Cut::LAST,
        });
        NumberSet::of(spans)
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
            let (Some(from), Some(to)) = (span.from.next_whole(), span.to.whole_before()) else {
                return false;
            };
            let first = from.checked_add((step - from.rem_euclid(step)) % step);
            first.is_none_or(|first| first > to)
        })
    }

    /// The least and the greatest integer.
    pub(crate) fn ends(&self) -> (Option<i128>, Option<i128>) {
        let (first, last) = (self.spans.first(), self.spans.last());
        (
            first.and_then(|span| span.from.next_whole()),
            last.and_then(|span| span.to.whole_before()),
        )
    }
}

fn is_nan(number: &Bound) -> bool {
    matches!(number, Bound::Float(number) if number.is_nan())
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
