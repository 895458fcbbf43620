//! Values and defaults as they are written.

use alloc::vec::Vec;

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
