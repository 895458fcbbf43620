//! Text from bytes, in the normal form of values.

use std::borrow::Cow;

use super::error::{CodecError, fail};
pub(crate) use crate::value::normalised;

/// The normalised text of these bytes.
pub(crate) fn from_bytes(bytes: &[u8]) -> Result<Cow<'_, str>, CodecError> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(normalised(text)),
        Err(_) => fail("text is not valid UTF-8"),
    }
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
