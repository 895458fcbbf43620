//! Values, defaults and validators as they are written.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use crate::format::Format;

/// A value written in the source.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Literal<'a> {
    /// Text.
    Text(&'a str),
    /// True or false.
    Bool(bool),
    /// A whole number.
    Integer(i128),
    /// A number with a fraction or exponent.
    Float(f64),
    /// A list of literals.
    List(Vec<Literal<'a>>),
    /// Text keys with literals.
    Map(Vec<(&'a str, Literal<'a>)>),
}

/// One default.
#[derive(Clone, Debug, PartialEq)]
pub enum DefaultFacts<'a> {
    /// `default = …` with a value the door can read.
    Literal(Literal<'a>),
    /// `default = …` with any other expression.
    Expression,
    /// `default_fn = …`.
    Function,
    /// `default_env(…)`.
    Environment,
}

impl DefaultFacts<'_> {
    /// The annotation key that says it.
    #[must_use]
    pub const fn key(&self) -> &'static str {
        match self {
            DefaultFacts::Literal(_) | DefaultFacts::Expression => "default",
            DefaultFacts::Function => "default_fn",
            DefaultFacts::Environment => "default_env",
        }
    }

    /// Whether the value stands in the source (the Go SDK's Default, not its DefaultFunc).
    #[must_use]
    pub const fn is_value(&self) -> bool {
        matches!(self, DefaultFacts::Literal(_) | DefaultFacts::Expression)
    }
}

/// One end of an interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bound {
    /// A whole number.
    Integer(i128),
    /// Any other number.
    Float(f64),
}

/// An interval of numbers; a missing end is open to infinity.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Interval {
    /// Least value allowed.
    pub min: Option<Bound>,
    /// Greatest value allowed (or first not allowed, see `max_excluded`).
    pub max: Option<Bound>,
    /// The range was written `a..b`: its end does not belong to it.
    pub max_excluded: bool,
    /// It has no end at all (`..`), also none that the door could not read.
    pub unlimited: bool,
}

/// One validator.
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
    /// A number that this one divides, where the door can read it.
    DivisibleBy(Option<i128>),
    /// This truth value.
    Equals(bool),
    /// Not the zero of its type.
    NotZero,
    /// A text without any of these characters, where the door can read them.
    Excludes(Option<&'a str>),
    /// A URL with a host, of one of these schemes or of any.
    Url(Vec<Literal<'a>>),
    /// A network of so many bits.
    Network(Interval),
    /// A text of a form of its own.
    Format {
        /// The form.
        format: &'static Format,
        /// Whether the field's literal default has it, or why not: filled in by a door with a
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
        /// Why the pattern does not parse: filled in by a door that has a regex engine.
        problem: Option<&'a str>,
        /// Whether the field's literal default matches: as above.
        accepts_default: Option<bool>,
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
