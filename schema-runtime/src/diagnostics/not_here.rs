//! Methods that authors look for where they are not, by the names of the Go SDK or of other libraries: each does not
//! compile, and says what to write.

use super::Diagnostics;

/// What nothing implements: the method has another name.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "diagnostics are added with `push`, and several at once with `extend`",
    label = "not here",
    note = "help: write `.push(Diagnostic::error(\"summary\").with_detail(\"detail\").at(Image::NAME))`, or `Diagnostic::warning(…)`"
)]
pub trait AddedByAnotherName<D> {}

/// What nothing implements: diagnostics are made, and then added.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "diagnostics are made first, and then added",
    label = "not here",
    note = "help: write `.push(Diagnostic::error(\"summary\").with_detail(\"detail\").at(Image::NAME))`, or `Diagnostic::warning(…)`"
)]
pub trait AddedInGo {}

impl Diagnostics {
    /// Of the Go SDK.
    #[doc(hidden)]
    pub fn add_error<S, D>(&mut self, _: S, _: D)
    where
        S: AddedInGo,
    {
    }

    /// Of other libraries.
    #[doc(hidden)]
    pub fn add<D>(&mut self, _: D)
    where
        Self: AddedByAnotherName<D>,
    {
    }

    /// Of other libraries.
    #[doc(hidden)]
    pub fn error<S>(&mut self, _: S)
    where
        Self: AddedByAnotherName<S>,
    {
    }

    /// Of the Go SDK.
    #[doc(hidden)]
    pub fn append<D>(&mut self, _: D)
    where
        Self: AddedByAnotherName<D>,
    {
    }

    /// Of the Go SDK.
    #[doc(hidden)]
    pub fn add_warning<S, D>(&mut self, _: S, _: D)
    where
        S: AddedInGo,
    {
    }

    /// Of the Go SDK.
    #[doc(hidden)]
    pub fn add_attribute_error<P, S, D>(&mut self, _: P, _: S, _: D)
    where
        S: AddedInGo,
    {
    }
}
