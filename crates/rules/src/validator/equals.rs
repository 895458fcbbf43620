//! `equals(…)`: true, or false.

use alloc::format;
use alloc::string::String;

use super::ValidatorKind;
use super::definition::{BoolArgument, Definition, Signature};
use super::rules::{Inapplicable, ValidatorRules};
use crate::literal::Literal;
use crate::scalar::Scalar;
use crate::words::Words;

/// `equals(true)`.
pub(super) const DEFINITION: Definition = Definition {
    name: "equals",
    example: "equals(true)",
    signature: Signature::Bool(BoolArgument {
        facts: ValidatorKind::Equals,
        words,
    }),
    in_constants: false,
};

/// What a valid value is.
#[must_use]
pub fn words(wanted: bool) -> Words {
    Words::new("").code(if wanted { "true" } else { "false" })
}

pub(super) struct Facts(pub(super) bool);

impl<'f, 'a> ValidatorRules<'f, 'a> for Facts {
    fn scalar(&self, scalar: Scalar, _name: &str, _field: &str) -> Option<Inapplicable> {
        (scalar != Scalar::Bool).then_some(Inapplicable::Scalar(
            "it is for bools; for others use `one_of`",
        ))
    }

    fn accepts(&self, literal: &Literal<'_>, _depth: usize) -> Option<bool> {
        match literal {
            Literal::Bool(value) => Some(*value == self.0),
            _ => None,
        }
    }

    fn wants(&self, _literal: &Literal<'_>) -> String {
        format!("it must be {}", self.0)
    }
}
