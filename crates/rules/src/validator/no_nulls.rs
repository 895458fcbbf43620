//! `no_nulls`: a collection without null elements.

use super::ValidatorKind;
use super::definition::Definition;
use super::rules::{Shapes, ValidatorRules};
use crate::words::Words;

/// `no_nulls`.
pub(super) const DEFINITION: Definition =
    Definition::plain("no_nulls", || ValidatorKind::NoNulls, words, false);

/// What a valid value is.
#[must_use]
pub fn words() -> Words {
    Words::new("a collection without null elements")
}

pub(super) struct Facts;

impl<'f, 'a> ValidatorRules<'f, 'a> for Facts {
    fn shapes(&self) -> Shapes<'f, 'a> {
        Shapes::Collections("it is for collections: an element of one may be null")
    }
}
