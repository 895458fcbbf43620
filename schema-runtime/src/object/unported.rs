//! Parts of an existing provider that have no Rust code yet: `#[schema(unported)]`.

use super::{ListRoot, ResourceRoot, Root, schema};
use crate::diagnostics::Diagnostic;

/// A [`Root`] that is marked `unported`. Its schema is served and its calls are errors; without the
/// mark, the compiler requires its code. Implemented by the derives only.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not marked `unported`",
    label = "needs #[schema(unported)]"
)]
pub trait UnportedRoot: Root {}

/// A resource whose list resource is marked `unported(…)`, which names the resource. Implemented by
/// the derive only.
pub trait UnportedList: ResourceRoot {
    /// The configuration of the list resource.
    #[doc(hidden)]
    type __Filter: ListRoot;
}

/// The location of the marked struct.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unported {
    /// Its file, as the compiler names it.
    pub file: &'static str,
    /// Its name.
    pub name: &'static str,
}

/// Represents a type that any other fits. It has no size, which distinguishes it from every client
/// and every `provider_meta`.
#[doc(hidden)]
#[derive(Debug)]
pub struct Unwritten {
    _without_size: [()],
}

/// The error of every call for a type that is not ported, which says what to do.
#[must_use]
pub fn unported<T: Root>(code: &str) -> Diagnostic {
    let schema = schema::<T>();
    let what = schema.kind.block_kind().words();
    let Unported { file, name } = T::__UNPORTED.unwrap_or(Unported {
        file: "its file",
        name: "its struct",
    });
    Diagnostic::error(format!("The {what} {} is not ported yet", schema.type_name)).with_detail(
        format!(
            "Its schema was taken from the original provider, but {file} has no code for it. Write \
         {code} for {name} there, and remove `unported` from the annotation of the struct."
        ),
    )
}
