//! Strings of a certain format: the common part of the SDK's string types.

use std::str::FromStr;

use schema_rules::Format;

use super::Mismatch;
use crate::value::Value;

/// Reads a string of this form with the parser of its Rust type.
pub(super) fn parse_as<T: FromStr>(format: &Format, text: &str) -> Result<T, String> {
    if let Some(problem) = format.problem.and_then(|problem| problem(text)) {
        return Err(problem.to_owned());
    }
    // The parser's own reason may repeat the text, which may be secret.
    text.parse().map_err(|_| "it is out of range".to_owned())
}

/// Reads a value of such a type.
pub(super) fn read_form<T>(
    value: &Value,
    format: &Format,
    parse: fn(&str) -> Result<T, String>,
) -> Result<T, Mismatch> {
    let Format { what, example, .. } = format;
    let Value::String(text) = value else {
        return Err(Mismatch::expected(what, value));
    };
    // The text is not repeated: it may be secret.
    parse(text).map_err(|problem| {
        Mismatch::new(format!(
            "{what} such as {example:?} is required, but this is not: {problem}"
        ))
    })
}

/// The canonical form; an invalid string is its own canonical form.
pub(super) fn canonical_form<T>(
    value: &Value,
    parse: fn(&str) -> Result<T, String>,
    canonical: fn(&T) -> String,
) -> Value {
    match value.as_str().map(parse) {
        Some(Ok(parsed)) => Value::from(canonical(&parsed)),
        _ => value.clone(),
    }
}

/// Implements the traits of such a type. `format` has the words for it; `parse` says why a string
/// is invalid, without repeating it; `canonical` writes the same text for all values with the same
/// meaning.
macro_rules! form {
    ($ty:ty {
        format: $format:expr,
        parse: $parse:expr,
        text: $text:expr,
        canonical: $canonical:expr,
        placeholder: $placeholder:expr,
    }) => {
        impl crate::field_type::FieldType for $ty {
            type Known = Self;

            fn from_value(
                value: &crate::value::Value,
            ) -> Result<Self, crate::field_type::Mismatch> {
                crate::field_type::forms::read_form(value, &$format, $parse)
            }

            fn to_value(&self) -> crate::value::Value {
                let text: fn(&$ty) -> String = $text;
                crate::value::Value::from(text(self))
            }

            fn placeholder() -> Self {
                $placeholder
            }
        }

        #[diagnostic::do_not_recommend]
        impl crate::field_type::AttributeType for $ty {
            const TYPE: &'static crate::ty::Type = &crate::ty::Type::String;
            const VALIDATORS: &'static [crate::schema::Validator] =
                &[crate::schema::Validator::new(
                    crate::schema::Predicate::Form(crate::schema::Form::of(&$format, |text| {
                        let parse: fn(&str) -> Result<$ty, String> = $parse;
                        parse(text).err()
                    })),
                )];
            const CANONICAL: Option<crate::schema::CanonicalFn> =
                Some(|value| crate::field_type::forms::canonical_form(value, $parse, $canonical));
        }
    };
}

pub(super) use form;
