//! `excludes("…")`: a string without any of these characters.

use alloc::format;
use alloc::string::String;

use super::ValidatorKind;
use super::const_compare::share_a_character;
use super::definition::{Definition, Signature, Text};
use super::rules::{ValidatorError, ValidatorRules, contradiction};
use crate::catalogue::Rule;
use crate::literal::Literal;
use crate::words::Words;

/// `excludes("/")`.
pub(super) const DEFINITION: Definition = Definition {
    name: "excludes",
    example: "excludes(\"/\")",
    signature: Signature::Text(Text {
        predicate: "Excludes",
        facts: |characters| ValidatorKind::Excludes(characters),
        words,
    }),
    in_constants: false,
};

/// Whether a string has none of the characters.
#[must_use]
pub const fn passes(text: &str, characters: &str) -> bool {
    !share_a_character(text, characters)
}

/// What a valid value is.
#[must_use]
pub fn words(characters: &str) -> Words {
    Words::new("text without any of the characters ").code(characters)
}

pub(super) struct Facts<'f>(pub(super) Option<&'f str>);

impl<'f, 'a> ValidatorRules<'f, 'a> for Facts<'_> {
    fn mistake(&self, name: &str, field: &str) -> Option<ValidatorError> {
        (self.0 == Some("")).then(|| {
            let message = format!("`{name}` of `{field}` names no character");
            let help = "name the characters that may not occur: `excludes(\"/\")`";
            ValidatorError::new(Rule::EXCLUDES_NOTHING, Some(0), message, help)
        })
    }

    fn accepts(&self, literal: &Literal<'_>, _depth: usize) -> Option<bool> {
        match literal {
            Literal::Text(text) => self.0.map(|characters| passes(text, characters)),
            _ => None,
        }
    }

    fn wants(&self, _literal: &Literal<'_>) -> String {
        self.0.map_or_else(contradiction, |characters| {
            format!("it must be {}", words(characters))
        })
    }
}
