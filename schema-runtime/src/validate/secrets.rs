//! Takes secret values (sensitive, write-only) out of the diagnostics of an author's checks.

use crate::diagnostics::Diagnostic;
use crate::value::Value;

const HIDDEN: &str = "(sensitive value)";
/// A shorter secret is a part of many words: only as a whole word it is taken for the secret.
const MIN_SECRET_LENGTH: usize = 4;

/// Hides what a secret value consists of in the texts of a diagnostic about it.
pub(super) fn hide(secret: &Value, diagnostic: &mut Diagnostic) {
    let mut words = Vec::new();
    collect(secret, &mut words);
    // Longer ones first: one secret may be a part of another.
    words.sort_by(|a, b| b.len().cmp(&a.len()).then_with(|| a.cmp(b)));
    words.dedup();
    for word in &words {
        diagnostic.summary = without(&diagnostic.summary, word);
        diagnostic.detail = without(&diagnostic.detail, word);
    }
}

/// The texts and numbers in a value, also as `{:?}` would print them.
fn collect(value: &Value, words: &mut Vec<String>) {
    match value {
        Value::String(text) => {
            words.push(text.to_string());
            words.push(text.escape_debug().to_string());
        }
        Value::Number(number) => words.push(number.to_string()),
        Value::List(elements) | Value::Object(elements) => {
            elements.iter().for_each(|element| collect(element, words));
        }
        Value::Set(elements) => elements.iter().for_each(|element| collect(element, words)),
        Value::Map(elements) => elements.iter().for_each(|(key, element)| {
            words.push(key.to_string());
            collect(element, words);
        }),
        Value::Dynamic(dynamic) => collect(&dynamic.value, words),
        // That something is true, or is not there, is in every text.
        Value::Null | Value::Unknown(_) | Value::Bool(_) => {}
    }
}

fn without(text: &str, secret: &str) -> String {
    if secret.trim().is_empty() {
        return text.to_owned();
    }
    if secret.chars().count() >= MIN_SECRET_LENGTH {
        return text.replace(secret, HIDDEN);
    }
    let mut shown = String::with_capacity(text.len());
    let mut end = 0;
    for (start, found) in text.match_indices(secret) {
        let after = start + found.len();
        let before = text.get(..start).and_then(|t| t.chars().next_back());
        let behind = text.get(after..).and_then(|t| t.chars().next());
        let in_a_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        if in_a_word(before) || in_a_word(behind) {
            continue;
        }
        shown.push_str(text.get(end..start).unwrap_or_default());
        shown.push_str(HIDDEN);
        end = after;
    }
    shown.push_str(text.get(end..).unwrap_or_default());
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hidden(secret: impl Into<Value>, text: &str) -> String {
        let mut diagnostic = Diagnostic::error(text).with_detail(text);
        hide(&secret.into(), &mut diagnostic);
        assert_eq!(diagnostic.summary, diagnostic.detail);
        diagnostic.summary
    }

    #[test]
    fn a_secret_is_hidden_wherever_it_stands() {
        assert_eq!(
            hidden("hunter2", "xhunter2x and \"hunter2\""),
            "x(sensitive value)x and \"(sensitive value)\""
        );
        assert_eq!(
            hidden("a\"b\nc", "got \"a\\\"b\\nc\""),
            "got \"(sensitive value)\""
        );
        assert_eq!(hidden(4711, "4711 is odd"), "(sensitive value) is odd");
        let list = Value::List(vec![Value::from("first"), Value::from("second")]);
        assert_eq!(
            hidden(list, "first, second"),
            "(sensitive value), (sensitive value)"
        );
    }

    #[test]
    fn a_short_secret_is_a_word_of_its_own() {
        assert_eq!(
            hidden("a", "a password: \"a\""),
            "(sensitive value) password: \"(sensitive value)\""
        );
        assert_eq!(
            hidden(8, "at least 18 characters"),
            "at least 18 characters"
        );
        assert_eq!(hidden("", "must not be empty"), "must not be empty");
        assert_eq!(hidden(" ", "must not be empty"), "must not be empty");
    }
}
