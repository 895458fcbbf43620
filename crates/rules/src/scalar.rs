//! The kinds of primitive values.

/// A kind of primitive value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Scalar {
    /// Text.
    String,
    /// True or false.
    Bool,
    /// A whole number.
    Integer,
    /// A binary floating point number.
    Float,
    /// An exact number.
    Number,
}

impl Scalar {
    /// The kind in words, without article.
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
