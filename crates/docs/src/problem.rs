//! [`Problem`]: what is wrong with an example or a template.

use std::fmt;

/// What is wrong with a file that pages are made of.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Problem {
    /// The file, as it is seen from the folder of the provider.
    pub path: String,
    /// The line, where it is about one.
    pub line: Option<usize>,
    /// What is wrong, and what to do.
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
