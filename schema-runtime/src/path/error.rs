//! [`PathError`]: why a string is not a path.

use std::error::Error;
use std::fmt;

/// A string that is not a path, or leads nowhere in a schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathError(String);

impl PathError {
    pub(crate) fn new(text: impl Into<String>) -> Self {
        PathError(text.into())
    }
}

impl fmt::Display for PathError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for PathError {}
