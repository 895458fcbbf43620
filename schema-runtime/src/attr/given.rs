//! Arguments that are asked about only where all of them are there. Where one is missing, the
//! compiler says that, and would say beside it what is wrong with those that are in the wrong place
//! then. Here it cannot choose among several answers for them, and says nothing of that where
//! something else is wrong already.

use super::FieldOf;
use crate::object::Object;

/// The last argument is there.
#[doc(hidden)]
#[derive(Debug)]
pub enum Given {}

/// It is missing: what no argument says, and one of two, so that the compiler does not choose it
/// either.
#[doc(hidden)]
#[derive(Debug)]
pub enum Missing {}

/// The other one.
#[doc(hidden)]
#[derive(Debug)]
pub enum Nothing {}

/// The last argument, a string, which says that nothing is missing.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a string",
    label = "not a string",
    note = "help: write a string, or `format!(\"…\")`; `.to_string()` converts other values"
)]
pub trait LastText<G> {
    /// The text.
    fn last_text(self) -> String;
}

#[diagnostic::do_not_recommend]
impl<T: Into<String>> LastText<Given> for T {
    fn last_text(self) -> String {
        self.into()
    }
}

/// A field, asked about as `G` says.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a field of `{R}`",
    label = "expected a field of `{R}`",
    note = "help: a field is named by its constant, `{R}::NAME`, and one of a struct nested in it is reached from there with `.then(…)` and `.at(…)`"
)]
pub trait FieldIf<R, G> {
    /// Its path.
    fn path_if(&self) -> crate::path::Path;
}

impl<R: Object, P: FieldOf<R>> FieldIf<R, Given> for P {
    fn path_if(&self) -> crate::path::Path {
        self.path()
    }
}

impl<R, P> FieldIf<R, Missing> for P {
    fn path_if(&self) -> crate::path::Path {
        crate::path::Path::root()
    }
}

impl<R, P> FieldIf<R, Nothing> for P {
    fn path_if(&self) -> crate::path::Path {
        crate::path::Path::root()
    }
}
