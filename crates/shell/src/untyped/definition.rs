//! The entries of [`resources!`](crate::resources), [`data_sources!`](crate::data_sources),
//! [`functions!`](crate::functions) and similar.

use std::marker::PhantomData;

use schema_runtime::schema::{IdentityTable, Schema, SchemaKind};

use super::{
    UntypedAction, UntypedDataSource, UntypedEphemeral, UntypedFunction, UntypedList,
    UntypedResource, UntypedStateStore,
};

/// An entry of one of a provider's lists, for the provider `P`.
macro_rules! definitions {
    ($($(#[$doc:meta])+ $name:ident of $untyped:ident;)+) => {$(
        $(#[$doc])+
        pub struct $name<P: ?Sized> {
            pub(crate) untyped: &'static dyn $untyped,
            pub(crate) info: EntryInfo,
            pub(crate) marker: PhantomData<fn() -> Box<P>>,
        }

        impl<P: ?Sized> $name<P> {
            #[doc(hidden)]
            #[must_use]
            pub const fn __about(&self) -> EntryInfo {
                self.info
            }

            /// The code behind it.
            #[doc(hidden)]
            #[must_use]
            pub const fn __untyped(&self) -> &'static dyn $untyped {
                self.untyped
            }
        }

        impl<P: ?Sized> std::fmt::Debug for $name<P> {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.debug_tuple(stringify!($name))
                    .field(&self.untyped.schema().type_name)
                    .finish()
            }
        }
    )+};
}

definitions! {
    /// An entry of [`Provider::resources`](crate::Provider::resources); made by
    /// [`resources!`](crate::resources).
    ResourceDef of UntypedResource;
    /// An entry of [`Provider::data_sources`](crate::Provider::data_sources); made by
    /// [`data_sources!`](crate::data_sources).
    DataSourceDef of UntypedDataSource;
    /// An entry of [`Provider::ephemeral_resources`](crate::Provider::ephemeral_resources); made by
    /// [`ephemeral_resources!`](crate::ephemeral_resources).
    EphemeralDef of UntypedEphemeral;
    /// An entry of [`Provider::list_resources`](crate::Provider::list_resources); made by
    /// [`list_resources!`](crate::list_resources).
    ListDef of UntypedList;
    /// An entry of [`Provider::actions`](crate::Provider::actions); made by
    /// [`actions!`](crate::actions).
    ActionDef of UntypedAction;
    /// An entry of [`Provider::state_stores`](crate::Provider::state_stores); made by
    /// [`state_stores!`](crate::state_stores).
    StateStoreDef of UntypedStateStore;
}

/// An entry of [`Provider::functions`](crate::Provider::functions); made by
/// [`functions!`](crate::functions).
pub struct FunctionDef {
    pub(crate) untyped: &'static dyn UntypedFunction,
    pub(crate) name: &'static str,
    /// Whether it is marked `unported`.
    #[cfg(feature = "old-program")]
    pub(crate) unported: bool,
}

impl FunctionDef {
    #[cfg(feature = "old-program")]
    #[doc(hidden)]
    #[must_use]
    pub const fn __unported(&self) -> bool {
        self.unported
    }

    #[doc(hidden)]
    #[must_use]
    pub const fn __about(&self) -> &'static str {
        self.name
    }
}

impl std::fmt::Debug for FunctionDef {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("FunctionDef").field(&self.name).finish()
    }
}

/// The facts about an entry that the checks across entries need.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct EntryInfo {
    /// The subject of the list.
    pub(crate) kind: SchemaKind,
    pub(crate) schema: &'static Schema,
    pub(crate) provider: &'static Schema,
    /// Whether a resource has an update; no other kind has one.
    pub(crate) updates: Option<bool>,
    /// Whether a version above 0 may have no upgrade.
    pub(crate) no_upgrade: bool,
    /// The pattern of import ids, and the identity of the objects.
    pub(crate) import: (&'static str, Option<&'static IdentityTable>),
    /// The resource that a list resource lists.
    pub(crate) listed: Option<&'static Schema>,
    /// Whether the objects that a list resource lists have an identity.
    pub(crate) identified: bool,
    /// Whether it is marked `unported`.
    pub(crate) unported: bool,
}

#[cfg(feature = "old-program")]
impl EntryInfo {
    /// Whether it is marked `unported`.
    #[must_use]
    pub const fn is_unported(&self) -> bool {
        self.unported
    }
}
