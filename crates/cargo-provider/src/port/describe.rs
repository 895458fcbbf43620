//! Descriptions: doc comments if they are read back exactly and mean the same to Rust and to
//! Terraform's users, else the option `description`.

use std::collections::BTreeSet;

use super::model::{Field, Key, Ty, Unsaid};
use crate::idents;

/// The doc comment of a description, or the option where that is required.
pub(super) fn described(text: &str, keys: &mut Vec<Key>) -> Vec<String> {
    let doc = doc(text);
    if doc.is_none() && !text.is_empty() {
        keys.push(Key::string("description", text));
    }
    doc.unwrap_or_default()
}

/// A field with its description, and its schema name if the Rust name differs.
pub(super) fn field(
    name: &str,
    ident: String,
    description: &str,
    mut keys: Vec<Key>,
    ty: Ty,
) -> Field {
    let doc = described(description, &mut keys);
    if ident.trim_start_matches("r#") != name {
        keys.push(Key::string("rename", name));
    }
    Field {
        name: name.to_owned(),
        ident,
        doc,
        comments: Vec::new(),
        keys,
        ty,
    }
}

/// The name of a field that no configuration needs to write.
pub(super) fn called(name: &str, used: &mut BTreeSet<String>) -> Unsaid<String> {
    let ident = idents::field(name, used);
    ident.ok_or_else(|| "nothing can be called like that".to_owned())
}

/// A reason with one more name at the start of its path.
pub(super) fn at(name: &str, reason: String) -> String {
    match reason.split_once(": ") {
        Some((path, _)) if !path.contains(' ') => format!("{name}.{reason}"),
        _ => format!("{name}: {reason}"),
    }
}

/// The lines of a doc comment with exactly this text.
fn doc(text: &str) -> Option<Vec<String>> {
    let reads_back = !text.is_empty()
        && text == text.trim()
        && text.lines().all(|line| line == line.trim_end())
        && !text.contains('\r');
    (reads_back && is_prose(text)).then(|| text.split('\n').map(str::to_owned).collect())
}

/// Whether rustdoc and clippy accept a string: no code that would become a doctest, no broken
/// links, no lists that need indentation.
fn is_prose(text: &str) -> bool {
    let odd = |c: char| {
        (c.is_control() && c != '\n')
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
    };
    if text.contains(odd) || text.contains("```") || text.contains("~~~") {
        return false;
    }
    let mut in_list = false;
    for line in text.split('\n') {
        let marker = line.trim_start_matches(|c: char| c.is_ascii_digit());
        let is_list = line.starts_with(['-', '*', '+', '>', '='])
            || (marker.len() < line.len() && marker.starts_with(['.', ')']));
        // A line after a list item that is not an item would have to be indented.
        if line.starts_with([' ', '\t', '|'])
            || (in_list && !is_list && !line.is_empty())
            || line.starts_with(['>', '='])
        {
            return false;
        }
        in_list = is_list;
    }
    without_code(text).is_some_and(|plain| {
        let plain = without_links(&plain);
        !plain.contains("://") && !plain.contains(['[', '<']) && !plain.contains("`")
    })
}

/// The text without code in backticks, which rustdoc takes verbatim; `None` if one is not closed.
fn without_code(text: &str) -> Option<String> {
    let mut plain = String::new();
    for (at, part) in text.split('`').enumerate() {
        if at % 2 == 0 {
            plain.push_str(part);
        }
        if part.is_empty() && at % 2 == 1 {
            return None;
        }
    }
    text.matches('`').count().is_multiple_of(2).then_some(plain)
}

/// The text without links that have an address: `[text](https://…)`.
fn without_links(text: &str) -> String {
    let (mut plain, mut rest) = (String::new(), text);
    while let Some((before, link)) = rest.split_once('[') {
        plain.push_str(before);
        let found = link
            .split_once("](")
            .and_then(|(shown, link)| Some((shown, link.split_once(')')?)));
        match found {
            Some((shown, (address, after)))
                if address.starts_with("http")
                    && !address.contains(char::is_whitespace)
                    && !shown.contains(['[', ']']) =>
            {
                rest = after;
            }
            _ => {
                plain.push('[');
                rest = link;
            }
        }
    }
    plain + rest
}

/// Whether a description is Markdown; `None` if there is none, or its kind is unknown.
pub(super) fn kind_of(description: &str, kind: Option<&str>) -> Option<bool> {
    kind.filter(|_| !description.is_empty())
        .map(|kind| kind == "markdown")
}

/// Declares which descriptions are plain, as briefly as possible. `described` has the kind of each
/// field's.
pub(super) fn plain(
    keys: &mut Vec<Key>,
    fields: &mut [Field],
    described: &[Option<bool>],
    own: Option<bool>,
    id: Option<bool>,
) {
    let count = |wanted: bool| described.iter().filter(|one| **one == Some(wanted)).count();
    // The id's kind can only be declared for all.
    let all_fields = match id {
        Some(markdown) => !markdown,
        None => count(false) > count(true),
    };
    let own_plain = own.map_or(all_fields, |markdown| !markdown);
    match (own_plain, all_fields) {
        (true, true) => keys.push(Key::word("plain")),
        (false, true) => keys.push(Key::word("plain(fields)")),
        (true, false) => keys.push(Key::word("plain(own)")),
        (false, false) => {}
    }
    let word = if all_fields { "markdown" } else { "plain" };
    for (field, kind) in fields.iter_mut().zip(described) {
        if *kind == Some(all_fields) {
            field.keys.push(Key::word(word));
        }
    }
}

/// The message for users: the sentence of the description that mentions it.
pub(super) fn deprecation(description: &str) -> String {
    let sentences = description
        .split(['\n'])
        .flat_map(|line| line.split_inclusive(". "));
    let mut sentences = sentences.map(str::trim).filter(|sentence| {
        let lower = sentence.to_ascii_lowercase();
        lower.contains("deprecated") && sentence.len() > 20
    });
    sentences.next().unwrap_or("It is deprecated.").to_owned()
}

#[cfg(test)]
mod tests {
    use super::doc;

    #[test]
    fn prose_is_a_comment_and_the_rest_a_key() {
        for text in [
            "The name.",
            "One of `a<b>`, `[c]`.\n\nMore.",
            "Some:\n\n- a\n- b",
            "ünïcode",
            "A [link](https://x.y/z).",
        ] {
            assert!(doc(text).is_some(), "{text:?}");
        }
        for text in [
            "",
            " indented",
            "trailing \nblank",
            "See https://example.com",
            "A [link](x)",
            "<b>bold</b>",
            "    code",
            "```\ncode\n```",
            "- a\nlazy",
            "one ` alone",
            "tab\tinside",
            "a\u{202e}b",
        ] {
            assert!(doc(text).is_none(), "{text:?}");
        }
    }
}
