//! [`View`], [`Exact`] and [`Constant`]: a value as predicates look at it; [`Verdict`]: what they
//! answer.

use alloc::string::String;
use core::cmp::Ordering;

use crate::literal::Bound;

/// A constant that the compiler looks at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Constant<'v> {
    /// A string.
    Text(&'v str),
    /// A whole number.
    Integer(i128),
    /// A number with a fraction.
    Float(f64),
}

/// A known value, as the predicates look at it. Where it is of another kind than a question is
/// about, there is no answer, and the predicate passes.
pub trait View {
    /// An exact number.
    type Number: Exact;

    /// The text.
    fn text(&self) -> Option<&str>;
    /// The bool.
    fn truth(&self) -> Option<bool>;
    /// The number.
    fn number(&self) -> Option<&Self::Number>;
    /// How many elements a collection has, if that is certain.
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
    /// Which of the two is greater; nothing where the other one is not a number.
    fn order(&self, other: Bound) -> Option<Ordering>;
    /// The number, if it is whole and not too large.
    fn whole(&self) -> Option<i128>;
    /// The same of one that is not negative.
    fn whole_positive(&self) -> Option<u128>;
}

/// What a predicate says of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It passes.
    Passes,
    /// It does not, as can be seen from the value.
    Fails,
    /// It does not, because of this count of its parts.
    FailsByCount(u64),
    /// It does not, for this reason, which does not repeat the value.
    FailsBecause(String),
}

impl Verdict {
    /// Passes or fails.
    pub(super) const fn of(passes: bool) -> Self {
        if passes {
            Verdict::Passes
        } else {
            Verdict::Fails
        }
    }
}
