//! Strings as in a configuration: which characters are shown literally, and how the others are
//! escaped.

use alloc::format;
use alloc::string::String;

/// Whether a character is visible, and in its place: not a control character, line end, change of
/// writing direction, or zero-width character.
///
/// Joiners (U+200C, U+200D) and variation selectors (U+FE00 to U+FE0F) count as visible: Persian,
/// Hindi and most emoji cannot be written without them.
///
/// ```
/// use schema_rules::is_shown;
///
/// assert!("日本 é".chars().all(is_shown));
/// assert!(!is_shown('\n') && !is_shown('\u{202e}'));
/// ```
#[must_use]
pub fn is_shown(c: char) -> bool {
    !c.is_control()
        && !matches!(c,
            // The direction of writing.
            '\u{061c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2066}'..='\u{2069}'
            // Ends of lines and paragraphs.
            | '\u{2028}' | '\u{2029}'
            // No width.
            | '\u{00ad}' | '\u{034f}' | '\u{180e}' | '\u{200b}' | '\u{2060}'..='\u{2065}'
            | '\u{206a}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}'
            | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}'
            // Letters that are blank.
            | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{3164}' | '\u{ffa0}')
}

/// A quoted string, as in a configuration: on one line, without templates, and with characters that
/// are [not shown](is_shown) as their number.
///
/// ```
/// assert_eq!(schema_rules::quoted("a \"${b}\""), r#""a \"$${b}\"""#);
/// ```
#[must_use]
pub fn quoted(text: &str) -> String {
    without_templates(&quoted_with(text, |c, quoted| match is_shown(c) {
        true => quoted.push(c),
        false => quoted.push_str(&escaped(c)),
    }))
}

/// A string in which nothing begins a template.
#[must_use]
pub fn without_templates(text: &str) -> String {
    text.replace("${", "$${").replace("%{", "%%{")
}

/// A quoted string, on one line; `write` writes the characters that every language takes unchanged.
pub fn quoted_with(text: &str, mut write: impl FnMut(char, &mut String)) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for c in text.chars() {
        match c {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            c => write(c, &mut quoted),
        }
    }
    quoted.push('"');
    quoted
}

/// A character's number, as in a configuration.
pub(crate) fn escaped(c: char) -> String {
    match u32::from(c) {
        code @ ..=0xffff => format!("\\u{code:04x}"),
        code => format!("\\U{code:08x}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_moves_or_hides_is_not_shown() {
        for c in [
            '\u{1b}',
            '\u{7f}',
            '\u{9b}',
            '\u{ad}',
            '\u{61c}',
            '\u{180e}',
            '\u{200b}',
            '\u{202e}',
            '\u{2028}',
            '\u{2060}',
            '\u{206f}',
            '\u{3164}',
            '\u{feff}',
            '\u{fffb}',
            '\u{e0041}',
        ] {
            assert!(!is_shown(c), "{c:?}");
            let quoted = quoted(&format!("a{c}b"));
            assert!(
                quoted.is_ascii() && quoted.contains('\\'),
                "{c:?}: {quoted}"
            );
        }
        for text in ["می\u{200c}خواهم", "👩\u{200d}💻", "❤\u{fe0f}", "日本", "é "] {
            assert!(text.chars().all(is_shown), "{text}");
        }
        assert_eq!(quoted("a\u{202e}b"), "\"a\\u202eb\"");
        assert_eq!(quoted("a\u{e0041}b"), "\"a\\U000e0041b\"");
    }
}
