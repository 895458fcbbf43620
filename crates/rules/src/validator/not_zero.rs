//! `not_zero`: not the zero of its type.

use alloc::format;
use alloc::string::String;

use super::ValidatorKind;
use super::definition::Definition;
use super::rules::{Shapes, ValidatorRules};
use crate::literal::Literal;
use crate::words::Words;

/// `not_zero`.
pub(super) const DEFINITION: Definition =
    Definition::plain("not_zero", || ValidatorKind::NotZero, words, true);

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
            Literal::Text(text) => !text.is_empty(),
            Literal::Bool(value) => *value,
            Literal::Integer(number) => *number != 0,
            Literal::Float(number) => *number != 0.0,
            Literal::List(items) => !items.is_empty(),
        })
    }

    fn wants(&self, _literal: &Literal<'_>) -> String {
        format!("it must be {}", words())
    }
}
