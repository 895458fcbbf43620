//! [`SetValue`]: unique values without order, compared in linear time.

use std::collections::HashMap;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher, Hash, Hasher};

use crate::value::Value;

/// The elements of a set. Equal known elements count once; elements that hold an unknown are never
/// equal to another, so each of them counts. The original order is kept for printing and encoding,
/// and ignored in comparisons.
#[derive(Clone, Debug, Default)]
pub struct SetValue {
    elements: Vec<Value>,
}

/// The keys are hashes already.
pub(crate) type PassThrough = BuildHasherDefault<Identity>;

#[derive(Default)]
pub(crate) struct Identity(u64);

impl Hasher for Identity {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(*byte);
        }
    }

    fn write_u64(&mut self, value: u64) {
        self.0 = value;
    }
}

/// The hash of a value, the same for equal values within one process.
#[must_use]
pub fn hash_of(value: &Value) -> u64 {
    hasher().hash_one(value)
}

/// A hasher with the same key as [`hash_of`].
pub(crate) fn new_hasher() -> DefaultHasher {
    hasher().build_hasher()
}

/// One key for the whole process, chosen at its start: nobody can write a configuration whose
/// elements collide.
fn hasher() -> &'static std::hash::RandomState {
    static STATE: std::sync::OnceLock<std::hash::RandomState> = std::sync::OnceLock::new();
    STATE.get_or_init(std::hash::RandomState::new)
}

impl SetValue {
    /// An empty set.
    #[must_use]
    pub const fn new() -> Self {
        SetValue {
            elements: Vec::new(),
        }
    }

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

    /// The elements, in the order in which they came.
    pub fn iter(&self) -> std::slice::Iter<'_, Value> {
        self.elements.iter()
    }

    /// The elements, in the order in which they came.
    #[must_use]
    pub fn as_slice(&self) -> &[Value] {
        &self.elements
    }

    /// The elements, owned, in the order in which they came.
    #[must_use]
    pub fn into_vec(self) -> Vec<Value> {
        self.elements
    }

    /// Whether an equal element is in the set; linear (build an index for many questions).
    #[must_use]
    pub fn contains(&self, value: &Value) -> bool {
        self.elements.contains(value)
    }

    /// Equality that treats all unknowns as equal, whatever is known about them.
    #[must_use]
    pub fn equal_ignoring_refinements(&self, other: &SetValue) -> bool {
        let strip =
            |set: &SetValue| -> Vec<Value> { set.iter().map(Value::without_refinements).collect() };
        let mut pairs = self.iter().zip(other);
        self.len() == other.len()
            && (pairs.all(|(a, b)| a.equal_ignoring_refinements(b))
                || equal_unordered(&strip(self), &strip(other)))
    }
}

fn equal_unordered(a: &[Value], b: &[Value]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    // Equal elements are usually at the same position; only the rest needs an index, which has each
    // element of the other set by its hash until an equal one is found.
    let differ: Vec<_> = a.iter().zip(b).filter(|(a, b)| a != b).collect();
    let mut left: HashMap<u64, Vec<&Value>, PassThrough> =
        HashMap::with_capacity_and_hasher(differ.len(), PassThrough::default());
    for (_, other) in &differ {
        left.entry(hash_of(other)).or_default().push(other);
    }
    differ.iter().all(|(own, _)| {
        let slot = left.entry(hash_of(own)).or_default();
        let found = slot.iter().position(|other| other == own);
        found.map(|at| slot.swap_remove(at)).is_some()
    })
}

impl FromIterator<Value> for SetValue {
    fn from_iter<I: IntoIterator<Item = Value>>(values: I) -> Self {
        let values = values.into_iter();
        let mut elements: Vec<Value> = Vec::with_capacity(values.size_hint().0);
        let mut slots: HashMap<u64, usize, PassThrough> =
            HashMap::with_capacity_and_hasher(values.size_hint().0, PassThrough::default());
        // Positions of later elements with the hash of an earlier one, by the earlier position.
        let mut collisions: HashMap<usize, Vec<usize>> = HashMap::new();
        for value in values {
            if !value.is_wholly_known() {
                elements.push(value);
                continue;
            }
            let hash = hash_of(&value);
            match slots.get(&hash) {
                None => {
                    slots.insert(hash, elements.len());
                    elements.push(value);
                }
                Some(&first) => {
                    let others = collisions.entry(first).or_default();
                    let known = elements[first] == value
                        || others.iter().any(|&other| elements[other] == value);
                    if !known {
                        others.push(elements.len());
                        elements.push(value);
                    }
                }
            }
        }
        SetValue { elements }
    }
}

impl IntoIterator for SetValue {
    type Item = Value;
    type IntoIter = std::vec::IntoIter<Value>;

    fn into_iter(self) -> Self::IntoIter {
        self.elements.into_iter()
    }
}

impl<'a> IntoIterator for &'a SetValue {
    type Item = &'a Value;
    type IntoIter = std::slice::Iter<'a, Value>;

    fn into_iter(self) -> Self::IntoIter {
        self.elements.iter()
    }
}

impl PartialEq for SetValue {
    fn eq(&self, other: &Self) -> bool {
        equal_unordered(&self.elements, &other.elements)
    }
}

impl Eq for SetValue {}

impl Hash for SetValue {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.len().hash(state);
        // Order must not matter, so the elements' hashes are added up.
        let sum = self
            .iter()
            .fold(0u64, |sum, element| sum.wrapping_add(hash_of(element)));
        sum.hash(state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(values: &[i64]) -> SetValue {
        values.iter().map(|&n| Value::from(n)).collect()
    }

    #[test]
    fn equal_elements_count_once_and_order_does_not_count() {
        assert_eq!(set(&[1, 2, 1, 2]).len(), 2);
        assert_eq!(set(&[1, 2, 3]), set(&[3, 1, 2]));
        assert_ne!(set(&[1, 2, 3]), set(&[1, 2, 4]));
        assert_eq!(
            hash_of(&Value::Set(set(&[1, 2]))),
            hash_of(&Value::Set(set(&[2, 1])))
        );
    }

    #[test]
    fn unknown_elements_are_never_the_same() {
        let unknown: SetValue = [Value::UNKNOWN, Value::UNKNOWN].into_iter().collect();
        assert_eq!(unknown.len(), 2);
    }
}
