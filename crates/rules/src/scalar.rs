//! The kinds of primitive values.

/// A kind of primitive value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Scalar {
    /// A string.
    String,
    /// A bool.
    Bool,
    /// An integer.
    Integer,
    /// A binary floating point number.
    Float,
    /// An exact number.
    Number,
}

impl Scalar {
    /// The kind in words, without an article.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Scalar::String => "string",
            Scalar::Bool => "bool",
            Scalar::Integer => "whole number",
            Scalar::Float | Scalar::Number => "number",
        }
    }
}
