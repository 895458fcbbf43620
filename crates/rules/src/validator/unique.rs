//! `unique`: a list without equal elements.

use super::ValidatorKind;
use super::definition::Definition;
use super::rules::{Shapes, ValidatorRules};
use crate::literal::{self, Literal};
use crate::words::Words;

/// `unique`.
pub(super) const DEFINITION: Definition =
    Definition::plain("unique", || ValidatorKind::Unique, words, false);

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
