//! `no_nulls`: a collection without null elements.

use alloc::string::String;

use super::ValidatorKind;
use super::definition::{AppliesTo, Definition, Plain, Signature};
use super::rules::{Inapplicable, Shapes, ValidatorError, ValidatorRules, contradiction};
use super::value_view::View;
use crate::literal::Literal;
use crate::scalar::Scalar;
use crate::words::Words;

/// `no_nulls`.
pub(super) const DEFINITION: Definition = Definition {
    name: "no_nulls",
    example: "no_nulls",
    of: AppliesTo::Collection,
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
    fn mistake(&self, _name: &str, _field: &str) -> Option<ValidatorError> {
        None
    }

    fn shapes(&self) -> Shapes<'f, 'a> {
        Shapes::Collections("it is for collections: an element of one may be null")
    }

    fn scalar(&self, _scalar: Scalar, _name: &str, _field: &str) -> Option<Inapplicable> {
        None
    }

    fn accepts(&self, _literal: &Literal<'_>, _depth: usize) -> Option<bool> {
        None
    }

    fn wants(&self, _literal: &Literal<'_>) -> String {
        contradiction()
    }

    fn argument(&self) -> Option<String> {
        None
    }
}
