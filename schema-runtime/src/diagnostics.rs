//! [`Diagnostic`]: what a user is told, and where.

use std::error::Error;
use std::fmt;

use crate::path::Path;

/// Whether a diagnostic stops the command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The command fails.
    Error,
    /// The command goes on; the user is shown the text.
    Warning,
}

/// One message for the user of a provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Whether it stops the command.
    pub severity: Severity,
    /// What is wrong, in a few words without a full stop.
    pub summary: String,
    /// The whole story and what to do about it; may be empty.
    pub detail: String,
    /// Where in the configuration; the root where it concerns the whole block.
    pub path: Path,
}

impl Diagnostic {
    /// An error about the whole block.
    #[must_use]
    pub fn error(summary: impl Into<String>) -> Self {
        Diagnostic {
            severity: Severity::Error,
            summary: summary.into(),
            detail: String::new(),
            path: Path::root(),
        }
    }

    /// A warning about the whole block.
    #[must_use]
    pub fn warning(summary: impl Into<String>) -> Self {
        Diagnostic {
            severity: Severity::Warning,
            ..Diagnostic::error(summary)
        }
    }

    /// The same with a longer text.
    #[must_use]
    pub fn with_detail(mut self, detail: impl Into<String>) -> Self {
        self.detail = detail.into();
        self
    }

    /// The same at a place.
    #[must_use]
    pub fn at(mut self, path: Path) -> Self {
        self.path = path;
        self
    }

    /// Whether it stops the command.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.severity {
            Severity::Error => "Error: ",
            Severity::Warning => "Warning: ",
        })?;
        f.write_str(&self.summary)?;
        if !self.path.is_root() {
            write!(f, " (at {})", self.path)?;
        }
        if !self.detail.is_empty() {
            write!(f, ": {}", self.detail)?;
        }
        Ok(())
    }
}

/// What a call has to say to the user: any number of errors and warnings.
///
/// Every `std::error::Error` turns into an error diagnostic with `?`: its text is the summary,
/// the chain of its sources the detail. (This type itself is therefore no `Error`.)
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[must_use = "diagnostics that nobody returns are lost"]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
}

impl Diagnostics {
    /// None yet.
    pub const fn new() -> Self {
        Diagnostics { list: Vec::new() }
    }

    /// Adds one.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.list.push(diagnostic);
    }

    /// Adds an error at a place.
    pub fn error_at(&mut self, path: Path, summary: impl Into<String>, detail: impl Into<String>) {
        self.push(Diagnostic::error(summary).with_detail(detail).at(path));
    }

    /// Adds a warning at a place.
    pub fn warn_at(&mut self, path: Path, summary: impl Into<String>, detail: impl Into<String>) {
        self.push(Diagnostic::warning(summary).with_detail(detail).at(path));
    }

    /// Adds all of another list.
    pub fn extend(&mut self, other: Diagnostics) {
        self.list.extend(other.list);
    }

    /// Whether one of them is an error.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.list.iter().any(Diagnostic::is_error)
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// How many.
    #[must_use]
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// In the order in which they came.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.list.iter()
    }

    /// In the order in which they came, to be changed in place.
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, Diagnostic> {
        self.list.iter_mut()
    }

    /// Keeps the first ones.
    pub(crate) fn truncate(&mut self, length: usize) {
        self.list.truncate(length);
    }

    /// `Err` with all of them if one is an error, else `Ok` with the value and the warnings.
    ///
    /// # Errors
    /// The diagnostics themselves.
    pub fn into_result<T>(self, value: T) -> Result<(T, Diagnostics), Diagnostics> {
        if self.has_errors() {
            Err(self)
        } else {
            Ok((value, self))
        }
    }
}

impl From<Diagnostic> for Diagnostics {
    fn from(diagnostic: Diagnostic) -> Self {
        Diagnostics {
            list: vec![diagnostic],
        }
    }
}

impl<E: Error> From<E> for Diagnostics {
    fn from(error: E) -> Self {
        let mut detail = String::new();
        let mut source = error.source();
        while let Some(cause) = source {
            if !detail.is_empty() {
                detail.push('\n');
            }
            detail.push_str("caused by: ");
            detail.push_str(&cause.to_string());
            source = cause.source();
        }
        Diagnostic::error(error.to_string())
            .with_detail(detail)
            .into()
    }
}

impl FromIterator<Diagnostic> for Diagnostics {
    fn from_iter<I: IntoIterator<Item = Diagnostic>>(diagnostics: I) -> Self {
        Diagnostics {
            list: diagnostics.into_iter().collect(),
        }
    }
}

impl IntoIterator for Diagnostics {
    type Item = Diagnostic;
    type IntoIter = std::vec::IntoIter<Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.into_iter()
    }
}

impl<'a> IntoIterator for &'a Diagnostics {
    type Item = &'a Diagnostic;
    type IntoIter = std::slice::Iter<'a, Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.iter()
    }
}

impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, diagnostic) in self.list.iter().enumerate() {
            if i > 0 {
                f.write_str("\n")?;
            }
            diagnostic.fmt(f)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_becomes_a_diagnostic_with_its_causes() {
        fn fails() -> Result<(), Diagnostics> {
            let bad: Result<u8, _> = "x".parse::<u8>();
            bad?;
            Ok(())
        }
        let diagnostics = fails().expect_err("must fail");
        assert!(diagnostics.has_errors());
        assert_eq!(
            diagnostics.iter().next().unwrap().summary,
            "invalid digit found in string"
        );
    }

    #[test]
    fn warnings_do_not_fail() {
        let warned: Diagnostics = Diagnostic::warning("old").into();
        let (value, left) = warned.into_result(1).expect("no error");
        assert_eq!((value, left.len()), (1, 1));
    }
}
