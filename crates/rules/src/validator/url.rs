//! `url`, `url("https")`: a URL with a host, with any scheme or one of these.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::definition::{Definition, Signature, Values, ValuesOf};
use super::rules::{Inapplicable, ValidatorError, ValidatorRules, mismatched_value, only_texts};
use super::{ValidatorKind, one_of_ignore_case};
use crate::catalogue::Rule;
use crate::format::{is_scheme, url_scheme};
use crate::literal::{self, Literal};
use crate::scalar::Scalar;
use crate::words::Words;

/// `url`.
pub(super) const DEFINITION: Definition = Definition {
    name: "url",
    example: "url",
    signature: Signature::Values(Values {
        of: ValuesOf::Texts("Url"),
        may_be_bare: true,
        facts: |schemes| schemes.map_or(ValidatorKind::Text, ValidatorKind::Url),
        words,
    }),
    in_constants: false,
};

/// Whether a string is a URL, with one of these schemes if there are any.
#[must_use]
pub fn passes<'s>(text: &str, mut schemes: impl ExactSizeIterator<Item = &'s str>) -> bool {
    url_scheme(text).is_some_and(|scheme| {
        schemes.len() == 0 || schemes.any(|one| one.eq_ignore_ascii_case(scheme))
    })
}

/// What a valid value is.
#[must_use]
pub fn words(schemes: Vec<String>) -> Words {
    let mut words = Words::new("a URL with a host");
    for (i, scheme) in schemes.iter().enumerate() {
        let before = if i == 0 { " that begins with " } else { " or " };
        let scheme = scheme.trim_matches('"');
        words = words.plain(before).code(format!("{scheme}://"));
    }
    words
}

/// A string that is not a scheme, or a repeated one.
fn mistake(schemes: &[Literal<'_>], name: &str, field: &str) -> Option<ValidatorError> {
    for (index, scheme) in schemes.iter().enumerate() {
        let Some(scheme) = literal::text(scheme).filter(|text| !is_scheme(text)) else {
            continue;
        };
        let message = format!("{scheme:?} is not a scheme of a URL");
        let bare = scheme.split(':').next().unwrap_or_default();
        let help = if is_scheme(bare) {
            format!("write it without what follows: `{name}({bare:?})`")
        } else {
            format!("a scheme is a word: `{name}(\"https\")`; without any, write `{name}`")
        };
        return Some(ValidatorError::new(
            Rule::URL_SCHEME,
            Some(index),
            message,
            help,
        ));
    }
    one_of_ignore_case::repeated(schemes, name, field)
}

pub(super) struct Facts<'f, 'v>(pub(super) &'f [Literal<'v>]);

impl<'f, 'a> ValidatorRules<'f, 'a> for Facts<'_, '_> {
    fn mistake(&self, name: &str, field: &str) -> Option<ValidatorError> {
        mistake(self.0, name, field)
    }

    fn scalar(&self, scalar: Scalar, name: &str, field: &str) -> Option<Inapplicable> {
        only_texts(scalar)
            .or_else(|| mismatched_value(self.0, scalar, (name, field), "list strings"))
    }

    fn accepts(&self, literal: &Literal<'_>, _depth: usize) -> Option<bool> {
        let url = literal::text(literal)?;
        let schemes: Option<Vec<&str>> = self.0.iter().map(literal::text).collect();
        match schemes {
            Some(schemes) => Some(passes(url, schemes.into_iter())),
            // Its scheme is unknown, but a string that is not a URL has none.
            None => url_scheme(url).is_none().then_some(false),
        }
    }

    fn wants(&self, _literal: &Literal<'_>) -> String {
        let schemes = self.0.iter().filter_map(literal::text).map(String::from);
        format!("it must be {}", words(schemes.collect()))
    }
}
