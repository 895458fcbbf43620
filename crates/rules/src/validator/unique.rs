//! `unique`: a list without equal elements.

use super::ValidatorKind;
use super::definition::{Definition, Plain, Signature};
use super::rules::{Shapes, ValidatorRules};
use super::value_view::View;
use crate::literal::{self, Literal};
use crate::words::Words;

/// `unique`.
pub(super) const DEFINITION: Definition = Definition {
    name: "unique",
    example: "unique",
    signature: Signature::Plain(Plain {
        facts: || ValidatorKind::Unique,
        words,
    }),
    in_constants: false,
};

/// Whether a value has no equal elements.
pub(super) fn judge(value: &impl View) -> bool {
    !value.has_equal_elements()
}

/// What a valid value is.
#[must_use]
pub fn words() -> Words {
    Words::new("a list without equal elements")
}

pub(super) struct Facts;

impl<'f, 'a> ValidatorRules<'f, 'a> for Facts {
    fn shapes(&self) -> Shapes<'f, 'a> {
        Shapes::Lists("it is for lists; a set never holds the same element twice")
    }

    fn accepts(&self, literal: &Literal<'_>, _depth: usize) -> Option<bool> {
        match literal {
            Literal::List(items) => Some(literal::repeated(items).is_none()),
            _ => None,
        }
    }
}
