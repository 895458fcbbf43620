//! `no_nulls`: a collection without null elements.

use super::ValidatorKind;
use super::definition::{Definition, Plain, Signature};
use super::rules::{Shapes, ValidatorRules};
use super::value_view::View;
use crate::words::Words;

/// `no_nulls`.
pub(super) const DEFINITION: Definition = Definition {
    name: "no_nulls",
    example: "no_nulls",
    signature: Signature::Plain(Plain {
        facts: || ValidatorKind::NoNulls,
        words,
    }),
    in_constants: false,
};

/// Whether a value has no such elements.
pub(super) fn judge(value: &impl View) -> bool {
    !value.has_null_element()
}

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
