//! `not_zero`: not the zero of its type.

use alloc::format;
use alloc::string::String;

use super::ValidatorKind;
use super::definition::{Definition, Plain, Signature};
use super::rules::{Shapes, ValidatorRules};
use super::value_view::{Constant, View};
use crate::literal::Literal;
use crate::words::Words;

/// `not_zero`.
pub(super) const DEFINITION: Definition = Definition {
    name: "not_zero",
    example: "not_zero",
    signature: Signature::Plain(Plain {
        facts: || ValidatorKind::NotZero,
        words,
    }),
    in_constants: true,
};

/// Whether a string is not empty.
#[must_use]
pub const fn text_passes(text: &str) -> bool {
    !text.is_empty()
}

/// Whether an integer is not 0.
#[must_use]
pub const fn integer_passes(number: i128) -> bool {
    number != 0
}

/// Whether a float is not 0.
#[must_use]
pub const fn float_passes(number: f64) -> bool {
    number != 0.0
}

/// Whether a constant is not its zero.
pub(super) const fn constant(value: Constant<'_>) -> bool {
    match value {
        Constant::Text(text) => text_passes(text),
        Constant::Integer(number) => integer_passes(number),
        Constant::Float(number) => float_passes(number),
    }
}

/// Whether a value of any type is not its zero.
pub(super) fn judge(value: &impl View) -> bool {
    !value.is_zero()
}

/// What a valid value is.
#[must_use]
pub fn words() -> Words {
    Words::new("neither empty nor zero")
}

pub(super) struct Facts;

impl<'f, 'a> ValidatorRules<'f, 'a> for Facts {
    fn shapes(&self) -> Shapes<'f, 'a> {
        Shapes::Any
    }

    fn accepts(&self, literal: &Literal<'_>, _depth: usize) -> Option<bool> {
        Some(match literal {
            Literal::Text(text) => text_passes(text),
            Literal::Bool(value) => *value,
            Literal::Integer(number) => integer_passes(*number),
            Literal::Float(number) => float_passes(*number),
            Literal::List(items) => !items.is_empty(),
        })
    }

    fn wants(&self, _literal: &Literal<'_>) -> String {
        format!("it must be {}", words())
    }
}
