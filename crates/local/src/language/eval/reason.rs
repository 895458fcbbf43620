//! Conversion of values, and why one cannot be converted, without what must not be shown.

use schema_runtime::convert::{self, ConvertError};
use schema_runtime::ty::Type;
use schema_runtime::value::Value;

use super::typed::converted_paths;
use super::{Evaluator, TypedValue};
use crate::source::Location;

/// What is in a message for the reason that would show a sensitive value.
pub(crate) const HIDDEN: &str = "the value is sensitive, so it is not shown";

/// Converts a value to a type, in the way and with the limits of the language.
///
/// # Errors
/// Why it cannot be converted, in words; they show nothing of a value of which something is
/// sensitive or ephemeral.
pub(crate) fn conversion(value: &TypedValue, ty: &Type) -> Result<TypedValue, String> {
    hidden_conversion(value, ty, value.is_hidden())
}

/// The same, for a value of which nothing must be shown if it is `hidden`.
pub(crate) fn hidden_conversion(
    value: &TypedValue,
    ty: &Type,
    hidden: bool,
) -> Result<TypedValue, String> {
    let hidden = hidden || value.is_hidden();
    if let (Type::Set(element), Type::List(_), Value::Set(_)) = (&value.ty, ty, &value.value)
        && !element.is_primitive()
        && let Some(elements) = value.elements()
    {
        // In core's order, which a conversion of objects alone does not know.
        let elements = elements.into_iter().map(|(_, element)| element).collect();
        let list = TypedValue::list((**element).clone(), elements);
        return hidden_conversion(&list.marked(value.kinds()), ty, hidden);
    }
    let (to, converted) = if value.ty == *ty {
        (ty.clone(), value.value.clone())
    } else {
        convert::convert(value.value.clone(), &value.ty, ty)
            .map_err(|error| reason(&error, ty, hidden))?
    };
    Ok(TypedValue {
        marks: value
            .marks
            .map(|paths| converted_paths(paths, &value.ty, &to)),
        ty: to,
        value: converted,
    })
}

/// Not even the type and the place are told of what is sensitive: keys and names of attributes can
/// be secrets.
fn reason(error: &ConvertError, ty: &Type, hidden: bool) -> String {
    if hidden {
        format!("{ty} is required; {HIDDEN}")
    } else {
        error.to_string()
    }
}

/// All strings and numbers in a value, as messages could show them.
pub(crate) fn texts_of(value: &Value, found: &mut Vec<String>) {
    let mut add = |text: String| {
        if !text.trim().is_empty() {
            // As it is, and as messages quote it.
            for quoted in [format!("{text:?}"), schema_rules::quoted(&text)] {
                let quoted = quoted.trim_matches('"').to_owned();
                if quoted != text {
                    found.push(quoted);
                }
            }
            found.push(text);
        }
    };
    match value {
        Value::String(text) => add(text.to_string()),
        Value::Number(number) => add(number.to_string()),
        Value::Map(values) => values.keys().for_each(|key| add(key.to_string())),
        _ => {}
    }
    value.children().for_each(|part| texts_of(part, found));
}

impl Evaluator<'_> {
    /// An error whose reason is reported only if nothing in it is sensitive.
    pub(super) fn fail_unless_hidden(
        &mut self,
        summary: &str,
        detail: impl Into<String>,
        hidden: Option<&str>,
        at: &Location,
    ) -> TypedValue {
        match hidden {
            Some(general) => self.fail(summary, general, at),
            None => self.fail(summary, detail, at),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_found_in_each_form_that_messages_give_it() {
        let mut found = Vec::new();
        texts_of(&Value::from("${a}\0"), &mut found);
        assert_eq!(found, ["${a}\\0", "$${a}\\u0000", "${a}\0"]);
    }
}
