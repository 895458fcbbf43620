//! Numbers beyond a 64-bit float. The parser rejects them because it reads all numbers as 64-bit
//! floats or integers. Their value is read from the text of the file, so the parser may see zeros
//! instead.

use std::borrow::Cow;
use std::ops::Range;

use super::nesting::code_positions;

/// The text with zeros for the digits of such numbers; everything else keeps its place.
pub(super) fn without_large(text: &str) -> Cow<'_, str> {
    let mut found: Vec<Range<usize>> = Vec::new();
    for at in code_positions(text) {
        if found.last().is_some_and(|last| at < last.end) || !starts(text, at) {
            continue;
        }
        let end = at + length(text.get(at..).unwrap_or(""));
        let large = |text: &str| text.parse::<f64>().is_ok_and(f64::is_infinite);
        if text.get(at..end).is_some_and(large) {
            found.push(at..end);
        }
    }
    if found.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut small = String::with_capacity(text.len());
    let mut end = 0;
    for range in found {
        small.push_str(text.get(end..range.start).unwrap_or(""));
        let number = text.get(range.clone()).unwrap_or("");
        small.extend(
            number
                .chars()
                .map(|c| if c.is_ascii_digit() { '0' } else { c }),
        );
        end = range.end;
    }
    small.push_str(text.get(end..).unwrap_or(""));
    Cow::Owned(small)
}

/// Whether a number starts here: a digit that is not part of a name or another number.
fn starts(text: &str, at: usize) -> bool {
    let (before, rest) = text.as_bytes().split_at(at.min(text.len()));
    let in_name = |c: u8| c.is_ascii_alphanumeric() || c == b'_' || !c.is_ascii();
    let is_digit = rest.first().is_some_and(u8::is_ascii_digit);
    if !is_digit || before.last().is_some_and(|c| in_name(*c) || *c == b'.') {
        return false;
    }
    // Names may contain hyphens.
    let words = before
        .iter()
        .rev()
        .take_while(|c| in_name(**c) || **c == b'-');
    let first = words.filter(|c| **c != b'-').last();
    first.is_none_or(u8::is_ascii_digit)
}

/// The length of the number at the start of the text.
fn length(text: &str) -> usize {
    let digits = |from: usize| {
        let rest = text.as_bytes().get(from..).unwrap_or(&[]);
        from + rest.iter().take_while(|c| c.is_ascii_digit()).count()
    };
    let is = |at: usize, any: &[u8]| text.as_bytes().get(at).is_some_and(|c| any.contains(c));
    let mut end = digits(0);
    if is(end, b".") && digits(end + 1) > end + 1 {
        end = digits(end + 1);
    }
    if is(end, b"eE") {
        let power = end + 1 + usize::from(is(end + 1, b"+-"));
        if digits(power) > power {
            end = digits(power);
        }
    }
    end
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
