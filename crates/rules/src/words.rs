//! Descriptions of valid values, shared by run-time errors and documentation.

use alloc::string::String;
use alloc::vec::Vec;
use alloc::{format, vec};
use core::fmt;

use crate::escape::{self, is_shown};

/// A description of valid values. Displays as text; with `{:#}` as Markdown, in which everything
/// that the provider developer wrote (patterns, listed values, constants) is code.
///
/// ```
/// use schema_rules::validator::regex;
///
/// let words = regex::words("^[a-z]+$");
/// assert_eq!(format!("{words}"), "text that matches ^[a-z]+$");
/// assert_eq!(format!("{words:#}"), "text that matches `^[a-z]+$`");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Words(Vec<Piece>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    /// The SDK's words.
    Plain(String),
    /// The provider developer's words.
    Code(String),
}

impl Words {
    /// Words of the SDK.
    pub(crate) fn new(text: impl Into<String>) -> Self {
        Words(vec![Piece::Plain(text.into())])
    }

    /// Appends words of the SDK.
    pub(crate) fn plain(mut self, text: impl Into<String>) -> Self {
        self.0.push(Piece::Plain(text.into()));
        self
    }

    /// Appends words of a provider developer.
    pub(crate) fn code(mut self, text: impl Into<String>) -> Self {
        self.0.push(Piece::Code(text.into()));
        self
    }

    /// Appends a number as text, or the name of a constant as code.
    pub(crate) fn number(self, text: &str) -> Self {
        if text.parse::<f64>().is_ok() {
            self.plain(text)
        } else {
            self.code(text)
        }
    }

    /// Appends both ends of an interval.
    pub(crate) fn between(self, min: Option<&str>, max: Option<&str>) -> Self {
        match (min, max) {
            (Some(min), Some(max)) if min == max => self.plain("exactly ").number(min),
            (Some(min), Some(max)) => self
                .plain("between ")
                .number(min)
                .plain(" and ")
                .number(max),
            (Some(min), None) => self.plain("at least ").number(min),
            (None, Some(max)) => self.plain("at most ").number(max),
            (None, None) => self.plain("any number"),
        }
    }

    /// Appends a list of values.
    pub(crate) fn one_of(self, values: Vec<String>) -> Self {
        let values = values
            .into_iter()
            .map(|value| Words(vec![Piece::Code(value)]));
        self.plain("one of ").joined(values.collect(), ", ")
    }

    /// Appends other words, with this separator.
    pub(crate) fn joined(mut self, words: Vec<Words>, between: &str) -> Self {
        for (i, words) in words.into_iter().enumerate() {
            if i > 0 {
                self = self.plain(between);
            }
            self.0.extend(words.0);
        }
        self
    }
}

/// The unit of a length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    /// Characters or elements: the type is unknown.
    Either,
    /// Characters of a string.
    Characters,
    /// Bytes of a string.
    Bytes,
    /// Elements of a collection.
    Elements,
}

impl fmt::Display for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|piece| match piece {
            Piece::Plain(text) => f.write_str(text),
            Piece::Code(text) => code(f, text),
        })
    }
}

/// A Markdown code span, with more backticks around it than inside.
fn code(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    let is_plain = |c: char| is_shown(c) || matches!(c, '\n' | '\t' | '\r');
    if !text.chars().all(is_plain) {
        // Characters that no terminal or browser shows are escaped as in a configuration.
        let escaped = text.chars().map(|c| match is_plain(c) {
            true => String::from(c),
            false => escape::escaped(c),
        });
        return code(f, &escaped.collect::<String>());
    }
    if !f.alternate() {
        return f.write_str(text);
    }
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    // A span that begins or ends with a backtick needs spaces around it, which are not shown.
    let space = if longest > 0 { " " } else { "" };
    let line = text.lines().collect::<Vec<_>>().join(" ");
    let line = if line.trim().is_empty() {
        format!("{line:?}")
    } else {
        line
    };
    write!(f, "{fence}{space}{line}{space}{fence}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::IP;
    use crate::validator::definition::RangeBounds;
    use crate::validator::{
        combinators, custom, divisible_by, excludes, form, length, network, one_of, range, url,
    };
    use alloc::borrow::ToOwned;
    use alloc::vec;

    fn ends(min: Option<&str>, max: Option<&str>, below: bool) -> RangeBounds {
        RangeBounds {
            min: min.map(str::to_owned),
            max: max.map(str::to_owned),
            below,
        }
    }

    #[test]
    fn text_and_markdown() {
        let length = |of, min, max| length::words(of, ends(min, max, false));
        let cases = [
            (
                length(Counted::Either, Some("3"), Some("3")),
                "exactly 3 long",
                "exactly 3 long",
            ),
            (
                length(Counted::Characters, Some("1"), Some("MAX")),
                "between 1 and MAX characters long",
                "between 1 and `MAX` characters long",
            ),
            (
                length(Counted::Elements, None, Some("4")),
                "a collection of at most 4 elements",
                "a collection of at most 4 elements",
            ),
            (
                range::words(ends(Some("-0.5"), None, false)),
                "at least -0.5",
                "at least -0.5",
            ),
            (
                range::words(ends(Some("0"), Some("1"), true)),
                "at least 0 and below 1",
                "at least 0 and below 1",
            ),
            (
                network::words(ends(Some("16"), Some("28"), false)),
                "a network such as \"10.0.0.0/16\" of 16 to 28 bits, without bits beyond",
                "a network such as `\"10.0.0.0/16\"` of 16 to 28 bits, without bits beyond",
            ),
            (
                url::words(vec!["http".to_owned(), "https".to_owned()]),
                "a URL with a host that begins with http:// or https://",
                "a URL with a host that begins with `http://` or `https://`",
            ),
            (
                excludes::words("`"),
                "text without any of the characters `",
                "text without any of the characters `` ` ``",
            ),
            (
                excludes::words("a\0\u{e0041}"),
                "text without any of the characters a\\u0000\\U000e0041",
                "text without any of the characters `a\\u0000\\U000e0041`",
            ),
            (
                one_of::words(one_of::quoted(&["\u{1b}".into(), "${a}\"".into()])),
                "one of \"\\u001b\", \"$${a}\\\"\"",
                "one of `\"\\u001b\"`, `\"$${a}\\\"\"`",
            ),
            (
                excludes::words(" "),
                "text without any of the characters  ",
                "text without any of the characters `\" \"`",
            ),
            (
                combinators::any(vec![
                    one_of::words(vec!["\"auto\"".to_owned()]),
                    form::words(&IP),
                ]),
                "one of \"auto\" or an IP address such as \"192.0.2.1\"",
                "one of `\"auto\"` or an IP address such as `\"192.0.2.1\"`",
            ),
            (
                combinators::each(vec![combinators::not(vec![divisible_by::words("2")])]),
                "a collection in which each element is not a multiple of 2",
                "a collection in which each element is not a multiple of 2",
            ),
            (
                custom::words(Some("my_check")),
                "accepted by my_check",
                "accepted by `my_check`",
            ),
        ];
        for (words, text, markdown) in cases {
            assert_eq!(format!("{words}"), text);
            assert_eq!(format!("{words:#}"), markdown);
        }
    }
}
