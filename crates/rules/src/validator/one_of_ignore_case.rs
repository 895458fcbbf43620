//! `one_of_ignore_case(…)`: one of these strings, ignoring case.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::definition::{Definition, Signature, Values, ValuesOf};
use super::rules::{Inapplicable, ValidatorError, ValidatorRules, mismatched_value, only_texts};
use super::{ValidatorKind, one_of};
use crate::catalogue::Rule;
use crate::literal::{self, Literal};
use crate::scalar::Scalar;
use crate::shared_texts;
use crate::words::Words;

/// `one_of_ignore_case("a", "b")`.
pub(super) const DEFINITION: Definition = Definition {
    name: "one_of_ignore_case",
    example: "one_of_ignore_case(\"a\", \"b\")",
    signature: Signature::Values(Values {
        of: ValuesOf::Texts("OneOfIgnoreCase"),
        may_be_bare: false,
        facts: |values| values.map_or(ValidatorKind::Text, ValidatorKind::OneOfIgnoreCase),
        words,
    }),
    // Constants cannot compare the case of all scripts.
    in_constants: false,
};

/// Whether a string is one of these.
#[must_use]
pub fn passes<'v>(text: &str, mut values: impl Iterator<Item = &'v str>) -> bool {
    let folded = text.to_lowercase();
    values.any(|one| one.to_lowercase() == folded)
}

/// What a valid value is.
#[must_use]
pub fn words(values: Vec<String>) -> Words {
    one_of::words(values).plain(" (in capital letters or not)")
}

/// The first string that is repeated, ignoring case.
pub(super) fn repeated(values: &[Literal<'_>], name: &str, field: &str) -> Option<ValidatorError> {
    let mut seen = BTreeMap::new();
    for (index, text) in values.iter().map(literal::text).enumerate() {
        let Some(text) = text else { continue };
        if let Some(first) = seen.insert(text.to_lowercase(), text) {
            let mut twice = shared_texts::listed_twice(name, field, &format!("{text:?}"));
            if first != text {
                let help = "remove one of the two: capital letters make no difference";
                twice.help = help.into();
            }
            return Some(ValidatorError::of(Rule::ONE_OF_TWICE, Some(index), twice));
        }
    }
    None
}

pub(super) struct Facts<'f, 'v>(pub(super) &'f [Literal<'v>]);

impl<'f, 'a> ValidatorRules<'f, 'a> for Facts<'_, '_> {
    fn mistake(&self, name: &str, field: &str) -> Option<ValidatorError> {
        one_of::empty(self.0, name, field).or_else(|| repeated(self.0, name, field))
    }

    fn scalar(&self, scalar: Scalar, name: &str, field: &str) -> Option<Inapplicable> {
        only_texts(scalar)
            .or_else(|| mismatched_value(self.0, scalar, (name, field), "list strings"))
    }

    fn accepts(&self, literal: &Literal<'_>, _depth: usize) -> Option<bool> {
        let text = literal::text(literal)?;
        let values: Option<Vec<&str>> = self.0.iter().map(literal::text).collect();
        Some(passes(text, values?.into_iter()))
    }

    fn wants(&self, _literal: &Literal<'_>) -> String {
        let values = self.0.iter().map(literal::show).collect();
        format!("it must be {}", words(values))
    }
}
