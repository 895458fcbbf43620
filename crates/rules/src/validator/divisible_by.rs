//! `divisible_by(…)`: a multiple of a number.

use alloc::format;
use alloc::string::String;

use super::ValidatorKind;
use super::definition::{Definition, Integer, Signature};
use super::rules::{Inapplicable, ValidatorError, ValidatorRules, contradiction, is_number};
use crate::catalogue::Rule;
use crate::literal::Literal;
use crate::scalar::Scalar;
use crate::shared_texts;
use crate::words::Words;

/// `divisible_by(512)`.
pub(super) const DEFINITION: Definition = Definition {
    name: "divisible_by",
    example: "divisible_by(512)",
    signature: Signature::Integer(Integer {
        facts: ValidatorKind::DivisibleBy,
        words,
        nothing_passes: shared_texts::divisor_zero,
    }),
    in_constants: true,
};

/// Whether a number is a multiple. Only 0 is a multiple of 0.
#[must_use]
pub const fn passes(number: i128, divisor: i128) -> bool {
    match divisor {
        0 => number == 0,
        divisor => number.wrapping_rem(divisor) == 0,
    }
}

/// What a valid value is.
#[must_use]
pub fn words(divisor: &str) -> Words {
    Words::new("a multiple of ").number(divisor)
}

pub(super) struct Facts(pub(super) Option<i128>);

impl<'f, 'a> ValidatorRules<'f, 'a> for Facts {
    fn mistake(&self, name: &str, _field: &str) -> Option<ValidatorError> {
        let text = || shared_texts::divisor_zero(name);
        (self.0 == Some(0)).then(|| ValidatorError::of(Rule::DIVISOR_ZERO, Some(0), text()))
    }

    fn scalar(&self, scalar: Scalar, _name: &str, _field: &str) -> Option<Inapplicable> {
        (!is_number(scalar) || scalar == Scalar::Float)
            .then_some(Inapplicable::Scalar("it is for whole numbers"))
    }

    fn accepts(&self, literal: &Literal<'_>, _depth: usize) -> Option<bool> {
        match (literal, self.0) {
            (Literal::Integer(number), Some(divisor)) => Some(passes(*number, divisor)),
            _ => None,
        }
    }

    fn wants(&self, _literal: &Literal<'_>) -> String {
        self.0.map_or_else(contradiction, |divisor| {
            format!("it must be {}", words(&format!("{divisor}")))
        })
    }
}
