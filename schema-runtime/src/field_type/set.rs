//! [`Set`]: a set of any field type.

use std::collections::HashMap;

use super::FieldType;
use crate::value::{Value, hash_of};

/// Unique elements without order. Two elements are the same if they are the same Terraform value,
/// so nothing is asked of the element type: structs and floats can be in a set.
///
/// ```
/// use schema_runtime::field_type::Set;
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

    /// Adds an element; says whether it was new.
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
}

impl<T> Set<T> {
    /// How many elements.
    #[must_use]
    pub fn len(&self) -> usize {
        self.elements.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.elements.is_empty()
    }

    /// The elements, in the order in which they came.
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
        for element in elements {
            set.insert(element);
        }
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
