//! [`Problem`]: what is wrong with an example or a template.

use std::fmt;

/// A problem with a file that pages are made from.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Problem {
    /// The file's path relative to the provider's folder.
    pub path: String,
    /// The line, if the problem is on one.
    pub line: Option<usize>,
    /// What is wrong, and how to fix it.
    pub text: String,
}

impl Problem {
    pub(crate) fn new(path: impl Into<String>, text: impl Into<String>) -> Self {
        Problem {
            path: path.into(),
            line: None,
            text: text.into(),
        }
    }

    pub(crate) fn at_line(mut self, line: usize) -> Self {
        self.line = Some(line);
        self
    }
}

/// `examples/resources/disk_imgae: there is no resource disk_imgae`.
impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}:{line}: {}", self.path, self.text),
            None => write!(f, "{}: {}", self.path, self.text),
        }
    }
}
