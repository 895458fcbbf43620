//! [`Secrets`]: values that are sensitive only because of the configuration, not because of a
//! schema.
//!
//! A provider does not know about `sensitive` variables: its messages may show a value from one.
//! Such values are removed from its messages before they are shown.

use std::collections::BTreeSet;
use std::sync::Mutex;

use schema_panic::lock;
use schema_runtime::diagnostics::Diagnostic;
use schema_runtime::path::{Path, Step};
use schema_runtime::secrets::{self, Word};
use schema_runtime::value::Value;

use crate::language::body::Decoded;
use crate::language::eval::{TypedValue, texts_of};

/// The sensitive strings and numbers of configured objects.
#[derive(Default)]
pub(crate) struct Secrets(Mutex<Known>);

#[derive(Default)]
struct Known {
    texts: BTreeSet<String>,
    /// The words to search for, built on first use: there may be thousands of them, and ten
    /// progress lines per second.
    forms: Option<Vec<Word>>,
}

impl Known {
    fn add(&mut self, texts: impl IntoIterator<Item = String>) {
        let before = self.texts.len();
        self.texts.extend(texts);
        if self.texts.len() != before {
            self.forms = None;
        }
    }
}

impl Secrets {
    /// Remembers the sensitive values of an object.
    pub(crate) fn remember(&self, decoded: &Decoded) {
        lock(&self.0).add(decoded.secrets.iter().cloned());
    }

    /// Remembers the sensitive values of a stored object.
    pub(crate) fn remember_stored(&self, object: &TypedValue) {
        if object.is_hidden() {
            let mut found = Vec::new();
            collect(object, &mut found);
            lock(&self.0).add(found);
        }
    }

    /// The diagnostic without secrets.
    pub(crate) fn redacted(&self, mut diagnostic: Diagnostic) -> Diagnostic {
        let mut known = lock(&self.0);
        let Known { texts, forms } = &mut *known;
        let forms = forms.get_or_insert_with(|| forms_of(texts));
        for said in [&mut diagnostic.summary, &mut diagnostic.detail] {
            *said = secrets::hide(said, forms).into_owned();
        }
        for text in texts.iter() {
            if diagnostic.path.to_string().contains(text.as_str()) {
                diagnostic.path = shown(&diagnostic.path, text);
            }
        }
        diagnostic
    }

    /// A string from the provider without secrets.
    pub(crate) fn redacted_text(&self, text: &str) -> String {
        self.redacted(Diagnostic::warning(text)).summary
    }
}

fn forms_of(texts: &BTreeSet<String>) -> Vec<Word> {
    let mut words = Vec::new();
    for text in texts {
        secrets::of_value(&Value::from(text.as_str()), &mut words);
    }
    secrets::forms(&words)
}

fn collect(object: &TypedValue, found: &mut Vec<String>) {
    if object.whole_kinds().any() {
        return texts_of(&object.value, found);
    }
    for (_, element) in object.elements().unwrap_or_default() {
        collect(&element, found);
    }
}

/// A path, cut off before the step that shows a secret.
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
            ("x-a-y", "-a-", "x(sensitive value)y"),
            ("ää", "ä", "ää"),
            ("nothing", "hunter2", "nothing"),
        ] {
            let forms = forms_of(&BTreeSet::from([secret.to_owned()]));
            assert_eq!(secrets::hide(text, &forms), result);
        }
    }
}
