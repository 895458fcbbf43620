//! The numbers that a validator leaves: of values, of their lengths and so on.

use crate::literal::Interval;
use crate::validator::{NumberSet, ValidatorFacts, ValidatorKind};

/// The name of the constraint that an integer type adds.
pub(super) const WHOLE_NUMBERS: &str = "whole_numbers";

/// What an integer type requires of its values.
#[must_use]
pub fn whole_numbers((least, greatest): (i128, i128)) -> ValidatorFacts<'static> {
    ValidatorFacts {
        name: WHOLE_NUMBERS,
        kind: ValidatorKind::Range(Interval::between(Some(least), Some(greatest))),
    }
}

/// The kind of number that a validator restricts.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Number {
    Value,
    Characters,
    Bytes,
    Elements,
    Bits,
}

impl Number {
    /// All numbers of this kind.
    pub(super) fn range(self) -> NumberSet {
        let counts = Interval::between(Some(0), None);
        match self {
            Number::Value => NumberSet::all(),
            _ => NumberSet::within(&counts).unwrap_or_else(NumberSet::all),
        }
    }
}

/// The numbers that a validator leaves.
pub(super) struct NumberConstraint {
    pub(super) of: Number,
    pub(super) set: NumberSet,
    /// Exactly these; otherwise it may leave fewer.
    pub(super) exact: bool,
}

/// The least positive number that both divide.
pub(super) fn least_multiple(a: i128, b: i128) -> Option<i128> {
    let (a, b) = (a.checked_abs()?, b.checked_abs()?);
    let (mut divisor, mut rest) = (a, b);
    while rest != 0 {
        (divisor, rest) = (rest, divisor % rest);
    }
    if divisor == 0 {
        return Some(1);
    }
    a.checked_mul(b / divisor)
}
