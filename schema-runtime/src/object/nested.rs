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
    /// Blocks are never null, so their assertion rejects these collections.
    const NULLABLE: bool = false;
    /// Whether an element may be null: true for collections of `Option`. Blocks are never null, so
    /// their assertion rejects these.
    ///
    /// If `T` has computed fields, OpenTofu and Terraform before 1.8.3 panic when they check the
    /// plan of a configuration with a null element: use plain `T` if users may have these versions.
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

/// The types of each grouping, with the constants that are not as usual.
macro_rules! objects {
    ($($nesting:ident { $($of:ty $(, $constant:ident)*;)+ })+) => {$($(
        impl<T: Object + FieldType> Objects<nesting::$nesting> for $of {
            type Object = T;
            $(const $constant: bool = true;)*
        }
    )+)+};
}

objects! {
    Single {
        T;
        Option<T>, NULLABLE;
    }
    List {
        Vec<T>;
        Option<Vec<T>>, NULLABLE;
        Vec<Option<T>>, HOLDS_NULLS;
        Option<Vec<Option<T>>>, NULLABLE, HOLDS_NULLS;
    }
    Set {
        Set<T>;
        Option<Set<T>>, NULLABLE;
    }
    Map {
        BTreeMap<String, T>;
        HashMap<String, T>;
        Option<BTreeMap<String, T>>, NULLABLE;
        Option<HashMap<String, T>>, NULLABLE;
        BTreeMap<String, Option<T>>, HOLDS_NULLS;
        HashMap<String, Option<T>>, HOLDS_NULLS;
        Option<BTreeMap<String, Option<T>>>, NULLABLE, HOLDS_NULLS;
        Option<HashMap<String, Option<T>>>, NULLABLE, HOLDS_NULLS;
    }
    ListOfOne {
        T, ALONE;
        Option<T>, ALONE, NULLABLE;
        Vec<T>;
    }
    SetOfOne {
        T, ALONE;
        Option<T>, ALONE, NULLABLE;
        Set<T>;
    }
}
