//! Defaults, as they are written.

use alloc::vec::Vec;

use crate::literal::Literal;

/// One default.
#[derive(Clone, Debug, PartialEq)]
pub enum DefaultFacts<'a> {
    /// `default = …` with a value the caller can read.
    Literal(Literal<'a>),
    /// `default = …` with any other expression.
    Expression,
    /// `default_fn = …`.
    Function,
    /// `default_env(…)`.
    Environment {
        /// The variables, in the order in which they are tried.
        names: Vec<&'a str>,
        /// What replaces them where none is set.
        fallback: Option<&'a str>,
    },
}

impl DefaultFacts<'_> {
    /// Whether there is one in any environment: a function and variables may give none.
    #[must_use]
    pub const fn is_certain(&self) -> bool {
        match self {
            DefaultFacts::Literal(_) | DefaultFacts::Expression => true,
            DefaultFacts::Function => false,
            DefaultFacts::Environment { fallback, .. } => fallback.is_some(),
        }
    }

    /// The annotation key that says it.
    #[must_use]
    pub const fn key(&self) -> &'static str {
        match self {
            DefaultFacts::Literal(_) | DefaultFacts::Expression => "default",
            DefaultFacts::Function => "default_fn",
            DefaultFacts::Environment { .. } => "default_env",
        }
    }

    /// Whether the value is in the source (the Go SDK's Default, not its DefaultFunc).
    #[must_use]
    pub const fn is_value(&self) -> bool {
        matches!(self, DefaultFacts::Literal(_) | DefaultFacts::Expression)
    }
}
