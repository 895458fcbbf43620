//! [`Changes`]: what a collection gained, lost and changed.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::hash::Hash;
use std::marker::PhantomData;
use std::sync::Arc;

use crate::correlate::{only_in_one, steps_of_both};
use crate::field_type::{AttributeType, FieldType, Set, read};
use crate::path::BorrowedStep;
use crate::value::Value;

/// What a list, set or map gained, lost and changed. It owns its data, so fields can be set during
/// the iteration. Computing it takes linear time. A wholly unknown collection has no changes.
///
/// The examples use the image of [`ResourceData`](super::ResourceData).
///
/// ```
/// # schema_runtime::__example!();
/// # let data = applying::<Image>(
/// #     r#"{"id": "1", "name": "a", "partition": [{"label": "boot"}, {"label": "data"}]}"#,
/// #     r#"{"name": "a", "partition": [{"label": "root"}]}"#,
/// # );
/// let changes = data.changes(Image::PARTITION);
/// for Change { at, old, new } in changes.changed() {
///     println!("partition {at}: {} becomes {}", old.label, new.label);
/// }
/// assert_eq!(changes.changed()[0].new.label, "root");
/// assert_eq!(changes.removed()[0].label, "data");
/// assert!(changes.added().is_empty() && !changes.is_empty());
/// ```
#[derive(Clone, Debug)]
pub struct Changes<C> {
    added: Vec<(Place, Value)>,
    removed: Vec<(Place, Value)>,
    changed: Vec<(Place, Value, Value)>,
    marker: PhantomData<fn() -> C>,
}

/// The position of an element in the collection.
#[doc(hidden)]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// At this index of a list.
    Index(usize),
    /// Under this key of a map.
    Key(Arc<str>),
    /// In a set.
    Member,
}

/// An element that is in both collections with different values.
///
/// ```
/// # schema_runtime::__example!();
/// # let data = applying::<Image>(
/// #     r#"{"id": "1", "name": "a", "labels": {"env": "test"}}"#,
/// #     r#"{"name": "a", "labels": {"env": "live"}}"#,
/// # );
/// let changed = data.changes(Image::LABELS).changed();
/// let env = Change { at: "env".to_owned(), old: "test".to_owned(), new: "live".to_owned() };
/// assert_eq!(changed, [env]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change<K, T> {
    /// Its index or key.
    pub at: K,
    /// As it was.
    pub old: T,
    /// As it should be.
    pub new: T,
}

/// A list, set or map of a field, or an `Option` of one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a list, set or map",
    label = "has no elements that could be added or removed",
    note = "for a single value there are `has_change` and `get_change`"
)]
pub trait Collection: FieldType {
    /// An added or removed element, for a map with its key.
    type Entry;

    #[doc(hidden)]
    fn __entry(place: &Place, value: &Value) -> Option<Self::Entry>;
}

/// A [`Collection`] whose elements have an index or a key, so that one can change. (A changed set
/// element counts as one removed and one added.)
#[diagnostic::on_unimplemented(
    message = "an element of `{Self}` has no index or key, so it cannot be said to change",
    label = "a changed element counts as one removed and one added"
)]
pub trait Keyed: Collection {
    /// An index or key.
    type Key;
    /// An element.
    type Element: FieldType;

    #[doc(hidden)]
    fn __key(place: &Place) -> Option<Self::Key>;
}

impl<T: FieldType> Collection for Vec<T> {
    type Entry = T;

    fn __entry(_: &Place, value: &Value) -> Option<T> {
        read(value).ok()
    }
}

impl<T: FieldType> Keyed for Vec<T> {
    type Key = usize;
    type Element = T;

    fn __key(place: &Place) -> Option<usize> {
        match place {
            Place::Index(at) => Some(*at),
            _ => None,
        }
    }
}

macro_rules! of_sets {
    ($($set:ty where $($bound:ident),*;)*) => {$(
        impl<T: FieldType $(+ $bound)*> Collection for $set {
            type Entry = T;

            fn __entry(_: &Place, value: &Value) -> Option<T> {
                read(value).ok()
            }
        }
    )*};
}

of_sets! {
    Set<T> where;
    BTreeSet<T> where AttributeType, Ord;
    HashSet<T> where AttributeType, Eq, Hash;
}

macro_rules! of_maps {
    ($($map:ident),*) => {$(
        impl<T: FieldType> Collection for $map<String, T> {
            type Entry = (String, T);

            fn __entry(place: &Place, value: &Value) -> Option<(String, T)> {
                Some((Self::__key(place)?, read(value).ok()?))
            }
        }

        impl<T: FieldType> Keyed for $map<String, T> {
            type Key = String;
            type Element = T;

            fn __key(place: &Place) -> Option<String> {
                match place {
                    Place::Key(key) => Some(key.as_ref().to_owned()),
                    _ => None,
                }
            }
        }
    )*};
}

of_maps!(BTreeMap, HashMap);

impl<C: Collection> Collection for Option<C> {
    type Entry = C::Entry;

    fn __entry(place: &Place, value: &Value) -> Option<C::Entry> {
        C::__entry(place, value)
    }
}

impl<C: Keyed> Keyed for Option<C> {
    type Key = C::Key;
    type Element = C::Element;

    fn __key(place: &Place) -> Option<C::Key> {
        C::__key(place)
    }
}

impl<C> Changes<C> {
    pub(super) fn between(old: &Value, new: &Value) -> Self {
        let mut changes = Changes {
            added: Vec::new(),
            removed: Vec::new(),
            changed: Vec::new(),
            marker: PhantomData,
        };
        match (old, new) {
            // An unknown collection has no gains or losses that could be named.
            (Value::Unknown(_), _) | (_, Value::Unknown(_)) => {}
            (Value::List(_) | Value::Map(_), _) | (_, Value::List(_) | Value::Map(_)) => {
                for step in steps_of_both(old, new) {
                    let place = match step {
                        BorrowedStep::Index(at) => Place::Index(at),
                        BorrowedStep::Key(key) => Place::Key(Arc::clone(key)),
                        BorrowedStep::Attribute(_) | BorrowedStep::Element(_) => Place::Member,
                    };
                    match (step.of(old), step.of(new)) {
                        (None, Some(new)) => changes.added.push((place, new.clone())),
                        (Some(old), None) => changes.removed.push((place, old.clone())),
                        (Some(old), Some(new)) if old != new => {
                            changes.changed.push((place, old.clone(), new.clone()));
                        }
                        _ => {}
                    }
                }
            }
            _ => {
                let members = |of: Vec<&Value>| {
                    let members = of.into_iter().cloned();
                    members.map(|value| (Place::Member, value)).collect()
                };
                let [removed, added] = only_in_one(old.elements(), new.elements());
                (changes.removed, changes.added) = (members(removed), members(added));
            }
        }
        changes
    }

    /// Whether there is no difference.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.added.is_empty() && self.removed.is_empty() && self.changed.is_empty()
    }
}

impl<C: Collection> Changes<C> {
    /// Elements (for a map, keys) that are only in the plan. An unknown part reads as its type's
    /// zero.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let data = applying::<Image>(
    /// #     r#"{"id": "1", "name": "a", "zones": ["eu", "us"]}"#,
    /// #     r#"{"name": "a", "zones": ["us", "as"]}"#,
    /// # );
    /// assert_eq!(data.changes(Image::ZONES).added(), ["as"]);
    /// ```
    #[must_use]
    pub fn added(&self) -> Vec<C::Entry> {
        entries::<C>(&self.added)
    }

    /// Elements (for a map, keys) that are only in the prior state.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let data = applying::<Image>(
    /// #     r#"{"id": "1", "name": "a", "zones": ["eu", "us"]}"#,
    /// #     r#"{"name": "a", "zones": ["us", "as"]}"#,
    /// # );
    /// assert_eq!(data.changes(Image::ZONES).removed(), ["eu"]);
    /// ```
    #[must_use]
    pub fn removed(&self) -> Vec<C::Entry> {
        entries::<C>(&self.removed)
    }
}

impl<C: Keyed> Changes<C> {
    /// Elements that are in both, under the same index or key, with different values.
    ///
    /// ```
    /// # schema_runtime::__example!();
    /// # let data = applying::<Image>(
    /// #     r#"{"id": "1", "name": "a", "partition": [{"label": "boot"}]}"#,
    /// #     r#"{"name": "a", "partition": [{"label": "root"}]}"#,
    /// # );
    /// let changed = data.changes(Image::PARTITION).changed();
    /// assert_eq!((changed[0].at, changed[0].new.label.as_str()), (0, "root"));
    /// ```
    #[must_use]
    pub fn changed(&self) -> Vec<Change<C::Key, C::Element>> {
        self.changed
            .iter()
            .filter_map(|(place, old, new)| {
                Some(Change {
                    at: C::__key(place)?,
                    old: read(old).ok()?,
                    new: read(new).ok()?,
                })
            })
            .collect()
    }
}

fn entries<C: Collection>(values: &[(Place, Value)]) -> Vec<C::Entry> {
    values
        .iter()
        .filter_map(|(place, value)| C::__entry(place, value))
        .collect()
}
