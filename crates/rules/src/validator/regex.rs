//! `regex("…")`: a string in which a pattern occurs. The caller provides the engine.

use alloc::format;
use alloc::string::String;

use super::definition::{Definition, Signature};
use super::rules::{ValidatorError, ValidatorRules};
use super::value_view::{Verdict, View};
use crate::catalogue::Rule;
use crate::literal::Literal;
use crate::words::Words;

/// `regex("^[a-z]+$")`.
pub(super) const DEFINITION: Definition = Definition {
    name: "regex",
    example: "regex(\"^[a-z]+$\")",
    signature: Signature::Pattern,
    in_constants: false,
};

/// Whether a pattern occurs, according to this engine.
pub(super) fn judge<E>(
    value: &impl View,
    pattern: &str,
    engine: impl FnOnce(&str, &str) -> Result<bool, E>,
) -> Result<Verdict, E> {
    match value.text() {
        Some(text) => engine(pattern, text).map(Verdict::of),
        None => Ok(Verdict::Passes),
    }
}

/// What a valid value is.
#[must_use]
pub fn words(pattern: &str) -> Words {
    Words::new("text that matches ").code(pattern)
}

/// Features of other engines that this linear-time engine lacks: their syntax, and what to do
/// instead. The first that occurs is reported.
const NOT_HERE: &[(&[&str], &str)] = &[
    (
        &["(?=", "(?!", "(?<=", "(?<!"],
        "say what must be there and what must not each for itself, `validate = [regex(\"…\"), not(regex(\"…\"))]`, or check it in a function of yours, `custom = my_check`",
    ),
    (
        &[
            "(?P=", "\\k<", "\\k{", "\\1", "\\2", "\\3", "\\4", "\\5", "\\6", "\\7", "\\8", "\\9",
        ],
        "no pattern can say here that a part comes again: check it in a function of yours, `custom = my_check`",
    ),
    (
        &["\\p", "\\P"],
        "write the characters, as in `[A-Za-z]`; all letters of Unicode knows a function of yours, `custom = my_check`, with `char::is_alphabetic`",
    ),
    (
        &["&&", "--", "~~"],
        "write the characters that are left, as in `[b-df-h]`, or two validators: `[regex(\"…\"), not(regex(\"…\"))]`",
    ),
    (
        &["(?>"],
        "write `(?:…)`: this engine never tries another way, so that nothing has to keep it from that",
    ),
    (&["(?#"], "remove the comment"),
    (&["(?("], "write out both cases: `(?:ab|c)`"),
    (
        &["\\Z"],
        "write `\\z` or `$`, which are the end of the text",
    ),
    (&["\\h"], "write `[ \\t]`"),
    (&["\\R"], "write `\\r?\\n`"),
    (
        &["\\K", "\\G"],
        "remove it: it is only asked whether the pattern occurs",
    ),
    (
        &["\\Q", "\\E"],
        "write a backslash before each character that means something: `\\.`",
    ),
    (
        &["\\c", "\\e"],
        "write the character by its number: `\\x1b`",
    ),
    (&["{,"], "write the least number too: `{0,3}`"),
];

/// What to write instead of a pattern that cannot be parsed.
fn instead(pattern: &str, problem: &str) -> &'static str {
    let found = NOT_HERE
        .iter()
        .find(|(signs, _)| signs.iter().any(|sign| pattern.contains(sign)));
    match found {
        Some((_, help)) => help,
        None if pattern.starts_with(['*', '+', '?']) => {
            "there is nothing before it to repeat: any string is `.*`, and a dot `\\.`"
        }
        None if problem.contains("invalid range") => "the lower end comes first: `[a-z]`",
        None if problem.contains("size limit") => "lower the counts in braces",
        None if pattern.contains('\\') => {
            "in a raw string (`r\"…\"`) a backslash need not be doubled"
        }
        None => "escape a literal character with a backslash, in a raw string: `r\"\\[\"`",
    }
}

pub(super) struct Facts<'f> {
    pub(super) pattern: &'f str,
    pub(super) problem: Option<&'f str>,
    pub(super) accepts_default: Option<bool>,
}

impl<'f, 'a> ValidatorRules<'f, 'a> for Facts<'_> {
    fn mistake(&self, _name: &str, _field: &str) -> Option<ValidatorError> {
        self.problem.map(|problem| {
            let message = format!("`{}` is not a regular expression: {problem}", self.pattern);
            let help = instead(self.pattern, problem);
            ValidatorError::new(Rule::REGEX_SYNTAX, Some(0), message, help)
        })
    }

    fn accepts(&self, _literal: &Literal<'_>, depth: usize) -> Option<bool> {
        // The caller checked the field's whole default.
        self.accepts_default.filter(|_| depth == 0)
    }

    fn wants(&self, _literal: &Literal<'_>) -> String {
        format!("it must match {:?}", self.pattern)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_other_engines_have_has_its_own_help() {
        for (pattern, help) in [
            ("^(?!foo)", "not(regex("),
            (r"(a)\1", "comes again"),
            (r"\p{L}", "char::is_alphabetic"),
            ("[a-z&&[^b]]", "that are left"),
            (r"a\Z", "`\\z` or `$`"),
            ("a{,3}", "{0,3}"),
            ("*.txt", "any string is `.*`"),
            (r"\y", "raw string"),
            ("[", "with a backslash"),
        ] {
            assert!(instead(pattern, "").contains(help), "{pattern}");
        }
    }
}
