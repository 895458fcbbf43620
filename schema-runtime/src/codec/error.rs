//! [`CodecError`]: what does not fit, and where.

use std::error::Error;
use std::fmt;

use crate::diagnostics::Diagnostic;
use crate::path::{Path, Step};
use crate::refs::Text;

/// Bytes that are not a value of the expected type, or a value that its type cannot hold.
#[derive(Clone, PartialEq, Eq)]
pub struct CodecError(Box<Inner>);

#[derive(Clone, PartialEq, Eq)]
struct Inner {
    /// From the value towards the root: steps are added while the error travels up, so that reading
    /// valid input costs nothing.
    reversed: Vec<Step>,
    text: String,
}

impl CodecError {
    pub(crate) fn new(text: impl Into<String>) -> Self {
        CodecError(Box::new(Inner {
            reversed: Vec::new(),
            text: text.into(),
        }))
    }

    /// The same place, and other words.
    pub(crate) fn with_text(mut self, text: String) -> Self {
        self.0.text = text;
        self
    }

    pub(crate) fn at(mut self, step: Step) -> Self {
        self.0.reversed.push(step);
        self
    }

    pub(crate) fn at_index(self, index: usize) -> Self {
        self.at(Step::Index(index as u64))
    }

    pub(crate) fn at_key(self, key: &str) -> Self {
        self.at(Step::Key(Text::from(key.to_owned())))
    }

    pub(crate) fn at_attribute(self, name: &str) -> Self {
        self.at(Step::Attribute(Text::from(name.to_owned())))
    }

    /// The path; set elements are identified by their position in the encoding.
    #[must_use]
    pub fn path(&self) -> Path {
        self.0.reversed.iter().rev().cloned().collect()
    }

    /// What is wrong, without the path.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.0.text
    }

    /// The error as a diagnostic at the path.
    #[must_use]
    pub fn diagnostic(&self, summary: impl Into<String>) -> Diagnostic {
        Diagnostic::error(summary)
            .with_detail(self.text())
            .at(self.path())
    }
}

impl fmt::Display for CodecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.reversed.is_empty() {
            f.write_str(&self.0.text)
        } else {
            write!(f, "{}: {}", self.path(), self.0.text)
        }
    }
}

impl fmt::Debug for CodecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CodecError({:?})", self.to_string())
    }
}

impl Error for CodecError {}

/// A failed result.
pub(crate) fn fail<T>(text: impl Into<String>) -> Result<T, CodecError> {
    Err(CodecError::new(text))
}
