//! [`Set`]: a set of any field type.

use std::collections::HashMap;

use super::FieldType;
use crate::value::{Value, hash_of};

/// Unique elements without order. Two elements are the same if they are the same Terraform value,
/// so the element type needs no traits: structs and floats can be in a set.
///
/// ```
/// # use schema_runtime::field_type::Set;
///
/// let mut zones: Set<String> = ["eu", "us", "eu"].map(String::from).into_iter().collect();
/// assert_eq!(zones.len(), 2);
/// assert!(zones.contains(&"us".to_owned()));
/// assert!(!zones.insert("eu".to_owned()));
/// for zone in &zones {
///     println!("{zone}");
/// }
/// // The order does not count.
/// assert_eq!(zones, Set::from(["us".to_owned(), "eu".to_owned()]));
/// assert!(Set::<String>::new().is_empty());
/// ```
#[derive(Clone)]
pub struct Set<T> {
    elements: Vec<T>,
    /// Positions by the hash of the element's value.
    index: HashMap<u64, Vec<usize>>,
}

impl<T: FieldType> Set<T> {
    /// An empty set.
    #[must_use]
    pub fn new() -> Self {
        Set {
            elements: Vec::new(),
            index: HashMap::new(),
        }
    }

    /// Adds an element; returns whether it was new.
    ///
    /// ```
    /// # use schema_runtime::field_type::Set;
    /// let mut ports = Set::new();
    /// assert!(ports.insert(80));
    /// assert!(!ports.insert(80));
    /// ```
    pub fn insert(&mut self, element: T) -> bool {
        let value = element.to_value();
        if self.position(&value).is_some() {
            return false;
        }
        self.index
            .entry(hash_of(&value))
            .or_default()
            .push(self.elements.len());
        self.elements.push(element);
        true
    }

    fn position(&self, value: &Value) -> Option<usize> {
        let slot = self.index.get(&hash_of(value))?;
        slot.iter().copied().find(|&i| {
            self.elements
                .get(i)
                .is_some_and(|element| element.to_value() == *value)
        })
    }

    /// Whether an equal element is in the set.
    #[must_use]
    pub fn contains(&self, element: &T) -> bool {
        self.position(&element.to_value()).is_some()
    }

    /// Removes an element; returns whether it was present. The others keep their order.
    ///
    /// ```
    /// # use schema_runtime::field_type::Set;
    /// let mut ports = Set::from([80, 443]);
    /// assert!(ports.remove(&80));
    /// assert!(!ports.remove(&80));
    /// assert_eq!(ports, Set::from([443]));
    /// ```
    pub fn remove(&mut self, element: &T) -> bool {
        let Some(position) = self.position(&element.to_value()) else {
            return false;
        };
        self.elements.remove(position);
        self.index.retain(|_, slot| {
            slot.retain(|at| *at != position);
            for at in slot.iter_mut().filter(|at| **at > position) {
                *at -= 1;
            }
            !slot.is_empty()
        });
        true
    }

    /// Keeps the elements that satisfy a condition.
    ///
    /// ```
    /// # use schema_runtime::field_type::Set;
    /// let mut ports = Set::from([22, 80, 8080]);
    /// ports.retain(|port| *port > 1024);
    /// assert_eq!(ports, Set::from([8080]));
    /// ```
    pub fn retain(&mut self, keep: impl FnMut(&T) -> bool) {
        self.elements.retain(keep);
        self.index.clear();
        for (position, element) in self.elements.iter().enumerate() {
            let slot = self.index.entry(hash_of(&element.to_value()));
            slot.or_default().push(position);
        }
    }

    /// The elements of either set. (For elements that cannot be cloned there is
    /// [`extend`](Extend::extend).)
    ///
    /// ```
    /// # use schema_runtime::field_type::Set;
    /// let all = Set::from([22, 80]).union(&Set::from([80, 443]));
    /// assert_eq!(all, Set::from([22, 80, 443]));
    /// ```
    #[must_use]
    pub fn union(&self, other: &Self) -> Self
    where
        T: Clone,
    {
        let mut all = self.clone();
        all.extend(other.iter().cloned());
        all
    }

    /// The elements of both sets. (For elements that cannot be cloned there is
    /// [`retain`](Self::retain).)
    ///
    /// ```
    /// # use schema_runtime::field_type::Set;
    /// let both = Set::from([22, 80]).intersection(&Set::from([80, 443]));
    /// assert_eq!(both, Set::from([80]));
    /// ```
    #[must_use]
    pub fn intersection(&self, other: &Self) -> Self
    where
        T: Clone,
    {
        let both = self.iter().filter(|element| other.contains(element));
        both.cloned().collect()
    }

    /// The elements of this set that are not in the other one. (For elements that cannot be cloned
    /// there is [`retain`](Self::retain); between prior state and plan,
    /// [`changes`](crate::data::ResourceData::changes).)
    ///
    /// ```
    /// # use schema_runtime::field_type::Set;
    /// let (old, new) = (Set::from([22, 80]), Set::from([80, 443]));
    /// assert_eq!(old.difference(&new), Set::from([22]));
    /// assert_eq!(new.difference(&old), Set::from([443]));
    /// ```
    #[must_use]
    pub fn difference(&self, other: &Self) -> Self
    where
        T: Clone,
    {
        let rest = self.iter().filter(|element| !other.contains(element));
        rest.cloned().collect()
    }
}

impl<T> Set<T> {
    /// The number of elements.
    #[must_use]
    pub fn len(&self) -> usize {
        self.elements.len()
    }

    /// Whether it is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.elements.is_empty()
    }

    /// The elements, in the order in which they were added.
    ///
    /// ```
    /// # use schema_runtime::field_type::Set;
    /// let ports = Set::from([443, 80]);
    /// assert_eq!(ports.iter().max(), Some(&443));
    /// ```
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.elements.iter()
    }
}

impl<T: FieldType> Default for Set<T> {
    fn default() -> Self {
        Set::new()
    }
}

impl<T: FieldType> FromIterator<T> for Set<T> {
    fn from_iter<I: IntoIterator<Item = T>>(elements: I) -> Self {
        let mut set = Set::new();
        set.extend(elements);
        set
    }
}

impl<T: FieldType> Extend<T> for Set<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, elements: I) {
        for element in elements {
            self.insert(element);
        }
    }
}

impl<T: FieldType, const N: usize> From<[T; N]> for Set<T> {
    fn from(elements: [T; N]) -> Self {
        elements.into_iter().collect()
    }
}

impl<T> IntoIterator for Set<T> {
    type Item = T;
    type IntoIter = std::vec::IntoIter<T>;

    fn into_iter(self) -> Self::IntoIter {
        self.elements.into_iter()
    }
}

impl<'a, T> IntoIterator for &'a Set<T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.elements.iter()
    }
}

impl<T: FieldType> PartialEq for Set<T> {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.iter().all(|element| other.contains(element))
    }
}

impl<T: std::fmt::Debug> std::fmt::Debug for Set<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(&self.elements).finish()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    fn small() -> impl Strategy<Value = Vec<i64>> {
        proptest::collection::vec(0..8_i64, 0..12)
    }

    fn of(elements: &[i64]) -> (Set<i64>, BTreeSet<i64>) {
        let elements = elements.iter().copied();
        (elements.clone().collect(), elements.collect())
    }

    /// Returns the elements, after checking that the index finds each one.
    fn sorted(set: &Set<i64>) -> BTreeSet<i64> {
        assert!(set.iter().all(|element| set.contains(element)));
        assert_eq!(set.index.values().map(Vec::len).sum::<usize>(), set.len());
        set.iter().copied().collect()
    }

    proptest! {
        /// Compares the results with the standard library's sets.
        #[test]
        fn does_what_other_sets_do(a in small(), b in small(), out in small()) {
            let ((ours, theirs), (our_other, their_other)) = (of(&a), of(&b));
            prop_assert_eq!(sorted(&ours.union(&our_other)), &theirs | &their_other);
            prop_assert_eq!(sorted(&ours.intersection(&our_other)), &theirs & &their_other);
            prop_assert_eq!(sorted(&ours.difference(&our_other)), &theirs - &their_other);
            let (mut ours, mut theirs) = (ours, theirs);
            for element in out {
                prop_assert_eq!(ours.remove(&element), theirs.remove(&element));
                prop_assert_eq!(sorted(&ours), theirs.clone());
            }
            ours.retain(|element| element % 2 == 0);
            theirs.retain(|element| element % 2 == 0);
            prop_assert_eq!(sorted(&ours), theirs);
        }
    }
}
