//! Whether a resource has its own `upgrade`, as the compiler sees it (R252).
//!
//! The future of the trait's own `upgrade` is `Unpin` and not `Sync`. For a concrete resource the
//! compiler knows that, and so chooses between an inherent function, which takes precedence, and a
//! trait function.

use std::future::Future;
use std::marker::PhantomData;

use schema_rules::shared_texts;
use schema_runtime::__private::Message;
use schema_runtime::data::ResourceData;

use super::Entry;
use crate::context::Cx;
use crate::result::Result;
use crate::state::OldState;
use crate::traits::Resource;
use crate::untyped::definition::EntryInfo;

type Upgrade<R, F> = fn(&'static Cx<R>, &'static OldState, &'static mut ResourceData<R>) -> F;

impl<R: Resource> Entry<R> {
    /// Its upgrade.
    pub fn upgrade(
        cx: &'static Cx<R>,
        old: &'static OldState,
        data: &'static mut ResourceData<R>,
    ) -> impl Future<Output = Result> + Send {
        R::upgrade(cx, old, data)
    }
}

/// For a type that is not a resource: that is reported elsewhere.
#[doc(hidden)]
pub trait NoResource<R: 'static> {
    /// A placeholder for an upgrade.
    fn upgrade(
        _: &'static Cx<R>,
        _: &'static OldState,
        _: &'static mut ResourceData<R>,
    ) -> std::future::Ready<Result> {
        std::future::ready(Ok(()))
    }
}

impl<R: 'static> NoResource<R> for Entry<R> {}

/// The future of an upgrade.
#[doc(hidden)]
#[derive(Debug)]
pub struct UpgradeOf<F>(PhantomData<fn() -> F>);

/// A future that is `Unpin`.
#[doc(hidden)]
#[derive(Debug)]
pub struct UnpinUpgradeOf<F>(PhantomData<fn() -> F>);

/// A future that is not `Unpin`.
#[doc(hidden)]
#[derive(Debug)]
pub struct PinnedUpgrade;

/// The resource has an upgrade.
#[doc(hidden)]
#[derive(Debug)]
pub struct Written;

/// It has the trait's upgrade.
#[doc(hidden)]
#[derive(Debug)]
pub struct NotWritten;

/// The future of this function.
#[doc(hidden)]
#[must_use]
pub fn upgrade_of<R, F>(_: Upgrade<R, F>) -> UpgradeOf<F> {
    UpgradeOf(PhantomData)
}

impl<F: Unpin> UpgradeOf<F> {
    /// Is `Unpin`.
    #[must_use]
    pub fn pinned(self) -> UnpinUpgradeOf<F> {
        UnpinUpgradeOf(PhantomData)
    }
}

/// For a future that is not `Unpin`.
#[doc(hidden)]
pub trait Pinned: Sized {
    /// Is not.
    #[must_use]
    fn pinned(self) -> PinnedUpgrade {
        PinnedUpgrade
    }
}

impl<F> Pinned for UpgradeOf<F> {}

impl PinnedUpgrade {
    /// It is.
    #[must_use]
    pub fn written(self) -> Written {
        Written
    }
}

impl<F: Sync> UnpinUpgradeOf<F> {
    /// It is.
    #[must_use]
    pub fn written(self) -> Written {
        Written
    }
}

/// For a future that is `Unpin` and not `Sync`.
#[doc(hidden)]
pub trait Default: Sized {
    /// It is not.
    #[must_use]
    fn written(self) -> NotWritten {
        NotWritten
    }
}

impl<F> Default for UnpinUpgradeOf<F> {}

/// [`Written`] or [`NotWritten`].
#[doc(hidden)]
pub trait IsWritten {
    /// Which.
    const IS_WRITTEN: bool;
}

impl IsWritten for Written {
    const IS_WRITTEN: bool = true;
}

impl IsWritten for NotWritten {
    const IS_WRITTEN: bool = false;
}

/// Whether an upgrade is written.
#[doc(hidden)]
#[must_use]
pub const fn is_written<U: IsWritten>(_: fn() -> U) -> bool {
    U::IS_WRITTEN
}

/// Rejects an upgrade that nothing calls (R299).
///
/// # Panics
/// At compile time, with a message for the provider developer.
#[doc(hidden)]
#[track_caller]
pub const fn check_idle_upgrade(info: EntryInfo, written: bool) {
    let name = info.schema.type_name.const_str();
    // The derive's stub of a struct with mistakes has no name: they have been reported already. An
    // unported type has every function.
    if written && info.schema.version == 0 && !name.is_empty() && !info.unported {
        Message::of(&shared_texts::UPGRADE_IDLE, name, "", "").stop()
    }
}

/// Whether a resource with a version above 0 has no upgrade, and does not declare that this is
/// intended.
#[doc(hidden)]
#[must_use]
pub const fn lacks_upgrade(info: EntryInfo, written: bool) -> bool {
    !written && info.schema.version > 0 && !info.no_upgrade
}
