//! Text from bytes, in the normal form of values.

use std::borrow::Cow;

use super::error::{CodecError, fail};
use super::expected::Form;
use crate::number::Number;
use crate::ty::Type;
use crate::value::Value;
pub(crate) use crate::value::normalised;

/// The normalised text of these bytes.
pub(crate) fn from_bytes(bytes: &[u8]) -> Result<Cow<'_, str>, CodecError> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(normalised(text)),
        Err(_) => fail("text is not valid UTF-8"),
    }
}

/// A string, number or bool from its text in a state.
pub(crate) fn scalar(form: Form<'_>, text: &str) -> Result<Value, CodecError> {
    match (form, text) {
        (Form::Bool, "true" | "1") => Ok(Value::Bool(true)),
        (Form::Bool, "false" | "0") => Ok(Value::Bool(false)),
        // The string may be secret.
        (Form::Bool, _) => fail("bool is required, not this string"),
        (Form::Number, _) => match Number::parse(text) {
            Ok(number) => Ok(Value::Number(number)),
            Err(error) => fail(format!("number is required: {error}")),
        },
        _ => Ok(Value::from(text)),
    }
}

/// The message for a tuple that has another number of elements than its type.
pub(super) fn other_length(types: &[Type], given: usize) -> String {
    let required = types.len();
    format!("a tuple of {required} elements is required ({given} given)")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_text_in_normal_form_or_an_error() {
        assert_eq!(from_bytes("e\u{301}".as_bytes()).as_deref(), Ok("é"));
        assert!(from_bytes(&[0xff]).is_err());
    }
}
