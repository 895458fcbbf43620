//! Strings in the form that values hold: Unicode normalisation form C, as in Terraform Core.

use std::borrow::Cow;
use std::sync::Arc;

use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

/// The normalised string; most strings are already normalised and are not copied.
pub(crate) fn normalised(text: &str) -> Cow<'_, str> {
    if text.is_ascii() || is_nfc_quick(text.chars()) == IsNormalized::Yes {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(text.nfc().collect())
    }
}

/// The string in the other form, which some file systems and services answer with.
pub(crate) fn decomposed(text: &str) -> String {
    text.nfd().collect()
}

/// [`normalised`] for a string that is shared.
pub(crate) fn normalise(text: Arc<str>) -> Arc<str> {
    match normalised(&text) {
        Cow::Borrowed(_) => text,
        Cow::Owned(text) => text.into(),
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
        let shared: Arc<str> = "plain".into();
        assert!(Arc::ptr_eq(&normalise(shared.clone()), &shared));
        assert_eq!(&*normalise("e\u{301}".into()), "é");
    }
}
