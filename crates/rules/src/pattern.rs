//! Patterns of import ids: `{directory}/{name}`.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// One part of a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PatternPart<'p> {
    /// Literal text.
    Text(&'p str),
    /// The value of this field.
    Field(&'p str),
}

/// Parses a pattern: names of fields in braces, with a separator between any two of them.
///
/// # Errors
/// What is wrong with it, in words that follow the pattern.
///
/// ```
/// use schema_rules::{PatternPart::{Field, Text}, parse_pattern};
///
/// let parts = parse_pattern("{directory}/{name}").unwrap();
/// assert_eq!(parts, [Field("directory"), Text("/"), Field("name")]);
/// assert!(parse_pattern("{directory}{name}").is_err());
/// ```
pub fn parse_pattern(pattern: &str) -> Result<Vec<PatternPart<'_>>, String> {
    let mut parts: Vec<PatternPart<'_>> = Vec::new();
    let mut rest = pattern;
    while !rest.is_empty() {
        let part = if let Some(after) = rest.strip_prefix('{') {
            let closed = after.split_once('}');
            let Some((name, after)) = closed.filter(|(name, _)| !name.contains('{')) else {
                return Err(String::from("has a `{` without its `}`"));
            };
            if name.is_empty() {
                return Err(String::from("has braces without the name of a field"));
            }
            if parts.contains(&PatternPart::Field(name)) {
                return Err(format!("names `{name}` twice"));
            }
            if let Some(PatternPart::Field(before)) = parts.last() {
                return Err(format!(
                    "has nothing between `{before}` and `{name}`, so that nobody can tell where \
                     one ends"
                ));
            }
            rest = after;
            PatternPart::Field(name)
        } else {
            let end = rest.find('{').unwrap_or(rest.len());
            let (text, after) = rest.split_at(end);
            if text.contains('}') {
                return Err(String::from("has a `}` without its `{`"));
            }
            if text.contains('\\') {
                return Err(String::from(
                    "has a backslash, which is what values are escaped with",
                ));
            }
            rest = after;
            PatternPart::Text(text)
        };
        parts.push(part);
    }
    let mut names = parts.iter();
    match names.any(|part| matches!(part, PatternPart::Field(_))) {
        true => Ok(parts),
        false => Err(String::from("names no field")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mistakes_are_reported() {
        for (pattern, wrong) in [
            ("", "names no field"),
            ("plain", "names no field"),
            ("{a", "without its `}`"),
            ("a}b{c}", "without its `{`"),
            ("{}", "without the name"),
            ("{a{b}", "without its `}`"),
            ("{a}/{a}", "`a` twice"),
            ("{a}{b}", "between `a` and `b`"),
            ("{a}\\{b}", "backslash"),
        ] {
            let error = parse_pattern(pattern).unwrap_err();
            assert!(error.contains(wrong), "{pattern}: {error}");
        }
    }

    #[test]
    fn texts_may_be_around() {
        use PatternPart::{Field, Text};
        assert_eq!(
            parse_pattern("disk:{a}::{b}!").unwrap(),
            [Text("disk:"), Field("a"), Text("::"), Field("b"), Text("!")]
        );
    }
}
