//! [`DiagnosticsError`]: diagnostics as an error of the standard library, and the way back.

use std::error::Error;
use std::fmt;

use super::{Diagnostic, Diagnostics};
use crate::sealed::Sealed;

/// Diagnostics as an error: the SDK's own functions return it, so a helper that returns
/// `anyhow::Result` or `Box<dyn Error>` can use `?` on them. `?` turns it back into
/// [`Diagnostics`], also through `anyhow`, with every path and severity.
///
/// ```
/// # schema_runtime::__example!();
/// # let data = applying::<Image>("null", r#"{"name": "a"}"#);
/// # type Data = ResourceData<Image>;
/// fn note(data: &Data) -> anyhow::Result<String> {
///     Ok(data.require(Image::NOTE)?.to_uppercase())
/// }
/// fn create(data: &Data) -> Result<String, Diagnostics> {
///     Ok(note(data)?)
/// }
/// let errors = create(&data).unwrap_err();
/// assert_eq!(errors.iter().next().unwrap().path.to_string(), "note");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiagnosticsError(Carried);

/// The diagnostics inside the error. They are its source, so they are found however the error is
/// wrapped.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Carried(Diagnostics);

impl DiagnosticsError {
    /// The diagnostics for the user.
    pub fn diagnostics(&self) -> &Diagnostics {
        &self.0.0
    }
}

impl From<Diagnostics> for DiagnosticsError {
    fn from(diagnostics: Diagnostics) -> Self {
        DiagnosticsError(Carried(diagnostics))
    }
}

impl From<Diagnostic> for DiagnosticsError {
    fn from(diagnostic: Diagnostic) -> Self {
        Diagnostics::from(diagnostic).into()
    }
}

/// The summaries, each with its path; the source prints the details.
impl fmt::Display for DiagnosticsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, diagnostic) in self.diagnostics().iter().enumerate() {
            f.write_str(if i > 0 { "; " } else { "" })?;
            f.write_str(&diagnostic.summary)?;
            if !diagnostic.path.is_root() {
                write!(f, " (at {})", diagnostic.path)?;
            }
        }
        Ok(())
    }
}

impl Error for DiagnosticsError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.0)
    }
}

impl fmt::Display for Carried {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let details = self.0.iter().map(|diagnostic| diagnostic.detail.as_str());
        let details: Vec<&str> = details.filter(|detail| !detail.is_empty()).collect();
        match details.is_empty() {
            true => f.write_str("there is no detail"),
            false => f.write_str(&details.join("\n")),
        }
    }
}

impl Error for Carried {}

/// The diagnostics inside an error, otherwise one with its text; the outer errors become the
/// summary.
pub(super) fn diagnostics_of(error: &dyn Error) -> Diagnostics {
    let mut texts = vec![error.to_string()];
    let mut source = error.source();
    while let Some(cause) = source {
        if let Some(Carried(diagnostics)) = cause.downcast_ref() {
            // The error that carries them has their text.
            texts.pop();
            return diagnostics.clone().within(&texts);
        }
        texts.push(cause.to_string());
        source = cause.source();
    }
    let mut texts = texts.into_iter();
    Diagnostic::error(texts.next().unwrap_or_default())
        .with_detail(caused_by(texts))
        .into()
}

fn caused_by(causes: impl Iterator<Item = String>) -> String {
    let lines: Vec<String> = causes.map(|cause| format!("caused by: {cause}")).collect();
    lines.join("\n")
}

impl Diagnostics {
    /// The same, with each error as the cause of these strings, outermost first.
    fn within(mut self, contexts: &[String]) -> Self {
        let Some((outermost, others)) = contexts.split_first() else {
            return self;
        };
        for error in self.list.iter_mut().filter(|one| one.is_error()) {
            let inner = std::mem::replace(&mut error.summary, outermost.clone());
            let mut detail = caused_by(others.iter().cloned().chain([inner]));
            if !error.detail.is_empty() {
                detail.push('\n');
                detail.push_str(&error.detail);
            }
            error.detail = detail;
        }
        self
    }
}

/// `.context("…")` for [`Diagnostics`], as `anyhow` has it for errors: the string becomes the
/// summary of each error, and the original message its cause. Both traits can be imported together.
///
/// ```
/// # use schema_runtime::diagnostics::{Diagnostic, Diagnostics, DiagnosticsContext as _};
/// use anyhow::Context as _;
///
/// fn attach(_: &str) -> Result<(), Diagnostics> {
///     Err(Diagnostic::error("the disk is busy").with_detail("Try later.").into())
/// }
/// fn boot() -> Result<u32, Diagnostics> {
///     let size = "8".parse::<u32>().context("no size")?;
///     attach("a").context("no machine")?;
///     Ok(size)
/// }
/// assert_eq!(
///     boot().unwrap_err().to_string(),
///     "Error: no machine: caused by: the disk is busy\nTry later."
/// );
/// ```
pub trait DiagnosticsContext<T> {
    #[doc(hidden)]
    const __SEALED: Sealed;
    /// The same, with each error as the cause of this text.
    ///
    /// # Errors
    /// The original diagnostics, with the context.
    fn context(self, context: impl fmt::Display) -> Result<T, Diagnostics>;

    /// The same with a string that is built only after a failure.
    ///
    /// # Errors
    /// The original diagnostics, with the context.
    fn with_context<C: fmt::Display>(self, context: impl FnOnce() -> C) -> Result<T, Diagnostics>;
}

impl<T> DiagnosticsContext<T> for Result<T, Diagnostics> {
    const __SEALED: Sealed = Sealed;

    fn context(self, context: impl fmt::Display) -> Result<T, Diagnostics> {
        self.with_context(|| context)
    }

    fn with_context<C: fmt::Display>(self, context: impl FnOnce() -> C) -> Result<T, Diagnostics> {
        self.map_err(|errors| errors.within(&[context().to_string()]))
    }
}
