//! Converts values, and explains failed conversions without showing hidden values.

use schema_runtime::convert;
use schema_runtime::ty::Type;
use schema_runtime::value::Value;

use super::TypedValue;
use super::typed::converted_paths;

/// The text that replaces a reason which would show a sensitive value.
pub(crate) const HIDDEN: &str = "the value is sensitive, so it is not shown";

/// Converts a value to a type, with the rules and limits of the language.
///
/// # Errors
/// Why it cannot be converted, in words; the text shows nothing of a value with sensitive or
/// ephemeral parts.
pub(crate) fn conversion(value: &TypedValue, ty: &Type) -> Result<TypedValue, String> {
    hidden_conversion(value, ty, value.is_hidden())
}

/// The same, but the reason shows nothing of a `hidden` value.
pub(crate) fn hidden_conversion(
    value: &TypedValue,
    ty: &Type,
    hidden: bool,
) -> Result<TypedValue, String> {
    let hidden = hidden || value.is_hidden();
    if let (Type::Set(element), Type::List(_), Value::Set(_)) = (&value.ty, ty, &value.value)
        && !element.is_primitive()
        && let Some(elements) = value.items()
    {
        // In Terraform Core's order, which a plain conversion of objects does not follow.
        let list = TypedValue::list((**element).clone(), elements);
        return hidden_conversion(&list.marked(value.kinds()), ty, hidden);
    }
    let (to, converted) = if value.ty == *ty {
        (ty.clone(), value.value.clone())
    } else {
        convert::convert(value.value.clone(), &value.ty, ty)
            // Even type and path are omitted: keys and attribute names can be secrets.
            .map_err(|error| match hidden {
                true => format!("{ty} is required; {HIDDEN}"),
                false => error.to_string(),
            })?
    };
    Ok(TypedValue {
        marks: value
            .marks
            .map(|paths| converted_paths(paths, &value.ty, &to)),
        ty: to,
        value: converted,
    })
}

/// Collects all strings and numbers in a value, in the forms that messages may show.
pub(crate) fn texts_of(value: &Value, found: &mut Vec<String>) {
    let mut add = |text: String| {
        if !text.trim().is_empty() {
            // Unquoted, and quoted as in messages.
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
