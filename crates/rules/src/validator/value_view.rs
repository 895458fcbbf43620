//! [`View`], [`Exact`] and [`Constant`]: a value as predicates see it; [`Verdict`]: their result.

use alloc::string::String;
use core::cmp::Ordering;

use super::const_compare::is_between;
use crate::literal::Bound;

/// A constant for the compiler to check.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Constant<'v> {
    /// A string.
    Text(&'v str),
    /// An integer.
    Integer(i128),
    /// A float.
    Float(f64),
}

/// A known value, as the predicates see it. A method for a different kind of value returns nothing,
/// and the predicate passes.
pub trait View {
    /// An exact number.
    type Number: Exact;

    /// The string.
    fn text(&self) -> Option<&str>;
    /// The bool.
    fn truth(&self) -> Option<bool>;
    /// The number.
    fn number(&self) -> Option<&Self::Number>;
    /// The number of elements of a collection, if it is certain.
    fn elements(&self) -> Option<u64>;
    /// Whether an element of a collection is null.
    fn has_null_element(&self) -> bool;
    /// Whether two elements of a list are equal.
    fn has_equal_elements(&self) -> bool;
    /// Whether it is the zero of its type.
    fn is_zero(&self) -> bool;
}

/// A number of any size, compared exactly.
pub trait Exact {
    /// Compares the two; `None` if the other is not a number.
    fn order(&self, other: Bound) -> Option<Ordering>;
    /// The number, if it is an integer and not too large.
    fn whole(&self) -> Option<i128>;
    /// The same for a number that is not negative.
    fn whole_positive(&self) -> Option<u128>;
}

/// The verdict of a predicate on a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It passes.
    Passes,
    /// It fails, as the value shows.
    Fails,
    /// It fails because of this count of its parts.
    FailsByCount(u64),
    /// It fails for this reason, which does not repeat the value.
    FailsBecause(String),
}

impl Verdict {
    /// Passes, or fails by a count that is not between the two.
    pub(super) const fn of_count(count: Option<u64>, min: Option<u64>, max: Option<u64>) -> Self {
        match count {
            Some(count) if !is_between(count, min, max) => Verdict::FailsByCount(count),
            _ => Verdict::Passes,
        }
    }

    /// Passes or fails.
    pub(super) const fn of(passes: bool) -> Self {
        if passes {
            Verdict::Passes
        } else {
            Verdict::Fails
        }
    }
}
