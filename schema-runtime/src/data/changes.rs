//! [`Changes`]: what a collection gained, lost and changed.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::marker::PhantomData;
use std::sync::Arc;

use crate::field_type::{FieldType, Set, read};
use crate::schema::{Field, Kind};
use crate::value::Value;

/// What a list, set or map gained, lost and changed. Owned, so that data can be set while one goes
/// through it. Computing it takes time in proportion to the elements.
#[derive(Clone, Debug)]
pub struct Changes<C> {
    added: Vec<(Place, Value)>,
    removed: Vec<(Place, Value)>,
    changed: Vec<(Place, Value, Value)>,
    marker: PhantomData<fn() -> C>,
}

/// Where in the collection an element is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// At this index of a list.
    Index(usize),
    /// Under this key of a map.
    Key(Arc<str>),
    /// In a set.
    Member,
}

/// One element that is in both collections, but not equal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change<K, T> {
    /// Its index or key.
    pub at: K,
    /// As it was.
    pub old: T,
    /// As it should be.
    pub new: T,
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
            (Value::List(_), _) | (_, Value::List(_)) => {
                let (old, new) = (list(old), list(new));
                for i in 0..old.len().max(new.len()) {
                    changes.note(Place::Index(i), old.get(i), new.get(i));
                }
            }
            (Value::Map(_), _) | (_, Value::Map(_)) => {
                let none = std::collections::BTreeMap::new();
                let map = |value: &'_ Value| match value {
                    Value::Map(map) => map.clone(),
                    _ => none.clone(),
                };
                let (old, new) = (map(old), map(new));
                for key in old
                    .keys()
                    .chain(new.keys().filter(|k| !old.contains_key(*k)))
                {
                    changes.note(Place::Key(Arc::clone(key)), old.get(key), new.get(key));
                }
            }
            _ => changes.sets(set(old), set(new)),
        }
        changes
    }

    fn note(&mut self, place: Place, old: Option<&Value>, new: Option<&Value>) {
        match (old, new) {
            (None, Some(new)) => self.added.push((place, new.clone())),
            (Some(old), None) => self.removed.push((place, old.clone())),
            (Some(old), Some(new)) if old != new => {
                self.changed.push((place, old.clone(), new.clone()));
            }
            _ => {}
        }
    }

    fn sets(&mut self, old: &[Value], new: &[Value]) {
        let mut counts: HashMap<&Value, usize> = HashMap::with_capacity(old.len());
        for value in old {
            *counts.entry(value).or_default() += 1;
        }
        for value in new {
            match counts.get_mut(value) {
                Some(count) if *count > 0 => *count -= 1,
                _ => self.added.push((Place::Member, value.clone())),
            }
        }
        for value in old {
            if let Some(count) = counts.get_mut(value)
                && *count > 0
            {
                *count -= 1;
                self.removed.push((Place::Member, value.clone()));
            }
        }
    }

    /// Whether there is no difference.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.added.is_empty() && self.removed.is_empty() && self.changed.is_empty()
    }
}

fn list(value: &Value) -> &[Value] {
    match value {
        Value::List(elements) => elements,
        _ => &[],
    }
}

fn set(value: &Value) -> &[Value] {
    match value {
        Value::Set(elements) => elements.as_slice(),
        _ => &[],
    }
}

fn typed<T: FieldType>(values: &[(Place, Value)]) -> Vec<T> {
    values
        .iter()
        .filter_map(|(_, value)| read(value).ok())
        .collect()
}

macro_rules! added_and_removed {
    () => {
        /// Elements that are only in the plan.
        #[must_use]
        pub fn added(&self) -> Vec<T> {
            typed(&self.added)
        }

        /// Elements that are only in the prior state.
        #[must_use]
        pub fn removed(&self) -> Vec<T> {
            typed(&self.removed)
        }
    };
}

macro_rules! of_sets {
    ($($set:ty),*) => {$(
        impl<T: FieldType> Changes<$set> {
            added_and_removed!();
        }
    )*};
}

of_sets!(Set<T>, Option<Set<T>>, BTreeSet<T>, HashSet<T>);

macro_rules! of_lists {
    ($($list:ty),*) => {$(
        impl<T: FieldType> Changes<$list> {
            added_and_removed!();

            /// Elements that differ from the one that was at the same index.
            #[must_use]
            pub fn changed(&self) -> Vec<Change<usize, T>> {
                self.changed
                    .iter()
                    .filter_map(|(place, old, new)| match place {
                        Place::Index(at) => Some(Change {
                            at: *at,
                            old: read(old).ok()?,
                            new: read(new).ok()?,
                        }),
                        _ => None,
                    })
                    .collect()
            }
        }
    )*};
}

of_lists!(Vec<T>, Option<Vec<T>>);

macro_rules! of_maps {
    ($($map:ty),*) => {$(
        impl<T: FieldType> Changes<$map> {
            /// Entries whose key is only in the plan.
            #[must_use]
            pub fn added(&self) -> Vec<(String, T)> {
                keyed(&self.added)
            }

            /// Entries whose key is only in the prior state.
            #[must_use]
            pub fn removed(&self) -> Vec<(String, T)> {
                keyed(&self.removed)
            }

            /// Entries whose key is in both, with different values.
            #[must_use]
            pub fn changed(&self) -> Vec<Change<String, T>> {
                self.changed
                    .iter()
                    .filter_map(|(place, old, new)| match place {
                        Place::Key(at) => Some(Change {
                            at: at.as_ref().to_owned(),
                            old: read(old).ok()?,
                            new: read(new).ok()?,
                        }),
                        _ => None,
                    })
                    .collect()
            }
        }
    )*};
}

of_maps!(
    BTreeMap<String, T>,
    Option<BTreeMap<String, T>>,
    HashMap<String, T>,
    Option<HashMap<String, T>>
);

fn keyed<T: FieldType>(values: &[(Place, Value)]) -> Vec<(String, T)> {
    values
        .iter()
        .filter_map(|(place, value)| match place {
            Place::Key(key) => Some((key.as_ref().to_owned(), read(value).ok()?)),
            _ => None,
        })
        .collect()
}

/// The value at the rest of a dotted address, below a field.
pub(super) fn dotted(field: &Field, value: &Value, rest: &[&str]) -> Option<Value> {
    let Some((part, rest)) = rest.split_first() else {
        return Some(value.clone());
    };
    if matches!(*part, "#" | "%") && rest.is_empty() {
        return value
            .element_count()
            .map(|n| Value::from(i64::try_from(n).unwrap_or(i64::MAX)));
    }
    match (&field.kind, value) {
        (Kind::Attribute { .. }, Value::List(elements)) => {
            leaf(elements.get(part.parse::<usize>().ok()?)?, rest)
        }
        (Kind::Attribute { .. }, Value::Map(map)) => {
            // Keys may hold dots: the whole rest is the key.
            let key: Vec<&str> = std::iter::once(*part).chain(rest.iter().copied()).collect();
            map.get(key.join(".").as_str()).cloned()
        }
        (Kind::Nested { block, .. } | Kind::Block { block, .. }, value) => {
            let (object, rest) = match value {
                Value::List(elements) => (elements.get(part.parse::<usize>().ok()?)?, rest),
                Value::Map(map) => (map.get(*part)?, rest),
                Value::Object(_) => {
                    let (position, inner) = block.find(part)?;
                    return dotted(inner, value.as_object()?.get(position)?, rest);
                }
                _ => return None,
            };
            let Some((name, rest)) = rest.split_first() else {
                return Some(object.clone());
            };
            let (position, inner) = block.find(name)?;
            dotted(inner, object.as_object()?.get(position)?, rest)
        }
        _ => None,
    }
}

fn leaf(value: &Value, rest: &[&str]) -> Option<Value> {
    rest.is_empty().then(|| value.clone())
}
