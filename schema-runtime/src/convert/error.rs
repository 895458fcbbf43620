//! [`ConvertError`]: why a value cannot be converted to a type.

use std::error::Error;
use std::fmt;

use crate::codec::CodecError;
use crate::diagnostics::Diagnostic;
use crate::path::{Path, Step};
use crate::refs::Text;
use crate::ty::Type;

/// Why a value cannot be converted, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConvertError(Box<Inner>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Inner {
    /// From the value towards the root.
    reversed: Vec<Step>,
    from: Type,
    to: Type,
    reason: String,
}

impl ConvertError {
    /// No value of one type can be converted to the other.
    pub(super) fn types(from: &Type, to: &Type) -> Self {
        ConvertError::new(from, to, String::new())
    }

    /// This value cannot be converted; the reason is a sentence without initial capital and full
    /// stop.
    pub(super) fn new(from: &Type, to: &Type, reason: impl Into<String>) -> Self {
        ConvertError(Box::new(Inner {
            reversed: Vec::new(),
            from: from.clone(),
            to: to.clone(),
            reason: reason.into(),
        }))
    }

    /// The value is not of its declared type.
    pub(super) fn malformed(error: &CodecError, from: &Type, to: &Type) -> Self {
        let mut own = ConvertError::new(from, to, error.text());
        own.0.reversed = error.path().steps().iter().rev().cloned().collect();
        own
    }

    pub(super) fn at(mut self, step: Step) -> Self {
        self.0.reversed.push(step);
        self
    }

    pub(super) fn at_index(self, index: usize) -> Self {
        self.at(Step::Index(index as u64))
    }

    pub(super) fn at_key(self, key: &str) -> Self {
        self.at(Step::Key(Text::from(key.to_owned())))
    }

    pub(super) fn at_attribute(self, name: &Text) -> Self {
        self.at(Step::Attribute(name.clone()))
    }

    /// The path in the value that was to be converted.
    #[must_use]
    pub fn path(&self) -> Path {
        self.0.reversed.iter().rev().cloned().collect()
    }

    /// The type there.
    #[must_use]
    pub fn from(&self) -> &Type {
        &self.0.from
    }

    /// The type that is required there.
    #[must_use]
    pub fn to(&self) -> &Type {
        &self.0.to
    }

    /// What is wrong, with both types, without the path.
    #[must_use]
    pub fn text(&self) -> String {
        let Inner {
            from, to, reason, ..
        } = &*self.0;
        let mut text = format!("{to} is required, not {from}");
        if !reason.is_empty() {
            text.push_str(": ");
            text.push_str(reason);
        }
        text
    }

    /// The error as a diagnostic at the path.
    #[must_use]
    pub fn diagnostic(&self, summary: impl Into<String>) -> Diagnostic {
        Diagnostic::error(summary)
            .with_detail(self.text())
            .at(self.path())
    }
}

impl fmt::Display for ConvertError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.0.reversed.is_empty() {
            write!(f, "{}: ", self.path())?;
        }
        f.write_str(&self.text())
    }
}

impl Error for ConvertError {}
