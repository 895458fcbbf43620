//! Secret values (sensitive, write-only) in strings: finding their parts, and hiding them.
//!
//! ```
//! # schema_runtime::__example!();
//! use schema_runtime::secrets::{HIDDEN, Word, forms, hide, of_value};
//!
//! let mut words: Vec<Word> = Vec::new();
//! of_value(&Value::string("hunter 22"), &mut words);
//! let forms = forms(&words);
//! assert_eq!(hide("login with hunter 22 failed", &forms), format!("login with {HIDDEN} failed"));
//! assert_eq!(hide("GET /?password=hunter%2022", &forms), format!("GET /?password={HIDDEN}"));
//! ```

use std::borrow::Cow;
use std::cmp::Reverse;
use std::fmt::Write;
use std::sync::Arc;

use crate::codec::document::Document;
use crate::diagnostics::Diagnostic;
use crate::schema::{Block, Field};
use crate::value::{Value, decomposed};

/// The string that replaces a secret.
pub const HIDDEN: &str = "(sensitive value)";

/// A shorter secret is part of many words: it is hidden only as a whole word.
const MIN_SECRET_LENGTH: usize = 8;

/// A secret string, or one of the [`forms`] to look for.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Word {
    text: Arc<str>,
    /// Whether it matches only whole words.
    whole: bool,
}

crate::debug::__debug!(Word, |_it|);

impl Word {
    /// A secret string, wherever it occurs.
    fn anywhere(text: impl Into<Arc<str>>) -> Self {
        let text = text.into();
        let whole = text.chars().nth(MIN_SECRET_LENGTH - 1).is_none();
        Word { text, whole }
    }

    /// Whether it is so short that many strings contain it as a word.
    #[must_use]
    pub fn is_short(&self) -> bool {
        self.whole
    }

    /// The text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether there is nothing to look for.
    #[must_use]
    pub fn is_blank(&self) -> bool {
        self.text.trim().is_empty()
    }
}

/// Hides the parts of a secret value in the summary and detail of a diagnostic about it.
pub(crate) fn hide_in(secret: &Value, diagnostic: &mut Diagnostic) {
    let mut words = Vec::new();
    of_value(secret, &mut words);
    let words = forms(&words);
    for text in [&mut diagnostic.summary, &mut diagnostic.detail] {
        if let Cow::Owned(without) = hide(text, &words) {
            *text = without;
        }
    }
}

/// What to look for in a string that may contain these words: each verbatim, and as code writes it
/// elsewhere (quoted, in JSON, in a URL, trimmed, line by line). Longer ones come first: one secret
/// may be part of another.
#[must_use]
pub fn forms<'a>(words: impl IntoIterator<Item = &'a Word>) -> Vec<Word> {
    let mut forms = Vec::new();
    for word in words {
        word.add_forms(&mut forms);
    }
    forms.retain(|form| !form.is_blank());
    forms.sort_by(|a, b| b.text.len().cmp(&a.text.len()).then_with(|| a.cmp(b)));
    forms.dedup();
    forms
}

/// The strings and numbers of the secret fields of an object of this schema.
pub fn of_block(block: &Block, object: &Value, words: &mut Vec<Word>) {
    for (field, value) in block.with_values(object) {
        of_field(field, value, words);
    }
}

/// The same for one field's value.
pub fn of_field(field: &Field, value: &Value, words: &mut Vec<Word>) {
    if field.is_secret() {
        return of_value(value, words);
    }
    // There may be many elements, and usually nothing in them is secret.
    if let Some((_, block)) = field.nested_block()
        && block.any_field(&Field::is_secret)
    {
        for object in value.objects() {
            of_block(block, object, words);
        }
    }
}

/// The strings and numbers of fields that are not secret, including map keys, as values: they are
/// rarely needed as strings from [`text_of`].
pub fn open_of(fields: &[Field], values: &[Value], open: &mut Vec<Value>) {
    for (field, value) in fields.iter().zip(values) {
        if field.is_secret() {
            continue;
        }
        match field.nested_block() {
            Some((_, block)) => {
                for values in value.objects().filter_map(Value::as_object) {
                    open_of(&block.fields, values, open);
                }
            }
            None => open_of_value(value, open),
        }
    }
}

fn open_of_value(value: &Value, open: &mut Vec<Value>) {
    match value {
        Value::String(_) | Value::Number(_) => open.push(value.clone()),
        Value::Map(elements) => elements.iter().for_each(|(key, element)| {
            open.push(Value::String(Arc::clone(key)));
            open_of_value(element, open);
        }),
        other => other.children().for_each(|part| open_of_value(part, open)),
    }
}

/// A string or number as it appears in text.
#[must_use]
pub fn text_of(value: &Value) -> Option<Arc<str>> {
    match value {
        Value::String(text) => Some(Arc::clone(text)),
        Value::Number(number) => Some(number.to_string().into()),
        _ => None,
    }
}

/// Receives values that may be secret, so that no log shows them.
pub trait SecretWatch: Send + Sync {
    /// Values of these fields, whether anything in them is secret or not.
    fn note(&self, fields: &[Field], values: &[Value]);
}

/// The strings and numbers in a value. Text is searched for their [`forms`].
pub fn of_value(value: &Value, words: &mut Vec<Word>) {
    match value {
        Value::String(text) => words.push(Word::anywhere(Arc::clone(text))),
        Value::Number(number) => words.push(Word::anywhere(number.to_string())),
        Value::Map(elements) => elements.iter().for_each(|(key, element)| {
            // Usually a name: `name` must not be hidden in every `hostname`.
            words.push(Word {
                text: Arc::clone(key),
                whole: true,
            });
            of_value(element, words);
        }),
        // Bools and null cannot be hidden: they occur in every text.
        other => other.children().for_each(|part| of_value(part, words)),
    }
}

/// A secret with more lines is looked for only as a whole; in a document with more strings, only
/// the longest.
const MOST_PARTS: usize = 128;

/// A longer secret (a certificate bundle, a state) is looked for only verbatim and as `{:?}` prints
/// it.
const LONG: usize = 64 << 10;

/// A shorter line of a secret (`}`, `name: a`) may occur anywhere.
const MIN_LINE_LENGTH: usize = 16;

/// A shorter string in a secret JSON document (`"ssl"`, `"admin"`) may occur anywhere.
const MIN_MEMBER_LENGTH: usize = 8;

/// The longer strings in a document.
fn texts_of<'a>(document: &'a Document, texts: &mut Vec<&'a str>) {
    match document {
        // A URL without a password only locates the service, which every error names.
        Document::String(text)
            if text.starts_with("https://") && !text.contains(['@', '?', '#']) => {}
        Document::String(text) if text.chars().count() >= MIN_MEMBER_LENGTH => {
            texts.push(text);
        }
        Document::Array(elements) => elements.iter().for_each(|it| texts_of(it, texts)),
        Document::Object(members) => members.iter().for_each(|(_, it)| texts_of(it, texts)),
        _ => {}
    }
}

impl Word {
    /// Adds this text and, if it is a document, the strings that code reads from it, such as the
    /// key in a service account's credentials.
    fn add_forms(&self, forms: &mut Vec<Word>) {
        self.add_forms_of(&self.text, forms);
        // Values hold the composed form; provider code may have the other one from a service or a
        // library.
        if !self.text.is_ascii() && self.text.len() <= LONG {
            self.add_forms_of(&decomposed(&self.text), forms);
        }
        if self.text.len() <= LONG
            && self.text.trim_start().starts_with(['{', '['])
            && let Ok(document) = self.text.parse::<Document>()
        {
            let mut texts = Vec::new();
            texts_of(&document, &mut texts);
            texts.sort_by_key(|text| Reverse(text.len()));
            for text in texts.into_iter().take(MOST_PARTS) {
                self.add_forms_of(text, forms);
            }
        }
    }

    fn add_forms_of(&self, text: &str, forms: &mut Vec<Word>) {
        let mut add = |form: &str| {
            let form = Word::anywhere(form);
            forms.push(Word {
                whole: form.whole || self.whole,
                ..form
            });
        };
        add(text);
        // As `{:?}` prints it, once and twice: an error may quote an error.
        let printed = inner_of(&format!("{text:?}")).to_owned();
        add(&printed);
        // As errors quote values.
        add(inner_of(&schema_rules::quoted(text)));
        // As provider code may use it after reading it from a file or a header.
        add(text.trim());
        if text.len() > LONG {
            return;
        }
        if printed != text {
            add(inner_of(&format!("{printed:?}")));
        }
        add(inner_of(&serde_json::Value::from(text).to_string()));
        // In a URL: as encoded in a form, a query and the user part.
        let encoded = percent_encoded(text, "-._~");
        add(&encoded);
        add(&encoded.replace("%20", "+"));
        add(&percent_encoded(text, "-._~!$&'()*+,%"));
        // A key may be logged line by line.
        if text.trim().contains('\n') && text.lines().count() <= MOST_PARTS {
            let lines = text.lines().map(str::trim);
            lines
                .filter(|line| line.chars().count() >= MIN_LINE_LENGTH)
                .for_each(add);
        }
    }
}

/// A quoted string without its quotation marks.
fn inner_of(quoted: &str) -> &str {
    quoted
        .get(1..quoted.len().saturating_sub(1))
        .unwrap_or(quoted)
}

/// A string as written in a URL; letters, digits and `kept` are not encoded.
fn percent_encoded(text: &str, kept: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || kept.as_bytes().contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            // Writing to a `String` never fails.
            let _ = write!(encoded, "%{byte:02X}");
        }
    }
    encoded
}

/// A string without these [`forms`], in their order.
#[must_use]
pub fn hide<'a>(text: &'a str, words: &[Word]) -> Cow<'a, str> {
    let mut shown = Cow::Borrowed(text);
    for word in words {
        if !word.is_blank() && shown.contains(&*word.text) {
            shown = Cow::Owned(without(&shown, word));
        }
    }
    shown
}

fn without(text: &str, word: &Word) -> String {
    let Word {
        text: secret,
        whole,
    } = word;
    let digits = secret.bytes().all(|byte| byte.is_ascii_digit());
    if !whole && !digits {
        return text.replace(&**secret, HIDDEN);
    }
    let mut shown = String::with_capacity(text.len());
    let mut end = 0;
    for (start, found) in text.match_indices(&**secret) {
        let after = start + found.len();
        let before = text.get(..start).and_then(|t| t.chars().next_back());
        let behind = text.get(after..).and_then(|t| t.chars().next());
        // Inside a longer number, it is not the secret; next to a letter, it is.
        let in_a_word = |c: Option<char>| {
            c.is_some_and(|c| match whole {
                true => c.is_alphanumeric(),
                false => c.is_ascii_digit(),
            })
        };
        // If it begins or ends with a character that is not part of words, that side is a word
        // boundary.
        let (first, last) = (secret.chars().next(), secret.chars().next_back());
        if in_a_word(first) && in_a_word(before) || in_a_word(last) && in_a_word(behind) {
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
        hide_in(&secret.into(), &mut diagnostic);
        assert_eq!(diagnostic.summary, diagnostic.detail);
        diagnostic.summary
    }

    #[test]
    fn a_secret_is_hidden_wherever_it_is() {
        assert_eq!(
            hidden("hunter-2", "xhunter-2x and \"hunter-2\""),
            "x(sensitive value)x and \"(sensitive value)\""
        );
        assert_eq!(
            hidden("a\"b\nc", "got \"a\\\"b\\nc\""),
            "got \"(sensitive value)\""
        );
        assert_eq!(
            hidden("it's\"x", "got \"it's\\\"x\""),
            "got \"(sensitive value)\""
        );
        let combined = "e\u{301}-clef";
        assert_eq!(
            hidden(combined, &format!("{:?}", Some(combined))),
            "Some(\"(sensitive value)\")"
        );
        assert_eq!(
            hidden("hunter2\n", "Bearer hunter2"),
            "Bearer (sensitive value)"
        );
        assert_eq!(hidden(4711, "4711 is odd"), "(sensitive value) is odd");
        let list = Value::List(vec![Value::from("first"), Value::from("second")]);
        assert_eq!(
            hidden(list, "first, second"),
            "(sensitive value), (sensitive value)"
        );
    }

    #[test]
    fn a_secret_is_hidden_in_the_forms_that_code_gives_it() {
        let secret = "p@ss \"w/ö\u{7}xyz\n";
        let template = "p@ss ${w}\u{202e}xyz";
        let error = schema_rules::quoted(template);
        assert_eq!(hidden(template, &error), format!("\"{HIDDEN}\""));
        let url = |user: &str| format!("https://admin:{user}@db/");
        let quoted = format!("{:?}", format!("{secret:?}"));
        let json = serde_json::json!({ "password": secret }).to_string();
        for text in [
            format!("{secret:?}"),
            quoted,
            json,
            url("p%40ss%20%22w%2F%C3%B6%07xyz%0A"),
            url("p%40ss+%22w%2F%C3%B6%07xyz%0A"),
            secret.trim().to_owned(),
        ] {
            let shown = hidden(secret, &text);
            assert!(shown.contains(HIDDEN), "{shown}");
            assert!(!shown.contains("xyz") && !shown.contains("p@ss"), "{shown}");
        }
        // As in the `url` crate: fewer characters are encoded in a user than in a query.
        assert_eq!(
            hidden("it's:(1)!", "x it's%3A(1)! y"),
            format!("x {HIDDEN} y")
        );
    }

    #[test]
    fn a_key_is_hidden_line_by_line() {
        let key = "-----BEGIN KEY-----\nMIIEvQIBADANBgkqhkiG9w0B\nshort\n-----END KEY-----\n";
        for line in key.lines().filter(|line| *line != "short") {
            assert_eq!(
                hidden(key, &format!("line: {line}")),
                format!("line: {HIDDEN}")
            );
        }
        // Most lines of a document occur in other strings too.
        assert_eq!(hidden(key, "a short line"), "a short line");
        let document = "a line of a document\n".repeat(MOST_PARTS + 1);
        assert_eq!(
            hidden(document.as_str(), "a line of a document"),
            "a line of a document"
        );
    }

    #[test]
    fn what_is_read_out_of_a_secret_document_is_hidden() {
        let document =
            r#"{"kind": "key", "keys": [{"private_key": "MIIEvQ\nIBADAN"}], "bits": 2048}"#;
        assert_eq!(
            hidden(
                document,
                "Key { kind: \"key\", private_key: \"MIIEvQ\\nIBADAN\", bits: 2048 }"
            ),
            format!("Key {{ kind: \"key\", private_key: \"{HIDDEN}\", bits: 2048 }}")
        );
        assert_eq!(hidden(document, document), HIDDEN);
        let address = r#"{"token_uri": "https://oauth2.example.com/token"}"#;
        assert_eq!(
            hidden(address, "no answer from https://oauth2.example.com/token"),
            "no answer from https://oauth2.example.com/token"
        );
        // Of very many, only the longest are used: names are omitted rather than keys.
        let names: Vec<String> = (0..MOST_PARTS).map(|n| format!("name-{n:03}")).collect();
        let many = serde_json::json!({ "names": names, "key": "a-longer-text" }).to_string();
        assert_eq!(hidden(many, "with a-longer-text"), format!("with {HIDDEN}"));
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
        assert_eq!(
            hidden(8080, "pid 180803, port:8080, v8080"),
            "pid 180803, port:(sensitive value), v8080"
        );
        let map = [("name".into(), Value::from("x-ray-7"))];
        assert_eq!(
            hidden(
                Value::Map(map.into_iter().collect()),
                "hostname name x-ray-7"
            ),
            "hostname (sensitive value) (sensitive value)"
        );
        assert_eq!(hidden("", "must not be empty"), "must not be empty");
        assert_eq!(hidden(" ", "must not be empty"), "must not be empty");
    }
}
