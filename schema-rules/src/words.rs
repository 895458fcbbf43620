//! What a valid value is, in words: the same in errors at run time and in documentation.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::format::Format;

/// What a valid value is. Displayed as text; with `{:#}` as Markdown, in which what was written by
/// the author (patterns, listed values, constants) stands as code.
///
/// ```
/// use schema_rules::{Counted, Words};
///
/// let ends = (Some("1".to_owned()), Some("64".to_owned()));
/// let words = Words::Length { of: Counted::Characters, min: ends.0, max: ends.1 };
/// assert_eq!(words.to_string(), "between 1 and 64 characters long");
/// let words = Words::Regex("^[a-z]+$".to_owned());
/// assert_eq!(format!("{words}"), "text that matches ^[a-z]+$");
/// assert_eq!(format!("{words:#}"), "text that matches `^[a-z]+$`");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Words {
    /// A length or number, both ends included.
    Length {
        /// What is counted.
        of: Counted,
        /// The least.
        min: Option<String>,
        /// The greatest.
        max: Option<String>,
    },
    /// A number between ends.
    Range {
        /// The least.
        min: Option<String>,
        /// The greatest, or what it is below.
        max: Option<String>,
        /// `max` itself is not meant.
        below: bool,
    },
    /// A whole number of any size.
    Whole,
    /// One of these, as they are written.
    OneOf(Vec<String>),
    /// One of these texts, in capital letters or not.
    OneOfIgnoreCase(Vec<String>),
    /// A number that this one divides.
    Multiple(String),
    /// This truth value.
    Equals(bool),
    /// Not the zero of the type.
    NotZero,
    /// Without any of these characters.
    Excludes(String),
    /// A URL of one of these schemes, or of any.
    Url(Vec<String>),
    /// A network of so many bits, both ends included.
    Network {
        /// The fewest shared bits.
        min: String,
        /// The most.
        max: String,
    },
    /// A text of a form of its own.
    Form {
        /// What it is, with its article.
        what: &'static str,
        /// One such text.
        example: &'static str,
    },
    /// Text in which this pattern occurs.
    Regex(String),
    /// No element is null.
    NoNulls,
    /// No two elements are equal.
    Unique,
    /// Every element is all of this.
    Each(Vec<Words>),
    /// Every key is all of this.
    Keys(Vec<Words>),
    /// The element at this position is all of this.
    At(u32, Vec<Words>),
    /// All of these.
    All(Vec<Words>),
    /// One of these.
    Any(Vec<Words>),
    /// Not this.
    Not(Box<Words>),
    /// What a function of the author's accepts, by its name where that is known.
    Custom(Option<String>),
}

/// What a length counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    /// Characters or elements: the type is not known.
    Either,
    /// Characters of a text.
    Characters,
    /// Bytes of a text.
    Bytes,
    /// Elements of a collection.
    Elements,
}

impl From<&Format> for Words {
    fn from(format: &Format) -> Self {
        Words::Form {
            what: format.what,
            example: format.example,
        }
    }
}

impl fmt::Display for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Words::Length { of, min, max } => {
                let (before, after) = match of {
                    Counted::Either => ("", " long"),
                    Counted::Characters => ("", " characters long"),
                    Counted::Bytes => ("", " bytes long"),
                    Counted::Elements => ("a collection of ", " elements"),
                };
                f.write_str(before)?;
                bounds(f, min.as_deref(), max.as_deref())?;
                f.write_str(after)
            }
            Words::Range {
                min,
                max: Some(max),
                below: true,
            } => {
                if let Some(min) = min {
                    f.write_str("at least ")?;
                    number(f, min)?;
                    f.write_str(" and ")?;
                }
                f.write_str("below ")?;
                number(f, max)
            }
            Words::Range { min, max, .. } => bounds(f, min.as_deref(), max.as_deref()),
            Words::Whole => f.write_str("a whole number"),
            Words::OneOf(values) => listed(f, values),
            Words::OneOfIgnoreCase(values) => {
                listed(f, values)?;
                f.write_str(" (in capital letters or not)")
            }
            Words::Multiple(divisor) => {
                f.write_str("a multiple of ")?;
                number(f, divisor)
            }
            Words::Equals(value) => code(f, if *value { "true" } else { "false" }),
            Words::NotZero => f.write_str("neither empty nor zero"),
            Words::Excludes(characters) => {
                f.write_str("text without any of the characters ")?;
                code(f, characters)
            }
            Words::Url(schemes) => {
                f.write_str("a URL with a host")?;
                for (i, scheme) in schemes.iter().enumerate() {
                    f.write_str(if i == 0 { " that begins with " } else { " or " })?;
                    code(f, &format!("{scheme}://"))?;
                }
                Ok(())
            }
            Words::Network { min, max } => {
                f.write_str("a network such as ")?;
                code(f, "\"10.0.0.0/16\"")?;
                f.write_str(" of ")?;
                number(f, min)?;
                if min != max {
                    f.write_str(" to ")?;
                    number(f, max)?;
                }
                f.write_str(" bits, without bits beyond")
            }
            Words::Form { what, example } => {
                write!(f, "{what} such as ")?;
                code(f, &format!("{example:?}"))
            }
            Words::Regex(pattern) => {
                f.write_str("text that matches ")?;
                code(f, pattern)
            }
            Words::NoNulls => f.write_str("a collection without null elements"),
            Words::Unique => f.write_str("a list without equal elements"),
            Words::Each(inner) => {
                f.write_str("a collection in which each element is ")?;
                joined(f, inner, " and ")
            }
            Words::Keys(inner) => {
                f.write_str("a map in which each key is ")?;
                joined(f, inner, " and ")
            }
            Words::At(position, inner) => {
                write!(f, "a tuple whose element {position} is ")?;
                joined(f, inner, " and ")
            }
            Words::All(inner) => joined(f, inner, " and "),
            Words::Any(inner) => joined(f, inner, " or "),
            Words::Not(inner) => {
                f.write_str("not ")?;
                fmt::Display::fmt(inner, f)
            }
            Words::Custom(None) => f.write_str("accepted by the provider"),
            Words::Custom(Some(name)) => {
                f.write_str("accepted by ")?;
                code(f, name)
            }
        }
    }
}

fn bounds(f: &mut fmt::Formatter<'_>, min: Option<&str>, max: Option<&str>) -> fmt::Result {
    match (min, max) {
        (Some(min), Some(max)) if min == max => {
            f.write_str("exactly ")?;
            number(f, min)
        }
        (Some(min), Some(max)) => {
            f.write_str("between ")?;
            number(f, min)?;
            f.write_str(" and ")?;
            number(f, max)
        }
        (Some(min), None) => {
            f.write_str("at least ")?;
            number(f, min)
        }
        (None, Some(max)) => {
            f.write_str("at most ")?;
            number(f, max)
        }
        (None, None) => f.write_str("any number"),
    }
}

fn listed(f: &mut fmt::Formatter<'_>, values: &[String]) -> fmt::Result {
    f.write_str("one of ")?;
    for (i, value) in values.iter().enumerate() {
        if i > 0 {
            f.write_str(", ")?;
        }
        code(f, value)?;
    }
    Ok(())
}

fn joined(f: &mut fmt::Formatter<'_>, inner: &[Words], between: &str) -> fmt::Result {
    for (i, words) in inner.iter().enumerate() {
        if i > 0 {
            f.write_str(between)?;
        }
        fmt::Display::fmt(words, f)?;
    }
    Ok(())
}

/// A number is itself, the name of a constant is code.
fn number(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    if text.parse::<f64>().is_ok() {
        f.write_str(text)
    } else {
        code(f, text)
    }
}

/// In Markdown a code span, with more backticks around it than it has inside.
fn code(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    if !f.alternate() {
        return f.write_str(text);
    }
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    // A span that begins or ends with a backtick is set apart by spaces, which are not shown.
    let apart = if longest > 0 { " " } else { "" };
    let line = text.lines().collect::<Vec<_>>().join(" ");
    let line = if line.trim().is_empty() {
        format!("{line:?}")
    } else {
        line
    };
    write!(f, "{fence}{apart}{line}{apart}{fence}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::borrow::ToOwned;
    use alloc::vec;

    fn some(text: &str) -> Option<String> {
        Some(text.to_owned())
    }

    #[test]
    fn text_and_markdown() {
        let length = |of, min, max| Words::Length { of, min, max };
        let range = |min, max| Words::Range {
            min,
            max,
            below: false,
        };
        let cases = [
            (
                length(Counted::Either, some("3"), some("3")),
                "exactly 3 long",
                "exactly 3 long",
            ),
            (
                length(Counted::Characters, some("1"), some("MAX")),
                "between 1 and MAX characters long",
                "between 1 and `MAX` characters long",
            ),
            (
                length(Counted::Elements, None, some("4")),
                "a collection of at most 4 elements",
                "a collection of at most 4 elements",
            ),
            (range(some("-0.5"), None), "at least -0.5", "at least -0.5"),
            (
                Words::Range {
                    min: some("0"),
                    max: some("1"),
                    below: true,
                },
                "at least 0 and below 1",
                "at least 0 and below 1",
            ),
            (
                Words::Network {
                    min: "16".to_owned(),
                    max: "28".to_owned(),
                },
                "a network such as \"10.0.0.0/16\" of 16 to 28 bits, without bits beyond",
                "a network such as `\"10.0.0.0/16\"` of 16 to 28 bits, without bits beyond",
            ),
            (
                Words::Url(vec!["http".to_owned(), "https".to_owned()]),
                "a URL with a host that begins with http:// or https://",
                "a URL with a host that begins with `http://` or `https://`",
            ),
            (
                Words::Excludes("`".to_owned()),
                "text without any of the characters `",
                "text without any of the characters `` ` ``",
            ),
            (
                Words::Excludes(" ".to_owned()),
                "text without any of the characters  ",
                "text without any of the characters `\" \"`",
            ),
            (
                Words::Any(vec![
                    Words::OneOf(vec!["\"auto\"".to_owned()]),
                    Words::from(&crate::format::IP),
                ]),
                "one of \"auto\" or an IP address such as \"192.0.2.1\"",
                "one of `\"auto\"` or an IP address such as `\"192.0.2.1\"`",
            ),
            (
                Words::Each(vec![Words::Not(Box::new(Words::Multiple("2".to_owned())))]),
                "a collection in which each element is not a multiple of 2",
                "a collection in which each element is not a multiple of 2",
            ),
            (
                Words::Custom(some("my_check")),
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
