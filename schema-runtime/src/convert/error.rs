//! [`ConvertError`]: why a value cannot have another type.

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
    /// From the place towards the root.
    reversed: Vec<Step>,
    from: Type,
    to: Type,
    reason: String,
}

impl ConvertError {
    /// No value of the one type can become the other.
    pub(super) fn types(from: &Type, to: &Type) -> Self {
        ConvertError::new(from, to, String::new())
    }

    /// This value cannot; the reason is a sentence without a capital letter and a full stop.
    pub(super) fn new(from: &Type, to: &Type, reason: impl Into<String>) -> Self {
        ConvertError(Box::new(Inner {
            reversed: Vec::new(),
            from: from.clone(),
            to: to.clone(),
            reason: reason.into(),
        }))
    }

    /// The value is not of the type that it is said to have.
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

    /// Where in the value that was to be converted.
    #[must_use]
    pub fn path(&self) -> Path {
        self.0.reversed.iter().rev().cloned().collect()
    }

    /// The type there.
    #[must_use]
    pub fn from(&self) -> &Type {
        &self.0.from
    }

    /// The type that is asked for there.
    #[must_use]
    pub fn to(&self) -> &Type {
        &self.0.to
    }

    /// What is wrong, both types named, without the place.
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

    /// As an error diagnostic on the place.
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
