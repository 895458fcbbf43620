//! Validators: one file each, with what it means, what it is called and what it can check.
//!
//! A validator's meaning is a predicate of a primitive value (a text, a number, a count), constant
//! where that can be. Three doors ask it: the rules, about a default that is written out
//! ([`ValidatorKind`], through the crate's own `ValidatorRules`); the compiler, about constants
//! ([`Predicate::passes_constant`]); and the runtime, about configurations
//! ([`Predicate::judge`]). An annotation finds it by its name ([`find`]).

mod const_compare;
pub mod definition;
mod interval;
mod number_set;
mod predicate;
pub(crate) mod rules;
mod samples;
mod value_view;

pub mod bytes;
pub mod combinators;
pub mod custom;
pub mod divisible_by;
pub mod equals;
pub mod excludes;
pub mod float;
pub mod form;
pub mod integer;
pub mod length;
pub mod network;
pub mod no_nulls;
pub mod not_empty;
pub mod not_zero;
pub mod one_of;
pub mod one_of_ignore_case;
pub mod parts;
pub mod port;
pub mod port_or_zero;
pub mod range;
pub mod regex;
pub mod size;
pub mod unique;
pub mod url;

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

pub use definition::{AppliesTo, Definition, Named, Signature};
pub use form::Form;
pub(crate) use number_set::NumberSet;
pub use predicate::Predicate;
pub use range::Range;
pub use samples::Samples;
pub use value_view::{Constant, Exact, Verdict, View};

use crate::format::{self, FORMATS, Format};
use crate::literal::{Interval, Literal, MAX_WRITTEN_DEPTH};
use rules::ValidatorRules;

/// All validators that annotations have a name for, without the forms of texts, which are in
/// [`FORMATS`].
pub const DEFINITIONS: &[Definition] = &[
    length::DEFINITION,
    bytes::DEFINITION,
    size::DEFINITION,
    range::DEFINITION,
    one_of::DEFINITION,
    one_of_ignore_case::DEFINITION,
    regex::DEFINITION,
    excludes::DEFINITION,
    not_empty::DEFINITION,
    not_zero::DEFINITION,
    divisible_by::DEFINITION,
    equals::DEFINITION,
    port::DEFINITION,
    port_or_zero::DEFINITION,
    url::DEFINITION,
    network::DEFINITION,
    parts::EACH,
    parts::KEYS,
    parts::VALUES,
    unique::DEFINITION,
    no_nulls::DEFINITION,
    combinators::ALL,
    combinators::ANY,
    combinators::NOT,
    custom::DEFINITION,
];

/// The validator or form of this name.
#[must_use]
pub fn find(name: &str) -> Option<Named> {
    let mut definitions = DEFINITIONS.iter();
    match definitions.find(|definition| definition.name == name) {
        Some(definition) => Some(Named::Validator(definition)),
        None => format::find(name).map(Named::Form),
    }
}

/// The names of all validators and forms.
pub fn names() -> impl Iterator<Item = &'static str> + Clone {
    let definitions = DEFINITIONS.iter().map(|definition| definition.name);
    definitions.chain(FORMATS.iter().map(|format| format.name))
}

/// One validator as a caller reads it.
#[derive(Clone, Debug, PartialEq)]
pub struct ValidatorFacts<'a> {
    /// Its name as the author wrote it.
    pub name: &'a str,
    /// What it checks.
    pub kind: ValidatorKind<'a>,
}

/// What a validator checks.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ValidatorKind<'a> {
    /// A number within an interval.
    Range(Interval),
    /// The length of a text in characters.
    Length(Interval),
    /// The length of a text in bytes.
    Bytes(Interval),
    /// The number of elements of a collection.
    Size(Interval),
    /// A number that this one divides, where the caller can read it.
    DivisibleBy(Option<i128>),
    /// This truth value.
    Equals(bool),
    /// Not the zero of its type.
    NotZero,
    /// A text without any of these characters, where the caller can read them.
    Excludes(Option<&'a str>),
    /// A URL with a host, of one of these schemes or of any.
    Url(Vec<Literal<'a>>),
    /// A network of so many bits.
    Network(Interval),
    /// A text of a form of its own.
    Format {
        /// The form.
        format: &'static Format,
        /// Whether the field's literal default has it, or why not: filled in by a caller with a
        /// parser, where the form itself has none.
        default: Option<Result<(), String>>,
    },
    /// A collection without null elements.
    NoNulls,
    /// One of a list of texts, in capital letters or not.
    OneOfIgnoreCase(Vec<Literal<'a>>),
    /// One of a list of values.
    OneOf(Vec<Literal<'a>>),
    /// A text that matches a pattern.
    Regex {
        /// The pattern.
        pattern: &'a str,
        /// Why the pattern does not parse: filled in by a caller that has a regex engine.
        problem: Option<&'a str>,
        /// Whether the field's literal default matches: as above.
        accepts_default: Option<bool>,
        /// It is written as a raw string, where a backslash is one.
        raw: bool,
    },
    /// Any other validator of text.
    Text,
    /// Validators for every element.
    Each(Vec<ValidatorFacts<'a>>),
    /// Validators for the keys of a map.
    Keys(Vec<ValidatorFacts<'a>>),
    /// Validators for the values of a map.
    Values(Vec<ValidatorFacts<'a>>),
    /// No element twice.
    Unique,
    /// All of these hold.
    All(Vec<ValidatorFacts<'a>>),
    /// One of these holds.
    Any(Vec<ValidatorFacts<'a>>),
    /// This does not hold.
    Not(Box<ValidatorFacts<'a>>),
    /// The author's own function, for the whole value.
    Custom,
    /// Not known to the rules: no verdict.
    Other,
}

impl ValidatorFacts<'_> {
    /// A validator of which the rules say nothing.
    #[must_use]
    pub const fn unknown() -> Self {
        ValidatorFacts {
            name: "validate",
            kind: ValidatorKind::Other,
        }
    }

    /// Whether it is written without parentheses.
    pub(crate) fn without_arguments(&self) -> bool {
        let by_name = find(self.name).is_some_and(|named| match named {
            Named::Validator(definition) => matches!(definition.signature, Signature::Plain(_)),
            Named::Form(_) => true,
        });
        by_name || self.kind.rules().argument().is_none()
    }
}

impl<'a> ValidatorKind<'a> {
    /// What the rules ask of it.
    pub(crate) fn rules<'f>(&'f self) -> Box<dyn ValidatorRules<'f, 'a> + 'f> {
        match self {
            ValidatorKind::Range(interval) => Box::new(range::Facts(interval)),
            ValidatorKind::Length(interval) => Box::new(length::Facts(interval)),
            ValidatorKind::Bytes(interval) => Box::new(bytes::Facts(interval)),
            ValidatorKind::Size(interval) => Box::new(size::Facts(interval)),
            ValidatorKind::DivisibleBy(divisor) => Box::new(divisible_by::Facts(*divisor)),
            ValidatorKind::Equals(wanted) => Box::new(equals::Facts(*wanted)),
            ValidatorKind::NotZero => Box::new(not_zero::Facts),
            ValidatorKind::Excludes(characters) => Box::new(excludes::Facts(*characters)),
            ValidatorKind::Url(schemes) => Box::new(url::Facts(schemes)),
            ValidatorKind::Network(interval) => Box::new(network::Facts(interval)),
            ValidatorKind::Format { format, default } => Box::new(form::Facts { format, default }),
            ValidatorKind::NoNulls => Box::new(no_nulls::Facts),
            ValidatorKind::OneOfIgnoreCase(values) => Box::new(one_of_ignore_case::Facts(values)),
            ValidatorKind::OneOf(values) => Box::new(one_of::Facts(values)),
            ValidatorKind::Regex {
                pattern,
                problem,
                accepts_default,
                ..
            } => Box::new(regex::Facts {
                pattern,
                problem: *problem,
                accepts_default: *accepts_default,
            }),
            ValidatorKind::Text => Box::new(custom::Text),
            ValidatorKind::Each(inner) => Box::new(parts::Each(inner)),
            ValidatorKind::Keys(inner) => Box::new(parts::Keys(inner)),
            ValidatorKind::Values(inner) => Box::new(parts::Values(inner)),
            ValidatorKind::Unique => Box::new(unique::Facts),
            ValidatorKind::All(inner) => Box::new(combinators::All(inner)),
            ValidatorKind::Any(inner) => Box::new(combinators::Any(inner)),
            ValidatorKind::Not(inner) => Box::new(combinators::Not(core::slice::from_ref(inner))),
            ValidatorKind::Custom | ValidatorKind::Other => Box::new(custom::Any),
        }
    }
}

/// Whether a value that is written out passes; nothing where that cannot be known here.
pub(crate) fn accepts(
    literal: &Literal<'_>,
    validator: &ValidatorFacts<'_>,
    depth: usize,
) -> Option<bool> {
    // What is wrong in itself refuses nothing: it is told, and may be meant otherwise.
    if depth > MAX_WRITTEN_DEPTH || validator.kind.rules().mistake("", "").is_some() {
        return None;
    }
    match (
        validator.kind.rules().accepts(literal, depth),
        &validator.kind,
    ) {
        // The end that could not be read may refuse it.
        (
            Some(true),
            ValidatorKind::Range(interval)
            | ValidatorKind::Length(interval)
            | ValidatorKind::Bytes(interval)
            | ValidatorKind::Size(interval)
            | ValidatorKind::Network(interval),
        ) if interval.unread => None,
        (verdict, _) => verdict,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_name_is_one_validators() {
        let all: Vec<&str> = names().collect();
        for (i, name) in all.iter().enumerate() {
            assert!(!all[i + 1..].contains(name), "{name}");
        }
        for definition in DEFINITIONS {
            assert!(definition.example.starts_with(definition.name));
            assert!(matches!(
                find(definition.name),
                Some(Named::Validator(found)) if found.name == definition.name
            ));
        }
        assert!(matches!(find("ip"), Some(Named::Form(_))));
        assert!(find("ipp").is_none());
    }
}
