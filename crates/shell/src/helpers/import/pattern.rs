//! [`ImportPattern`]: several values in one id.

use std::fmt;

use schema_rules::{PatternPart, parse_pattern, quoted};
use schema_runtime::diagnostics::Diagnostic;

use crate::result::Result;

/// A pattern of ids, as in `#[schema(import = "{directory}/{name}")]`: names in braces, and strings
/// that separate them.
///
/// A separator or backslash inside a value is escaped with a backslash.
///
/// ```
/// use schema_provider::import::ImportPattern;
///
/// let pattern = ImportPattern::new("{directory}/{name}")?;
/// let found = pattern.read(r"a\/b/c")?;
/// assert_eq!(found, [("directory", "a/b".to_owned()), ("name", "c".to_owned())]);
/// assert_eq!(pattern.write(|name| match name {
///     "directory" => Some("a/b".to_owned()),
///     _ => Some("c".to_owned()),
/// })?, r"a\/b/c");
///
/// let error = pattern.read("c").unwrap_err().to_string();
/// assert!(error.contains("{directory}/{name}"), "{error}");
/// assert!(error.contains("\"c\""), "{error}");
/// # Ok::<(), schema_provider::prelude::Diagnostics>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportPattern<'p> {
    pattern: &'p str,
    parts: Vec<PatternPart<'p>>,
}

impl fmt::Display for ImportPattern<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.pattern)
    }
}

impl<'p> ImportPattern<'p> {
    /// Parses a pattern.
    ///
    /// # Errors
    /// It is not a pattern: braces without a name, or two names without a separator.
    pub fn new(pattern: &'p str) -> Result<Self> {
        match parse_pattern(pattern) {
            Ok(parts) => Ok(ImportPattern { pattern, parts }),
            Err(wrong) => Err(
                Diagnostic::error(format!("The import pattern {pattern:?} {wrong}"))
                    .with_detail("This is a bug in the provider.")
                    .into(),
            ),
        }
    }

    /// The names, in their order.
    ///
    /// ```
    /// # use schema_provider::import::ImportPattern;
    /// let pattern = ImportPattern::new("{directory}/{name}")?;
    /// assert_eq!(pattern.names().collect::<Vec<_>>(), ["directory", "name"]);
    /// assert!(ImportPattern::new("{a}{b}").is_err());
    /// # Ok::<(), schema_provider::prelude::Diagnostics>(())
    /// ```
    pub fn names(&self) -> impl Iterator<Item = &'p str> {
        self.parts.iter().filter_map(|part| match part {
            PatternPart::Field(name) => Some(*name),
            PatternPart::Text(_) => None,
        })
    }

    /// Splits an id: each name with its value, in order.
    ///
    /// # Errors
    /// The id does not match the pattern; the error shows both.
    pub fn read(&self, id: &str) -> Result<Vec<(&'p str, String)>> {
        let mut found = Vec::new();
        let mut rest = id;
        for (position, part) in self.parts.iter().enumerate() {
            match part {
                PatternPart::Text(text) => {
                    let Some(after) = rest.strip_prefix(text) else {
                        return Err(self.mismatch(id, &format!("{} is missing", quoted(text))));
                    };
                    rest = after;
                }
                PatternPart::Field(name) => {
                    let end = match self.parts.get(position + 1) {
                        Some(PatternPart::Text(text)) => Some(*text),
                        _ => None,
                    };
                    let (value, after) = self.value(rest, end);
                    if value.is_empty() {
                        return Err(self.mismatch(id, &format!("{name} is empty")));
                    }
                    found.push((*name, value));
                    rest = after;
                }
            }
        }
        if rest.is_empty() {
            Ok(found)
        } else {
            Err(self.mismatch(id, &format!("{} is left over", quoted(rest))))
        }
    }

    /// The string up to a separator: the one that ends this value, or any separator if it is the
    /// last value.
    fn value<'i>(&self, rest: &'i str, end: Option<&str>) -> (String, &'i str) {
        let mut value = String::new();
        let mut letters = rest.char_indices();
        while let Some((at, letter)) = letters.next() {
            let here = rest.get(at..).unwrap_or_default();
            let ends = match end {
                Some(end) => here.starts_with(end),
                None => self.separators().any(|text| here.starts_with(text)),
            };
            if ends {
                return (value, here);
            }
            if letter == '\\'
                && let Some((_, escaped)) = letters.next()
            {
                value.push(escaped);
            } else {
                value.push(letter);
            }
        }
        (value, "")
    }

    /// The strings after a value.
    fn separators(&self) -> impl Iterator<Item = &'p str> {
        self.parts.iter().skip(1).filter_map(|part| match part {
            PatternPart::Text(text) => Some(*text),
            PatternPart::Field(_) => None,
        })
    }

    /// Builds an id from the value of each name.
    ///
    /// # Errors
    /// A name has no value, or an empty one.
    pub fn write(&self, mut value_of: impl FnMut(&str) -> Option<String>) -> Result<String> {
        let mut id = String::new();
        for part in &self.parts {
            match part {
                PatternPart::Text(text) => id.push_str(text),
                PatternPart::Field(name) => {
                    let value = value_of(name).filter(|value| !value.is_empty());
                    let Some(value) = value else {
                        return Err(Diagnostic::error(format!(
                            "{name} has no value, so there is no id of the format {self}"
                        ))
                        .into());
                    };
                    for letter in value.chars() {
                        let special = letter == '\\'
                            || self.separators().any(|text| text.starts_with(letter));
                        if special {
                            id.push('\\');
                        }
                        id.push(letter);
                    }
                }
            }
        }
        Ok(id)
    }

    fn mismatch(&self, id: &str, wrong: &str) -> schema_runtime::diagnostics::Diagnostics {
        let separators: Vec<String> = self.separators().map(quoted).collect();
        let escape = if separators.is_empty() {
            String::new()
        } else {
            format!(
                " Write a backslash before {} if it belongs to a value.",
                separators.join(" or ")
            )
        };
        Diagnostic::error("The import id has the wrong format")
            .with_detail(format!(
                "The id must have the format {self}; in {}, {wrong}.{escape}",
                quoted(id)
            ))
            .into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(pattern: &str, id: &str) -> Result<Vec<String>, String> {
        let pattern = ImportPattern::new(pattern).unwrap();
        match pattern.read(id) {
            Ok(found) => Ok(found.into_iter().map(|(_, value)| value).collect()),
            Err(errors) => Err(errors.to_string()),
        }
    }

    #[test]
    fn ids_are_taken_apart() {
        assert_eq!(read("{a}", "x/y").unwrap(), ["x/y"]);
        assert_eq!(read("{a}/{b}/{c}", "x/y/z").unwrap(), ["x", "y", "z"]);
        assert_eq!(read("disk:{a}::{b}!", "disk:x::y!").unwrap(), ["x", "y"]);
        assert_eq!(read("{a}/{b}", r"x\/\\/y\/").unwrap(), [r"x/\", "y/"]);
        assert_eq!(read("{a}/{b}", "ä/ß").unwrap(), ["ä", "ß"]);
    }

    #[test]
    fn other_ids_are_rejected_with_the_pattern() {
        for (pattern, id, wrong) in [
            ("{a}/{b}", "", "a is empty"),
            ("{a}/{b}", "x", "\"/\" is missing"),
            ("{a}/{b}", "x/", "b is empty"),
            ("{a}/{b}", "/y", "a is empty"),
            ("{a}/{b}", "x/y/z", "\"/z\" is left over"),
            ("disk:{a}", "x", "\"disk:\" is missing"),
            ("{a}!", "x!y", "\"y\" is left over"),
        ] {
            let error = read(pattern, id).unwrap_err();
            assert!(error.contains(wrong), "{pattern} {id}: {error}");
            assert!(error.contains(pattern), "{error}");
        }
    }

    #[test]
    fn an_id_is_written_as_a_configuration_writes_it() {
        let error = read("{a}/{b}", "x\0").unwrap_err();
        assert!(error.contains(r#"in "x\u0000","#), "{error}");
    }

    #[test]
    fn every_value_comes_back() {
        use proptest::prelude::*;
        proptest!(|(a in ".+", b in ".+", c in ".+")| {
            let pattern = ImportPattern::new("{a}/{b}::{c}").unwrap();
            let id = pattern.write(|name| Some(match name {
                "a" => a.clone(),
                "b" => b.clone(),
                _ => c.clone(),
            })).unwrap();
            let found = pattern.read(&id).unwrap();
            prop_assert_eq!(found, vec![("a", a), ("b", b), ("c", c)]);
        });
    }
}
