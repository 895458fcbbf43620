//! [`ConvertError`]: why a value cannot be converted to a type.

use std::error::Error;
use std::fmt;

use crate::codec::CodecError;
use crate::diagnostics::Diagnostic;
use crate::path::Path;
use crate::refs::Text;
use crate::ty::Type;

/// Why a value cannot be converted, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConvertError {
    error: CodecError,
    types: Box<(Type, Type)>,
}

impl ConvertError {
    /// No value of one type can be converted to the other.
    pub(super) fn types(from: &Type, to: &Type) -> Self {
        ConvertError::of(
            CodecError::new(format!("{to} is required, not {from}")),
            from,
            to,
        )
    }

    /// This value cannot be converted; the reason is a sentence without initial capital and full
    /// stop.
    pub(super) fn new(from: &Type, to: &Type, reason: impl Into<String>) -> Self {
        ConvertError::malformed(CodecError::new(reason), from, to)
    }

    /// The value is not of its declared type.
    pub(super) fn malformed(error: CodecError, from: &Type, to: &Type) -> Self {
        let text = format!("{to} is required, not {from}: {}", error.text());
        ConvertError::of(error.with_text(text), from, to)
    }

    fn of(error: CodecError, from: &Type, to: &Type) -> Self {
        let types = Box::new((from.clone(), to.clone()));
        ConvertError { error, types }
    }

    pub(super) fn at_index(self, index: usize) -> Self {
        let error = self.error.at_index(index);
        ConvertError { error, ..self }
    }

    pub(super) fn at_key(self, key: &str) -> Self {
        let error = self.error.at_key(key);
        ConvertError { error, ..self }
    }

    pub(super) fn at_attribute(self, name: &Text) -> Self {
        let error = self.error.at_attribute(name);
        ConvertError { error, ..self }
    }

    /// The path in the value that was to be converted.
    #[must_use]
    pub fn path(&self) -> Path {
        self.error.path()
    }

    /// The type there.
    #[must_use]
    pub fn from(&self) -> &Type {
        &self.types.0
    }

    /// The type that is required there.
    #[must_use]
    pub fn to(&self) -> &Type {
        &self.types.1
    }

    /// What is wrong, with both types, without the path.
    #[must_use]
    pub fn text(&self) -> String {
        self.error.text().to_owned()
    }

    /// The error as a diagnostic at the path.
    #[must_use]
    pub fn diagnostic(&self, summary: impl Into<String>) -> Diagnostic {
        self.error.diagnostic(summary)
    }
}

impl fmt::Display for ConvertError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl Error for ConvertError {}
