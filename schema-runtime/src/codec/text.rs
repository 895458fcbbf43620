//! Text as values hold it: Unicode normalisation form C, as core normalises on reading.

use std::borrow::Cow;

use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

use super::error::{CodecError, fail};

/// The normalised text; most text is, and is not copied.
pub(crate) fn normalised(text: &str) -> Cow<'_, str> {
    if text.is_ascii() || is_nfc_quick(text.chars()) == IsNormalized::Yes {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(text.nfc().collect())
    }
}

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
    fn text_is_normalised_and_mostly_not_copied() {
        assert!(matches!(normalised("plain"), Cow::Borrowed("plain")));
        assert!(matches!(normalised("é"), Cow::Borrowed("é")));
        assert_eq!(normalised("e\u{301}"), "é");
        assert!(from_bytes(&[0xff]).is_err());
    }
}
