//! [`Secrets`]: what is sensitive in a configuration although no schema says so.
//!
//! A provider knows nothing of `sensitive` variables: its messages may show a value that came from
//! one. They are looked through for such values before anybody sees them.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use schema_runtime::diagnostics::Diagnostic;
use schema_runtime::path::{Path, Step};

use crate::body::Decoded;
use crate::eval::{TypedValue, texts_of};

/// The texts and numbers that were sensitive in a configured object.
#[derive(Default)]
pub(crate) struct Secrets {
    texts: Mutex<BTreeSet<String>>,
}

const HIDDEN: &str = "(sensitive value)";

impl Secrets {
    /// Remembers what is sensitive in an object.
    pub(crate) fn learn(&self, decoded: &Decoded) {
        if decoded.secrets.is_empty() {
            return;
        }
        let mut texts = self.texts.lock().unwrap_or_else(PoisonError::into_inner);
        texts.extend(decoded.secrets.iter().cloned());
    }

    /// Remembers what is sensitive in an object that the state holds.
    pub(crate) fn learn_stored(&self, object: &TypedValue) {
        if !object.is_hidden() {
            return;
        }
        let mut found = Vec::new();
        collect(object, &mut found);
        let mut texts = self.texts.lock().unwrap_or_else(PoisonError::into_inner);
        texts.extend(found);
    }

    /// The same without what must not be shown.
    pub(crate) fn redacted(&self, mut diagnostic: Diagnostic) -> Diagnostic {
        let texts = self.texts.lock().unwrap_or_else(PoisonError::into_inner);
        // The longest first: one may be a part of another.
        let mut texts: Vec<&String> = texts.iter().collect();
        texts.sort_by_key(|text| std::cmp::Reverse(text.len()));
        for text in texts {
            diagnostic.summary = without(&diagnostic.summary, text);
            diagnostic.detail = without(&diagnostic.detail, text);
            if diagnostic.path.to_string().contains(text.as_str()) {
                diagnostic.path = shown(&diagnostic.path, text);
            }
        }
        diagnostic
    }
}

impl Secrets {
    /// A text of the provider's without what must not be shown.
    pub(crate) fn redacted_text(&self, text: &str) -> String {
        self.redacted(Diagnostic::warning(text)).summary
    }
}

fn collect(object: &TypedValue, found: &mut Vec<String>) {
    if object.whole_kinds().any() {
        return texts_of(&object.value, found);
    }
    for (_, element) in object.elements().unwrap_or_default() {
        collect(&element, found);
    }
}

/// A path up to the step that says what must not be said.
fn shown(path: &Path, secret: &str) -> Path {
    let says = |step: &Step| {
        let only: Path = std::iter::once(step.clone()).collect();
        only.to_string().contains(secret)
    };
    path.steps()
        .iter()
        .take_while(|step| !says(step))
        .cloned()
        .collect()
}

/// A text without another, where that is a whole word: `5` is no part of `15`.
fn without(text: &str, secret: &str) -> String {
    let is_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let starts = is_word(secret.chars().next());
    let ends = is_word(secret.chars().next_back());
    let (mut result, mut rest, mut before) = (String::with_capacity(text.len()), text, None);
    while let Some(at) = rest.find(secret) {
        let (left, right) = rest.split_at(at);
        let (found, right) = right.split_at(secret.len());
        let previous = left.chars().next_back().or(before);
        // Short ones are parts of many words; a long one is told by a part of a word too.
        let inside = starts && is_word(previous) || ends && is_word(right.chars().next());
        result.push_str(left);
        if inside && secret.chars().count() < 6 {
            result.push_str(found);
        } else {
            result.push_str(HIDDEN);
        }
        before = found.chars().next_back();
        rest = right;
    }
    result.push_str(rest);
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_and_parts_of_short_ones_are_not() {
        for (text, secret, result) in [
            (
                "expected x, got \"5\"",
                "5",
                "expected x, got \"(sensitive value)\"",
            ),
            ("15 and 51 and 5.", "5", "15 and 51 and (sensitive value)."),
            ("xhunter22y", "hunter22", "x(sensitive value)y"),
            ("-a-", "-a-", "(sensitive value)"),
            ("ää", "ä", "ää"),
            ("nothing", "hunter2", "nothing"),
        ] {
            assert_eq!(without(text, secret), result);
        }
    }
}
