//! [`Objects`]: derived structs in nested attributes and blocks, alone and in collections.

use std::collections::{BTreeMap, HashMap};

use super::Object;
use crate::field_type::{FieldType, Set};
use crate::schema::Nesting;

/// A [`FieldType`] that holds derived structs, grouped as `N` says (a marker of [`nesting`]).
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not fit its grouping",
    label = "not the type for this grouping",
    note = "list: Vec<T>; set: Set<T>; with max_items = 1 in a block also T or Option<T>; single: T or Option<T>; map: BTreeMap<String, T>; in a nested attribute also Option of these, and a list or map of Option<T>; T is a struct with #[derive(Schema)]"
)]
pub trait Objects<N: nesting::Marker>: FieldType {
    /// The struct in it.
    type Object: Object;
    /// Whether null is possible, and distinguished from an empty collection: true for `Option`.
    const NULLABLE: bool;
    /// Whether an element may be null: true for collections of `Option`.
    const HOLDS_NULLS: bool = false;
    /// Whether it is one struct, or none, for a list or set of at most one in the schema.
    #[doc(hidden)]
    const ALONE: bool = false;
}

/// Markers for [`Objects`].
pub mod nesting {
    use super::Nesting;

    /// A way to group objects.
    pub trait Marker {
        /// The same grouping as a value.
        const NESTING: Nesting;
    }

    macro_rules! markers {
        ($($(#[$doc:meta])* $name:ident is $nesting:ident),*) => {$(
            $(#[$doc])*
            #[derive(Clone, Copy, Debug)]
            pub struct $name;
            impl Marker for $name {
                const NESTING: Nesting = Nesting::$nesting;
            }
        )*};
    }

    markers!(
        /// One object, or null.
        Single is Single,
        /// Objects in order.
        List is List,
        /// Unique objects without order.
        Set is Set,
        /// Each object under a key.
        Map is Map,
        /// A list of at most one object.
        ListOfOne is List,
        /// A set of at most one object.
        SetOfOne is Set
    );
}

impl<T: Object + FieldType> Objects<nesting::Single> for T {
    type Object = T;
    const NULLABLE: bool = false;
}

impl<T: Object + FieldType> Objects<nesting::Single> for Option<T> {
    type Object = T;
    const NULLABLE: bool = true;
}

impl<T: Object + FieldType> Objects<nesting::List> for Vec<T> {
    type Object = T;
    const NULLABLE: bool = false;
}

impl<T: Object + FieldType> Objects<nesting::Set> for Set<T> {
    type Object = T;
    const NULLABLE: bool = false;
}

impl<T: Object + FieldType> Objects<nesting::Map> for BTreeMap<String, T> {
    type Object = T;
    const NULLABLE: bool = false;
}

impl<T: Object + FieldType> Objects<nesting::Map> for HashMap<String, T> {
    type Object = T;
    const NULLABLE: bool = false;
}

/// A nested attribute whose elements may be null. Blocks are never null, so their assertion rejects
/// these.
///
/// If `T` has computed fields, OpenTofu and Terraform before 1.8.3 panic when they check the plan
/// of a configuration with a null element: use plain `T` if users may have these versions.
macro_rules! of_options {
    ($($nesting:ident: $($collection:ty),*;)*) => {$($(
        impl<T: Object + FieldType> Objects<nesting::$nesting> for $collection {
            type Object = T;
            const NULLABLE: bool = false;
            const HOLDS_NULLS: bool = true;
        }
        impl<T: Object + FieldType> Objects<nesting::$nesting> for Option<$collection> {
            type Object = T;
            const NULLABLE: bool = true;
            const HOLDS_NULLS: bool = true;
        }
    )*)*};
}

of_options! {
    List: Vec<Option<T>>;
    Map: BTreeMap<String, Option<T>>, HashMap<String, Option<T>>;
}

/// Blocks that occur at most once: the struct itself, or a collection as usual.
macro_rules! of_one {
    ($($nesting:ident: $collection:ty;)*) => {$(
        impl<T: Object + FieldType> Objects<nesting::$nesting> for T {
            type Object = T;
            const NULLABLE: bool = false;
            const ALONE: bool = true;
        }

        impl<T: Object + FieldType> Objects<nesting::$nesting> for Option<T> {
            type Object = T;
            const NULLABLE: bool = true;
            const ALONE: bool = true;
        }

        impl<T: Object + FieldType> Objects<nesting::$nesting> for $collection {
            type Object = T;
            const NULLABLE: bool = false;
        }
    )*};
}

of_one! {
    ListOfOne: Vec<T>;
    SetOfOne: Set<T>;
}

/// A nested attribute that distinguishes null from empty. Blocks are never null, so their assertion
/// rejects these.
macro_rules! nullable {
    ($($nesting:ident: $($collection:ty),*;)*) => {$($(
        impl<T: Object + FieldType> Objects<nesting::$nesting> for Option<$collection> {
            type Object = T;
            const NULLABLE: bool = true;
        }
    )*)*};
}

nullable! {
    List: Vec<T>;
    Set: Set<T>;
    Map: BTreeMap<String, T>, HashMap<String, T>;
}
