//! Whether the trait's default import by identity works (R300), or a resource has its own
//! `import_identity`. The compiler detects this as for `upgrade`: the future of the trait's default
//! is `UnwindSafe` and not `Sync`.

use std::future::Future;
use std::marker::PhantomData;
use std::panic::UnwindSafe;

use schema_rules::shared_texts;
use schema_runtime::__private::{Message, equal, find};
use schema_runtime::data::ResourceData;
use schema_runtime::refs::Ref;
use schema_runtime::schema::{Default, Extra, IdentityTable, StaticField};

use super::Entry;
use super::upgrade_probe::{IsWritten, NotWritten, Written};
use crate::context::Cx;
use crate::result::Result;
use crate::traits::Resource;
use crate::untyped::definition::EntryInfo;

type Import<R, F> = fn(&'static Cx<R>, &'static mut ResourceData<R>) -> F;

impl<R: Resource> Entry<R> {
    /// Its import by identity.
    pub fn import_identity(
        cx: &'static Cx<R>,
        data: &'static mut ResourceData<R>,
    ) -> impl Future<Output = Result> + Send {
        R::import_identity(cx, data)
    }
}

/// For a type that is not a resource: that is reported elsewhere.
#[doc(hidden)]
pub trait NoResource<R: 'static> {
    /// A placeholder for an import.
    fn import_identity(
        _: &'static Cx<R>,
        _: &'static mut ResourceData<R>,
    ) -> std::future::Ready<Result> {
        std::future::ready(Ok(()))
    }
}

impl<R: 'static> NoResource<R> for Entry<R> {}

/// The future of an import.
#[doc(hidden)]
#[derive(Debug)]
pub struct ImportOf<F>(PhantomData<fn() -> F>);

/// A future that is not `Sync`.
#[doc(hidden)]
#[derive(Debug)]
pub struct UnsharedImport<F>(PhantomData<fn() -> F>);

/// A future that is `Sync`.
#[doc(hidden)]
#[derive(Debug)]
pub struct SharedImport;

/// The future of this function.
#[doc(hidden)]
#[must_use]
pub fn import_of<R, F>(_: Import<R, F>) -> ImportOf<F> {
    ImportOf(PhantomData)
}

impl<F: Sync> ImportOf<F> {
    /// Is `Sync`.
    #[must_use]
    pub fn shared(self) -> SharedImport {
        SharedImport
    }
}

/// For a future that is not `Sync`.
#[doc(hidden)]
pub trait Unshared<F>: Sized {
    /// Is not.
    #[must_use]
    fn shared(self) -> UnsharedImport<F> {
        UnsharedImport(PhantomData)
    }
}

impl<F> Unshared<F> for ImportOf<F> {}

impl SharedImport {
    /// It is.
    #[must_use]
    pub fn import_written(self) -> Written {
        Written
    }
}

impl<F: UnwindSafe> UnsharedImport<F> {
    /// It is not.
    #[must_use]
    pub fn import_written(self) -> NotWritten {
        NotWritten
    }
}

/// For a future that is neither `Sync` nor `UnwindSafe`.
#[doc(hidden)]
pub trait Caught: Sized {
    /// It is.
    #[must_use]
    fn import_written(self) -> Written {
        Written
    }
}

impl<F> Caught for UnsharedImport<F> {}

/// Rejects an import pattern that no identity can fill in (R300).
///
/// # Panics
/// At compile time, with a message for the provider developer.
#[doc(hidden)]
#[track_caller]
pub const fn check_identity_pattern<U: IsWritten>(info: EntryInfo, _: fn() -> U) {
    let name = info.schema.type_name.const_str();
    // The derive's stub of a struct with mistakes has no name: they have been reported already.
    if U::IS_WRITTEN || name.is_empty() || info.unported {
        return;
    }
    let (pattern, Some(identity)) = info.import else {
        return;
    };
    let Ref::Static { value: block } = &info.schema.block else {
        return;
    };
    // An object without an id is found by its fields alone; an identity with the id contains it.
    if find(block, "id").is_none() || has(identity, "id") {
        return;
    }
    let (bytes, mut i) = (pattern.as_bytes(), 0);
    while i < bytes.len() {
        if bytes[i] == b'{' {
            let rest = pattern.split_at(i + 1).1;
            let (mut end, names) = (0, rest.as_bytes());
            while end < names.len() && names[end] != b'}' {
                end += 1;
            }
            let field = rest.split_at(end).0;
            if !has(identity, field) && !is_constant(find(block, field)) {
                Message::of(&shared_texts::IDENTITY_PATTERN, name, field, "").stop()
            }
        }
        i += 1;
    }
}

/// Whether an identity contains this field.
const fn has(identity: &IdentityTable, name: &str) -> bool {
    match identity {
        IdentityTable::Fields { fields, .. } => {
            let (fields, mut i) = (fields.const_slice(), 0);
            while i < fields.len() {
                if equal(fields[i].name.const_str(), name) {
                    return true;
                }
                i += 1;
            }
            false
        }
        IdentityTable::Struct { schema, .. } => {
            let Ref::Static { value: schema } = schema else {
                return true;
            };
            let Ref::Static { value: block } = &schema.block else {
                return true;
            };
            find(block, name).is_some()
        }
        _ => true,
    }
}

/// Whether a field has a default that is the same everywhere, which an identity may omit.
const fn is_constant(field: Option<StaticField>) -> bool {
    let Some(field) = field else {
        return false;
    };
    let (extras, mut i) = (field.extras(), 0);
    while i < extras.len() {
        if let Extra::Default { default } = &extras[i] {
            return !matches!(default, Default::Environment { .. } | Default::Function(_));
        }
        i += 1;
    }
    false
}
