//! `regex("…")`: text in which a pattern occurs. Its engine is not here: who asks brings it along.

use alloc::format;
use alloc::string::String;

use super::definition::{AppliesTo, Definition, Pattern, Signature};
use super::rules::{Inapplicable, Shapes, ValidatorError, ValidatorRules, only_texts};
use super::value_view::{Verdict, View};
use crate::catalogue::Rule;
use crate::literal::Literal;
use crate::scalar::Scalar;
use crate::words::Words;

/// `regex("^[a-z]+$")`.
pub(super) const DEFINITION: Definition = Definition {
    name: "regex",
    example: "regex(\"^[a-z]+$\")",
    of: AppliesTo::Text,
    signature: Signature::Pattern(Pattern { words }),
    in_constants: false,
};

/// Whether a pattern occurs, as this engine finds it.
pub(super) fn judge<E>(
    value: &impl View,
    pattern: &str,
    engine: impl FnOnce(&str, &str) -> Result<bool, E>,
) -> Result<Verdict, E> {
    match value.text() {
        Some(text) => engine(pattern, text).map(Verdict::of),
        None => Ok(Verdict::Passes),
    }
}

/// What a valid value is.
#[must_use]
pub fn words(pattern: &str) -> Words {
    Words::new("text that matches ").code(pattern)
}

pub(super) struct Facts<'f> {
    pub(super) pattern: &'f str,
    pub(super) problem: Option<&'f str>,
    pub(super) accepts_default: Option<bool>,
}

impl<'f, 'a> ValidatorRules<'f, 'a> for Facts<'_> {
    fn mistake(&self, _name: &str, _field: &str) -> Option<ValidatorError> {
        self.problem.map(|problem| {
            let message = format!("{:?} is no regular expression: {problem}", self.pattern);
            let help = "in a raw string (`r\"…\"`) a backslash need not be doubled";
            ValidatorError::new(Rule::REGEX_SYNTAX, message, help).of_argument(0)
        })
    }

    fn shapes(&self) -> Shapes<'f, 'a> {
        Shapes::Scalars(None)
    }

    fn scalar(&self, scalar: Scalar, _name: &str, _field: &str) -> Option<Inapplicable> {
        only_texts(scalar)
    }

    fn accepts(&self, _literal: &Literal<'_>, depth: usize) -> Option<bool> {
        // The caller was asked about the field's whole default.
        self.accepts_default.filter(|_| depth == 0)
    }

    fn wants(&self, _literal: &Literal<'_>) -> String {
        format!("it must match {:?}", self.pattern)
    }

    fn argument(&self) -> Option<String> {
        Some(String::from("…"))
    }
}
