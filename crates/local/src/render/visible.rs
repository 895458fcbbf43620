//! Characters that a terminal interprets instead of showing them.
//!
//! Values, names and messages come from configurations, state files and providers. They are shown
//! unchanged, except for characters that would move the cursor, reverse the text order, or be
//! invisible.

use std::borrow::Cow;

use schema_rules::is_shown;

/// Our own control sequences: the weights and colours of [`Style`](super::Style).
const OURS: [&str; 7] = [
    "\u{1b}[0m",
    "\u{1b}[1m",
    "\u{1b}[31m",
    "\u{1b}[32m",
    "\u{1b}[33m",
    "\u{1b}[36m",
    "\u{1b}[90m",
];

/// Text from outside, with control characters replaced; line breaks and tabs stay.
pub(crate) fn without_control_characters(text: &str) -> String {
    text.chars().map(shown).collect()
}

fn shown(c: char) -> char {
    match c {
        '\n' | '\t' => c,
        c if is_shown(c) => c,
        _ => '\u{fffd}',
    }
}

/// The same for our own output, which keeps its weights and colours.
pub(super) fn guarded(text: &str) -> Cow<'_, str> {
    if !text.chars().any(|c| shown(c) != c) {
        return Cow::Borrowed(text);
    }
    let mut guarded = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if let Some(own) = OURS.iter().find(|own| rest.starts_with(**own)) {
            guarded.push_str(own);
            rest = rest.get(own.len()..).unwrap_or_default();
        } else {
            guarded.push(shown(c));
            rest = rest.get(c.len_utf8()..).unwrap_or_default();
        }
    }
    Cow::Owned(guarded)
}

/// A JSON document with such characters escaped; its meaning stays the same.
pub(super) fn escaped_json(document: &str) -> Cow<'_, str> {
    // Members are separated by spaces only; every other such character is in a string, where
    // escapes work.
    let obeyed = |c: char| c != '\n' && !is_shown(c);
    if !document.chars().any(obeyed) {
        return Cow::Borrowed(document);
    }
    let mut escaped = String::with_capacity(document.len());
    for c in document.chars() {
        if obeyed(c) {
            for unit in c.encode_utf16(&mut [0; 2]) {
                escaped.push_str(&format!("\\u{unit:04x}"));
            }
        } else {
            escaped.push(c);
        }
    }
    Cow::Owned(escaped)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::{Paint, Style};

    /// One character of each kind.
    const CONTROL_RANGES: [char; 20] = [
        '\u{1b}',
        '\u{7f}',
        '\u{9b}',
        '\u{ad}',
        '\u{61c}',
        '\u{180e}',
        '\u{200b}',
        '\u{200e}',
        '\u{200f}',
        '\u{202a}',
        '\u{202e}',
        '\u{2028}',
        '\u{2060}',
        '\u{2066}',
        '\u{2069}',
        '\u{206f}',
        '\u{3164}',
        '\u{feff}',
        '\u{fffb}',
        '\u{e0041}',
    ];

    #[test]
    fn what_a_terminal_obeys_is_never_shown() {
        for c in CONTROL_RANGES {
            assert!(!is_shown(c), "{c:?}");
            let text = format!("a{c}b");
            assert_eq!(without_control_characters(&text), "a\u{fffd}b", "{c:?}");
            assert_eq!(guarded(&text), "a\u{fffd}b", "{c:?}");
        }
    }

    #[test]
    fn what_is_written_with_joiners_stays() {
        for text in [
            "می\u{200c}خواهم",
            "👩\u{200d}💻",
            "❤\u{fe0f}",
            "日本",
            "é\n\t",
        ] {
            assert_eq!(without_control_characters(text), text);
            assert_eq!(guarded(text), text);
        }
    }

    #[test]
    fn our_own_colours_stay_and_no_others() {
        let style = Style { colour: true };
        let text = style.paint(Paint::Red, "a");
        assert_eq!(
            guarded(&format!("{text}\u{202e}")),
            format!("{text}\u{fffd}")
        );
        assert_eq!(guarded("\u{1b}[2Ja"), "\u{fffd}[2Ja");
    }

    #[test]
    fn json_means_the_same() {
        for c in CONTROL_RANGES {
            let json = serde_json::json!({ format!("k{c}"): format!("v{c}\\") });
            for document in [json.to_string(), format!("{json:#}")] {
                let escaped = escaped_json(&document);
                assert!(
                    !escaped.chars().any(|c| c != '\n' && !is_shown(c)),
                    "{escaped}"
                );
                let back: serde_json::Value = serde_json::from_str(&escaped).expect("JSON");
                assert_eq!(back, json);
            }
        }
    }
}
