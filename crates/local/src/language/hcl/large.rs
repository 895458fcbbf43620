//! Numbers beyond a 64-bit float. The parser rejects them because it reads all numbers as 64-bit
//! floats or integers. Their value is read from the text of the file, so the parser may see zeros
//! instead.

use std::borrow::Cow;

use super::tokens::{Kind, Token, tokens};

/// The text with zeros for the digits of such numbers; everything else keeps its place.
pub(super) fn without_large(text: &str) -> Cow<'_, str> {
    let mut small = Cow::Borrowed(text);
    for Token { kind, at } in tokens(text) {
        let (before, rest) = text.split_at_checked(at.start).unwrap_or_default();
        let written = rest.get(..at.len()).unwrap_or("");
        let is_large = || written.parse::<f64>().is_ok_and(f64::is_infinite);
        // Behind a dot it is a part of a name, or an index.
        if kind == Kind::Number && !before.ends_with('.') && is_large() {
            let zeros = written.replace(|c: char| c.is_ascii_digit(), "0");
            small.to_mut().replace_range(at, &zeros);
        }
    }
    small
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_numbers_become_small() {
        for (text, small) in [
            ("a = 1e500", "a = 0e000"),
            ("a = [-12.5E+400, 1]", "a = [-00.0E+000, 1]"),
            ("a = 1-1e999", "a = 1-0e000"),
            ("a = \"${1e500} 1e500\"", "a = \"${0e000} 1e500\""),
            (
                "a = <<E\n1e500 ${1e500}\nE\n",
                "a = <<E\n1e500 ${0e000}\nE\n",
            ),
        ] {
            assert_eq!(without_large(text), small);
        }
        for text in [
            "a = 1e308",
            "a = x-1e500",
            "a1e500 = ä1e500",
            "# 1e500",
            "a = b.1e500",
        ] {
            assert!(matches!(without_large(text), Cow::Borrowed(_)), "{text}");
        }
        let long = "9".repeat(400);
        assert_eq!(without_large(&long), "0".repeat(400));
    }
}
