//! `one_of(…)`: one of these strings or numbers.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::ValidatorKind;
use super::const_compare::same;
use super::definition::{Definition, Signature, Values, ValuesOf};
use super::rules::{Inapplicable, ValidatorError, ValidatorRules, mismatched_value};
use super::value_view::{Exact, View};
use crate::catalogue::Rule;
use crate::escape;
use crate::literal::{self, Bound, Literal};
use crate::refs::Text;
use crate::scalar::Scalar;
use crate::shared_texts;
use crate::words::Words;

/// `one_of("a", "b")`.
pub(super) const DEFINITION: Definition = Definition {
    name: "one_of",
    example: "one_of(\"a\", \"b\")",
    signature: Signature::Values(Values {
        of: ValuesOf::Field,
        may_be_bare: false,
        facts: |values| values.map_or(ValidatorKind::Other, ValidatorKind::OneOf),
        words,
    }),
    in_constants: true,
};

/// Declares the functions of a table of constants: whether it lists a value, and whether the value
/// at a position differs from those before it.
macro_rules! tables {
    ($($passes:ident, $is_new:ident: $value:ty as $one:ty,
        |$it:ident| $read:expr, |$a:ident, $b:ident| $same:expr;)*) => {$(
        /// Whether a value is listed in a table of constants.
        #[must_use]
        pub const fn $passes(value: $value, values: &[$one]) -> bool {
            let mut i = 0;
            while i < values.len() {
                let ($it, $b) = (&values[i], value);
                let $a = $read;
                if $same {
                    return true;
                }
                i += 1;
            }
            false
        }

        /// Whether the value at this position differs from those before it.
        pub(super) const fn $is_new(values: &[$one], position: usize) -> bool {
            let (before, $it) = (values.split_at(position).0, &values[position]);
            !$passes($read, before)
        }
    )*};
}

tables! {
    text_passes, is_new_text: &str as Text, |it| it.const_str(), |a, b| same(a, b);
    integer_passes, is_new_integer: i128 as i128, |it| *it, |a, b| a == b;
    float_passes, is_new_float: f64 as f64, |it| *it, |a, b| a == b;
}

/// Whether an exact number is one of these.
pub(super) fn number_is_listed(value: &impl View, values: &[f64]) -> bool {
    value.number().is_none_or(|number| {
        let is = |one: &f64| number.order(Bound::Float(*one)).is_some_and(|o| o.is_eq());
        values.iter().any(is)
    })
}

/// What a valid value is.
#[must_use]
pub fn words(values: Vec<String>) -> Words {
    Words::new("").one_of(values)
}

/// Strings as in a configuration.
pub(crate) fn quoted(values: &[Text]) -> Vec<String> {
    let shown = values.iter().map(|value| escape::quoted(value.as_str()));
    shown.collect()
}

/// Numbers as written.
pub(super) fn shown<N: ToString>(values: &[N]) -> Vec<String> {
    values.iter().map(N::to_string).collect()
}

/// A list without values.
pub(super) fn empty(values: &[Literal<'_>], name: &str, field: &str) -> Option<ValidatorError> {
    values.is_empty().then(|| {
        let message = format!("`{name}` of `{field}` lists no value");
        let help = format!("list what is allowed: `{name}(\"a\", \"b\")`");
        ValidatorError::new(Rule::ONE_OF_EMPTY, None, message, help)
    })
}

pub(super) struct Facts<'f, 'v>(pub(super) &'f [Literal<'v>]);

impl<'f, 'a> ValidatorRules<'f, 'a> for Facts<'_, '_> {
    fn mistake(&self, name: &str, field: &str) -> Option<ValidatorError> {
        empty(self.0, name, field).or_else(|| {
            let (index, value) = literal::repeated(self.0)?;
            let text = shared_texts::listed_twice(name, field, &literal::show(value));
            Some(ValidatorError::of(Rule::ONE_OF_TWICE, Some(index), text))
        })
    }

    fn scalar(&self, scalar: Scalar, name: &str, field: &str) -> Option<Inapplicable> {
        if scalar == Scalar::Bool {
            return Some(Inapplicable::Scalar(
                "it is true or false anyway: remove it",
            ));
        }
        let help = format!("list {} values", scalar.words());
        mismatched_value(self.0, scalar, (name, field), &help)
    }

    fn accepts(&self, literal: &Literal<'_>, _depth: usize) -> Option<bool> {
        Some(self.0.iter().any(|value| literal::same(value, literal)))
    }

    fn wants(&self, _literal: &Literal<'_>) -> String {
        let shown: Vec<String> = self.0.iter().take(8).map(literal::show).collect();
        let more = if self.0.len() > 8 { ", …" } else { "" };
        format!("it must be one of {}{more}", shown.join(", "))
    }
}
