//! Defaults, as written.

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
        /// The variables, in the order of lookup.
        names: Vec<&'a str>,
        /// The value if none of them is set.
        fallback: Option<&'a str>,
    },
}

impl DefaultFacts<'_> {
    /// Whether it always has a value: a function and variables may not.
    #[must_use]
    pub const fn is_certain(&self) -> bool {
        match self {
            DefaultFacts::Literal(_) | DefaultFacts::Expression => true,
            DefaultFacts::Function => false,
            DefaultFacts::Environment { fallback, .. } => fallback.is_some(),
        }
    }

    /// The annotation key that declares it.
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
