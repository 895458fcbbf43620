//! [`Diagnostic`]: an error or warning for the user, and its path.
//!
//! ```
//! # use schema_runtime::diagnostics::{Diagnostic, Diagnostics};
//! # use schema_runtime::path::Path;
//!
//! let mut found = Diagnostics::default();
//! found.push(
//!     Diagnostic::error("The disk is full")
//!         .with_detail("Delete an image, or choose another directory.")
//!         .at(Path::new("directory")),
//! );
//! assert!(found.has_errors());
//! ```

mod error;

#[doc(hidden)]
pub use schema_rules::is_shown;

use std::error::Error;
use std::fmt;

pub use self::error::{DiagnosticsContext, DiagnosticsError};
use crate::path::Path;
use crate::sealed::Sealed;

/// Whether a diagnostic stops the command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The command fails.
    Error,
    /// The command continues; the user sees the text.
    Warning,
}

/// One message for the user of a provider.
///
/// ```
/// # use schema_runtime::diagnostics::Diagnostic;
/// # use schema_runtime::path::Path;
///
/// let taken = Diagnostic::error("the name is taken")
///     .with_detail("There is an image \"a\" already. Choose another name, or import it.")
///     .at(Path::new("name"));
/// assert!(taken.is_error());
/// assert!(taken.to_string().starts_with("Error: the name is taken (at name): There is"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Whether it stops the command.
    pub severity: Severity,
    /// What is wrong, in a few words without a full stop.
    pub summary: String,
    /// The details and what to do about them; may be empty.
    pub detail: String,
    /// Where in the configuration; the root if it concerns the whole block.
    pub path: Path,
    kind: DiagnosticKind,
}

/// What a diagnostic is about, for SDK code that reacts to it: the text of a diagnostic is only for
/// users.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DiagnosticKind(&'static str);

impl DiagnosticKind {
    /// A kind with this name; names are unique.
    #[must_use]
    pub const fn new(name: &'static str) -> Self {
        DiagnosticKind(name)
    }
}

/// A string: anything that converts to a `String`.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a string",
    label = "not a string",
    note = "help: write a string, or `format!(\"…\")`; `error.to_string()` shows an error, and `?` alone turns it into diagnostics, with its causes"
)]
pub trait IntoText {
    #[doc(hidden)]
    const __SEALED: Sealed;
    /// The text.
    fn into_text(self) -> String;
}

#[diagnostic::do_not_recommend]
impl<T: Into<String>> IntoText for T {
    const __SEALED: Sealed = Sealed;

    fn into_text(self) -> String {
        self.into()
    }
}

/// What a diagnostic can point to: a field constant, a place reached from it with `.at(…)` and
/// `.then(…)`, or a [`Path`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a place in a configuration",
    label = "expected a field's constant or a `Path`",
    note = "help: write the constant of the field, as in `.at(Image::NAME)`; where there is none, `Path::new(\"name\")`"
)]
pub trait IntoPath {
    #[doc(hidden)]
    const __SEALED: Sealed;
    /// The path.
    fn into_path(self) -> Path;
}

impl IntoPath for Path {
    const __SEALED: Sealed = Sealed;

    fn into_path(self) -> Path {
        self
    }
}

/// Functions of `custom` receive this type.
impl IntoPath for &Path {
    const __SEALED: Sealed = Sealed;

    fn into_path(self) -> Path {
        self.clone()
    }
}

impl Diagnostic {
    /// An error about the whole block.
    ///
    /// ```
    /// # use schema_runtime::diagnostics::{Diagnostic, Diagnostics};
    /// let error = Diagnostic::error("the disk is full");
    /// assert_eq!(error.to_string(), "Error: the disk is full");
    /// ```
    #[must_use]
    #[rustfmt::skip] // The compiler shows the line.
    pub fn error(summary: impl IntoText) -> Self { // one string; a second: `.with_detail("…")`
        Diagnostic {
            severity: Severity::Error,
            summary: summary.into_text(),
            detail: String::new(),
            path: Path::root(),
            kind: DiagnosticKind::default(),
        }
    }

    /// A warning about the whole block.
    ///
    /// ```
    /// # use schema_runtime::diagnostics::{Diagnostic, Diagnostics};
    /// let warning = Diagnostic::warning("the disk is nearly full");
    /// assert!(!warning.is_error());
    /// ```
    #[must_use]
    #[rustfmt::skip] // The compiler shows the line.
    pub fn warning(summary: impl IntoText) -> Self { // one string; a second: `.with_detail("…")`
        Diagnostic {
            severity: Severity::Warning,
            ..Diagnostic::error(summary)
        }
    }

    /// The same with a longer text.
    ///
    /// ```
    /// # use schema_runtime::diagnostics::{Diagnostic, Diagnostics};
    /// let error = Diagnostic::error("the disk is full").with_detail("Remove an image.");
    /// assert_eq!(error.to_string(), "Error: the disk is full: Remove an image.");
    /// ```
    #[must_use]
    pub fn with_detail(mut self, detail: impl IntoText) -> Self {
        self.detail = detail.into_text();
        self
    }

    /// The same at a place.
    ///
    /// ```
    /// # use schema_runtime::diagnostics::{Diagnostic, Diagnostics};
    /// # use schema_runtime::path::Path;
    /// let error = Diagnostic::error("too big").at(Path::new("partition").index(0).attribute("size_mb"));
    /// assert_eq!(error.to_string(), "Error: too big (at partition[0].size_mb)");
    /// ```
    ///
    /// A field constant is a path too, and so is a place reached from it:
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # use schema_runtime::diagnostics::Diagnostic;
    /// let error = Diagnostic::error("too big").at(Image::SIZE_MB);
    /// assert_eq!(error.to_string(), "Error: too big (at size_mb)");
    /// ```
    #[must_use]
    pub fn at(mut self, place: impl IntoPath) -> Self {
        self.path = place.into_path();
        self
    }

    /// The same, of a kind.
    #[doc(hidden)]
    #[must_use]
    pub fn with_kind(mut self, kind: DiagnosticKind) -> Self {
        self.kind = kind;
        self
    }

    /// Whether it is of this kind.
    #[doc(hidden)]
    #[must_use]
    pub fn is_kind(&self, kind: DiagnosticKind) -> bool {
        self.kind == kind
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

/// The messages of a call to the user: any number of errors and warnings.
///
/// Errors turn into an error diagnostic with `?`: the text is the summary, the chain of its sources
/// the detail. So do an `anyhow::Error`, a `Box<dyn Error + Send + Sync>` and strings:
/// `Err("no")?`, `return Err("no".into())`. For other errors (that borrow something, or cannot be
/// sent to other threads) use [`from_error`](Self::from_error). This type itself is therefore not
/// an `Error`; [`DiagnosticsError`] is.
///
/// ```
/// # use schema_runtime::diagnostics::{Diagnostic, Diagnostics};
/// # use schema_runtime::path::Path;
///
/// fn size(text: &str) -> Result<u32, Diagnostics> {
///     // Any error ends it with `?`.
///     let size = text.parse()?;
///     if size < 8 {
///         return Err(Diagnostic::error("too small").with_detail("8 MiB are needed.").into());
///     }
///     Ok(size)
/// }
/// assert_eq!(size("16"), Ok(16));
/// assert_eq!(size("x").unwrap_err().to_string(), "Error: invalid digit found in string");
///
/// // What is wrong in several places is told at once.
/// let mut wrong = Diagnostics::new();
/// for (i, text) in ["16", "4", "x"].into_iter().enumerate() {
///     if let Err(errors) = size(text) {
///         wrong.error_at(Path::new("sizes").index(i), "not a size", errors.to_string());
///     }
/// }
/// assert_eq!(wrong.len(), 2);
/// let paths: Vec<String> = wrong.iter().map(|one| one.path.to_string()).collect();
/// assert_eq!(paths, ["sizes[1]", "sizes[2]"]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[must_use = "diagnostics that nobody returns are lost"]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
}

impl Diagnostics {
    /// None yet.
    #[rustfmt::skip] // The compiler shows the line.
    pub const fn new() -> Self { // none yet; one: `Diagnostic::error("…").into()`
        Diagnostics { list: Vec::new() }
    }

    /// An error of any kind, with the chain of its sources as the detail. `?` does this too, unless
    /// the error borrows something or cannot be sent to other threads.
    ///
    /// ```
    /// # use schema_runtime::diagnostics::{Diagnostic, Diagnostics};
    /// use std::sync::Mutex;
    ///
    /// fn next(counter: &Mutex<u8>) -> Result<u8, Diagnostics> {
    ///     // The error holds the lock.
    ///     let mut counter = counter.lock().map_err(|error| Diagnostics::from_error(&error))?;
    ///     *counter += 1;
    ///     Ok(*counter)
    /// }
    /// assert_eq!(next(&Mutex::new(1)), Ok(2));
    /// ```
    pub fn from_error(error: &dyn Error) -> Self {
        error::diagnostics_of(error)
    }

    /// Adds a diagnostic.
    ///
    /// ```
    /// # use schema_runtime::diagnostics::{Diagnostic, Diagnostics};
    /// let mut wrong = Diagnostics::new();
    /// wrong.push(Diagnostic::error("the disk is full"));
    /// assert!(wrong.has_errors());
    /// ```
    #[rustfmt::skip] // The compiler shows the line.
    #[doc(alias("add", "AddError", "add_error", "AddAttributeError", "append"))]
    pub fn push(&mut self, diagnostic: Diagnostic) { // one, made first: `push(Diagnostic::error("…").at(Image::NAME))`
        self.list.push(diagnostic);
    }

    /// Adds an error at a place.
    pub fn error_at(
        &mut self,
        place: impl IntoPath,
        summary: impl IntoText,
        detail: impl IntoText,
    ) {
        self.push(Diagnostic::error(summary).with_detail(detail).at(place));
    }

    /// Adds a warning at a place.
    ///
    /// ```
    /// # use schema_runtime::diagnostics::{Diagnostic, Diagnostics};
    /// # use schema_runtime::path::Path;
    /// let mut told = Diagnostics::new();
    /// told.warn_at(Path::new("size_mb"), "the image is small", "Most systems need 8 MiB.");
    /// assert!(!told.has_errors() && !told.is_empty());
    /// ```
    pub fn warn_at(&mut self, place: impl IntoPath, summary: impl IntoText, detail: impl IntoText) {
        self.push(Diagnostic::warning(summary).with_detail(detail).at(place));
    }

    /// Whether one of them is an error.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.list.iter().any(Diagnostic::is_error)
    }

    /// Whether it is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The number of diagnostics.
    #[must_use]
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// The diagnostics, in the order in which they came.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.list.iter()
    }

    /// In the order in which they came, mutably.
    ///
    /// ```
    /// # use schema_runtime::diagnostics::{Diagnostic, Diagnostics};
    /// let mut all = Diagnostics::from(Diagnostic::error("full"));
    /// for one in all.iter_mut() {
    ///     one.summary.insert_str(0, "backup: ");
    /// }
    /// assert_eq!(all.to_string(), "Error: backup: full");
    /// ```
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, Diagnostic> {
        self.list.iter_mut()
    }

    /// Keeps the first ones.
    pub(crate) fn truncate(&mut self, length: usize) {
        self.list.truncate(length);
    }

    /// `Err` with all of them if one is an error, else `Ok` with the value and the warnings.
    ///
    /// ```
    /// # use schema_runtime::diagnostics::{Diagnostic, Diagnostics};
    /// let warned = Diagnostics::from(Diagnostic::warning("old"));
    /// let (value, warnings) = warned.into_result(1).expect("no error");
    /// assert_eq!((value, warnings.len()), (1, 1));
    ///
    /// let failed = Diagnostics::from(Diagnostic::error("full"));
    /// assert!(failed.into_result(1).is_err());
    /// ```
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

/// Types that convert to diagnostics with `?` and [`Into`]: errors, `Box<dyn Error + Send + Sync>`,
/// `anyhow::Error`, strings.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not become diagnostics",
    label = "not an error that `?` converts: for a `Box<dyn Error>` write `.into_diagnostics()?`, else `.map_err(|error| Diagnostic::error(error.to_string()))?`"
)]
pub trait BecomesDiagnostics {
    /// The same as diagnostics.
    fn diagnostics(self) -> Diagnostics;
}

#[diagnostic::do_not_recommend]
impl<E: Into<Box<dyn Error + Send + Sync>>> BecomesDiagnostics for E {
    fn diagnostics(self) -> Diagnostics {
        Diagnostics::from_error(&*self.into())
    }
}

impl<E: BecomesDiagnostics> From<E> for Diagnostics {
    fn from(error: E) -> Self {
        error.diagnostics()
    }
}

impl FromIterator<Diagnostic> for Diagnostics {
    fn from_iter<I: IntoIterator<Item = Diagnostic>>(diagnostics: I) -> Self {
        Diagnostics {
            list: diagnostics.into_iter().collect(),
        }
    }
}

impl Extend<Diagnostic> for Diagnostics {
    fn extend<I: IntoIterator<Item = Diagnostic>>(&mut self, diagnostics: I) {
        self.list.extend(diagnostics);
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
            f.write_str(if i > 0 { "\n" } else { "" })?;
            diagnostic.fmt(f)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
