//! [`Result`]: the result of provider code, and short ways to an error.

use std::error::Error;

use schema_runtime::__private::Sealed;
use schema_runtime::diagnostics::{Diagnostic, Diagnostics};

/// The result of provider code: a value, or diagnostics. An error becomes a diagnostic with `?`,
/// and so do an `anyhow::Error`, a `Box<dyn Error + Send + Sync>` and a string; a `Box<dyn Error>`
/// has [`into_diagnostics`](IntoDiagnostics::into_diagnostics). [`bail!`](crate::bail) ends with a
/// string, as `return Err("no".into())` does.
pub type Result<T = (), E = Diagnostics> = std::result::Result<T, E>;

/// The value; if there are errors instead, they are collected.
pub(crate) fn reported<T>(
    result: Result<T, impl Into<Diagnostics>>,
    diagnostics: &mut Diagnostics,
) -> Option<T> {
    result
        .map_err(|errors| diagnostics.extend(errors.into()))
        .ok()
}

/// A short way for errors that `?` does not take: `Box<dyn Error>`, which may not go to another
/// thread. It takes what `?` takes too. Causes become the detail.
///
/// ```
/// use schema_provider::{IntoDiagnostics as _, prelude::*};
/// use std::error::Error;
///
/// fn size(text: &str) -> std::result::Result<u64, Box<dyn Error>> {
///     Ok(text.parse()?)
/// }
/// fn free(_: u64) -> std::result::Result<(), String> {
///     Err("the disk is full".to_owned())
/// }
///
/// fn create(text: &str) -> Result {
///     let size = size(text).into_diagnostics()?;
///     free(size).into_diagnostics()
/// }
/// assert_eq!(create("x").unwrap_err().to_string(), "Error: invalid digit found in string");
/// assert_eq!(create("8").unwrap_err().to_string(), "Error: the disk is full");
/// ```
///
/// `K` is what the error becomes on the way; it follows from the error.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not become diagnostics",
    label = "not a result with an error or a string",
    note = "`into_diagnostics` takes a `Result` whose error is an `Error`, a `Box<dyn Error>`, an `anyhow::Error` or a string"
)]
pub trait IntoDiagnostics<T, K> {
    #[doc(hidden)]
    const __SEALED: Sealed;
    /// The same result, with its error as a diagnostic.
    ///
    /// # Errors
    /// The error itself.
    fn into_diagnostics(self) -> Result<T>;
}

#[diagnostic::do_not_recommend]
impl<T, E: Into<Box<dyn Error + Send + Sync>>> IntoDiagnostics<T, Box<dyn Error + Send + Sync>>
    for Result<T, E>
{
    const __SEALED: Sealed = Sealed;

    fn into_diagnostics(self) -> Result<T> {
        self.map_err(|error| Diagnostics::from_error(&*error.into()))
    }
}

#[diagnostic::do_not_recommend]
impl<T> IntoDiagnostics<T, Box<dyn Error>> for Result<T, Box<dyn Error>> {
    const __SEALED: Sealed = Sealed;

    fn into_diagnostics(self) -> Result<T> {
        self.map_err(|error| Diagnostics::from_error(&*error))
    }
}

#[diagnostic::do_not_recommend]
impl<T> IntoDiagnostics<T, Diagnostic> for Result<T, Diagnostic> {
    const __SEALED: Sealed = Sealed;

    fn into_diagnostics(self) -> Result<T> {
        Ok(self?)
    }
}

#[diagnostic::do_not_recommend]
impl<T> IntoDiagnostics<T, Diagnostics> for Result<T> {
    const __SEALED: Sealed = Sealed;

    fn into_diagnostics(self) -> Result<T> {
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug)]
    struct Outer(std::num::ParseIntError);

    impl std::fmt::Display for Outer {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("no size")
        }
    }

    impl Error for Outer {
        fn source(&self) -> Option<&(dyn Error + 'static)> {
            Some(&self.0)
        }
    }

    fn outer() -> Outer {
        Outer("x".parse::<u8>().unwrap_err())
    }

    #[test]
    fn each_kind_is_reported_with_its_causes() {
        let told = [
            Err::<(), _>(outer()).into_diagnostics(),
            Err::<(), Box<dyn Error>>(Box::new(outer())).into_diagnostics(),
            Err::<(), Box<dyn Error + Send + Sync>>(Box::new(outer())).into_diagnostics(),
            Err::<(), _>(anyhow::Error::new(outer())).into_diagnostics(),
            (|| Err(outer())?)(),
        ];
        for told in told {
            let told = told.unwrap_err();
            let [one] = told.iter().collect::<Vec<_>>()[..] else {
                panic!("{told}");
            };
            assert_eq!(one.summary, "no size");
            assert_eq!(one.detail, "caused by: invalid digit found in string");
        }
    }

    #[test]
    fn context_and_texts_are_shown() {
        let with_context = anyhow::Error::new(outer()).context("no image");
        let told = Err::<(), _>(with_context).into_diagnostics().unwrap_err();
        let told = told.iter().next().unwrap();
        assert_eq!(told.summary, "no image");
        assert_eq!(
            told.detail,
            "caused by: no size\ncaused by: invalid digit found in string"
        );
        for told in [
            Err::<(), _>("full").into_diagnostics(),
            Err::<(), _>("full".to_owned()).into_diagnostics(),
            Err::<(), _>(Diagnostic::error("full")).into_diagnostics(),
            Err::<(), _>(Diagnostics::from(Diagnostic::error("full"))).into_diagnostics(),
        ] {
            assert_eq!(told.unwrap_err().to_string(), "Error: full");
        }
    }
}
