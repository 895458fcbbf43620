//! Arguments that are checked only if all of them are present. If one is missing, the compiler
//! reports that, and would also report the others, which are then in the wrong position. Here it
//! cannot choose among several implementations, and does not report that next to another error.

use super::FieldOf;
use crate::object::Object;

/// The last argument is present.
#[doc(hidden)]
#[derive(Debug)]
pub enum Given {}

/// It is missing: no argument says so, and there are two such types, so that the compiler chooses
/// neither.
#[doc(hidden)]
#[derive(Debug)]
pub enum Missing {}

/// The second such type.
#[doc(hidden)]
#[derive(Debug)]
pub enum Nothing {}

/// The last argument, a string, which shows that nothing is missing.
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

/// A field, checked as `G` says.
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
