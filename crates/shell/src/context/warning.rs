//! Conversions to a warning.

use schema_runtime::__private::Sealed;
use schema_runtime::diagnostics::Diagnostic;

/// A warning: a [`Diagnostic`], or a string about the whole block.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a warning",
    label = "no warning",
    note = "help: write a string, or `Diagnostic::warning(\"…\").with_detail(\"…\").at(Image::NAME)`"
)]
pub trait IntoWarning {
    #[doc(hidden)]
    const __SEALED: Sealed;
    /// The warning.
    fn into_warning(self) -> Diagnostic;
}

impl IntoWarning for Diagnostic {
    const __SEALED: Sealed = Sealed;

    fn into_warning(self) -> Diagnostic {
        self
    }
}

impl IntoWarning for &str {
    const __SEALED: Sealed = Sealed;

    fn into_warning(self) -> Diagnostic {
        Diagnostic::warning(self)
    }
}

impl IntoWarning for String {
    const __SEALED: Sealed = Sealed;

    fn into_warning(self) -> Diagnostic {
        Diagnostic::warning(self)
    }
}
