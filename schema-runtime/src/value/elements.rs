//! Access to the parts of a value: the elements of a collection, the objects of a nested field, all
//! children.

use std::collections::btree_map;
use std::slice;
use std::sync::Arc;

use super::Value;

/// Values inside a value, in their order.
#[doc(hidden)]
#[derive(Clone, Debug)]
pub enum Parts<'v> {
    /// The parts of a list, a tuple, a set or an object, or a single value.
    Slice(slice::Iter<'v, Value>),
    /// The parts of a map.
    Map(btree_map::Values<'v, Arc<str>, Value>),
}

impl<'v> Iterator for Parts<'v> {
    type Item = &'v Value;

    fn next(&mut self) -> Option<&'v Value> {
        match self {
            Parts::Slice(values) => values.next(),
            Parts::Map(values) => values.next(),
        }
    }
}

/// Whether the parts of two objects, lists or maps go together in their order.
pub(crate) fn aligned(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::List(a), Value::List(b)) | (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len()
        }
        (Value::Map(a), Value::Map(b)) => a.len() == b.len() && a.keys().eq(b.keys()),
        _ => false,
    }
}

/// Whether every element of each side fits some element of the other. Compares every pair.
pub(crate) fn each_fits_some<T>(a: &[T], b: &[T], fits: impl Fn(&T, &T) -> bool) -> bool {
    a.iter().all(|a| b.iter().any(|b| fits(a, b))) && b.iter().all(|b| a.iter().any(|a| fits(a, b)))
}

impl Value {
    /// Whether this is a list, a set or a map (a tuple is a list).
    #[doc(hidden)]
    #[must_use]
    pub fn is_collection(&self) -> bool {
        matches!(self, Value::List(_) | Value::Set(_) | Value::Map(_))
    }

    /// Everything directly inside: the elements of a collection, the fields of an object, the value
    /// of a dynamic one. Empty for any other value.
    #[doc(hidden)]
    #[must_use]
    pub fn children(&self) -> Parts<'_> {
        match self {
            Value::List(values) | Value::Object(values) => Parts::Slice(values.iter()),
            Value::Set(values) => Parts::Slice(values.iter()),
            Value::Map(values) => Parts::Map(values.values()),
            Value::Dynamic(dynamic) => Parts::Slice(slice::from_ref(&dynamic.value).iter()),
            Value::Null
            | Value::Unknown(_)
            | Value::Bool(_)
            | Value::Number(_)
            | Value::String(_) => Parts::Slice([].iter()),
        }
    }

    /// The objects of a nested field: the elements of a collection, or this value itself.
    #[doc(hidden)]
    #[must_use]
    pub fn objects(&self) -> Parts<'_> {
        if self.is_collection() {
            self.children()
        } else {
            Parts::Slice(slice::from_ref(self).iter())
        }
    }

    /// A list, set or map with its elements replaced; `None` if this is not such a collection.
    #[doc(hidden)]
    #[must_use]
    pub fn map_elements<'v>(&'v self, mut change: impl FnMut(&'v Value) -> Value) -> Option<Value> {
        match self {
            Value::List(elements) => Some(Value::List(elements.iter().map(change).collect())),
            Value::Set(elements) => Some(Value::Set(elements.iter().map(change).collect())),
            Value::Map(elements) => {
                let elements = elements.iter();
                let changed = elements.map(|(key, element)| (Arc::clone(key), change(element)));
                Some(Value::Map(changed.collect()))
            }
            _ => None,
        }
    }

    /// The same value with each of its [`children`](Self::children) replaced.
    pub(crate) fn map_children<'v>(&'v self, mut change: impl FnMut(&'v Value) -> Value) -> Value {
        match self {
            Value::Object(fields) => Value::Object(fields.iter().map(change).collect()),
            Value::Dynamic(it) => Value::dynamic(it.ty.clone(), change(&it.value)),
            other => other.map_elements(change).unwrap_or_else(|| other.clone()),
        }
    }

    /// The value of a nested field with its objects replaced.
    #[doc(hidden)]
    #[must_use]
    pub fn map_objects<'v>(&'v self, mut change: impl FnMut(&'v Value) -> Value) -> Value {
        match self.map_elements(&mut change) {
            Some(changed) => changed,
            None => change(self),
        }
    }

    /// The set of a list's elements.
    pub(crate) fn into_set(self) -> Value {
        match self {
            Value::List(elements) => Value::Set(elements.into_iter().collect()),
            other => other,
        }
    }

    /// Changes each element of a list, set or map; leaves any other value unchanged.
    #[doc(hidden)]
    pub fn change_elements(&mut self, mut change: impl FnMut(&mut Value)) {
        match self {
            Value::List(elements) => elements.iter_mut().for_each(change),
            Value::Map(elements) => elements.values_mut().for_each(change),
            // A changed element may become equal to another one.
            Value::Set(elements) => {
                let mut changed = std::mem::take(elements).into_vec();
                for element in &mut changed {
                    change(element);
                }
                *elements = changed.into_iter().collect();
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn collections() -> [Value; 3] {
        let (one, two) = (Value::from(1), Value::from(2));
        [
            Value::List(vec![one.clone(), two.clone()]),
            Value::Set([one.clone(), two.clone()].into_iter().collect()),
            Value::Map([("a".into(), one), ("b".into(), two)].into_iter().collect()),
        ]
    }

    #[test]
    fn every_collection_keeps_its_kind_and_keys() {
        let text = |value: &Value| Value::from(if *value == Value::from(1) { "x" } else { "y" });
        let (x, y) = (Value::from("x"), Value::from("y"));
        let expected = [
            Value::List(vec![x.clone(), y.clone()]),
            Value::Set([x.clone(), y.clone()].into_iter().collect()),
            Value::Map([("a".into(), x), ("b".into(), y)].into_iter().collect()),
        ];
        for (before, after) in collections().into_iter().zip(expected) {
            assert_eq!(before.map_elements(text), Some(after.clone()));
            let mut changed = before;
            changed.change_elements(|element| *element = text(element));
            assert_eq!(changed, after);
        }
    }

    #[test]
    fn elements_of_a_set_that_become_the_same_are_one() {
        let [_, mut set, _] = collections();
        let all = Value::from("z");
        let one = Value::Set([all.clone()].into_iter().collect());
        assert_eq!(set.map_elements(|_| all.clone()), Some(one.clone()));
        set.change_elements(|element| *element = all.clone());
        assert_eq!(set, one);
    }

    #[test]
    fn what_is_no_collection_has_no_elements() {
        let object = Value::Object(vec![Value::from(1)]);
        for mut value in [object, Value::from("a"), Value::Null, Value::UNKNOWN] {
            assert_eq!(value.map_elements(|_| Value::Null), None);
            let before = value.clone();
            value.change_elements(|element| *element = Value::Null);
            assert_eq!(value, before);
        }
    }

    #[test]
    fn the_objects_of_a_field_are_its_elements_or_itself() {
        let object = Value::Object(vec![Value::from(1), Value::from(2)]);
        for value in collections() {
            assert!(value.is_collection());
            assert_eq!(value.children().count(), 2);
            assert_eq!(value.objects().count(), 2);
            assert_eq!(value.map_objects(Value::clone), value);
        }
        assert_eq!(object.children().count(), 2);
        assert_eq!(object.objects().collect::<Vec<_>>(), [&object]);
        assert_eq!(object.map_objects(|_| Value::Null), Value::Null);
        for value in [Value::from("a"), Value::Null, Value::UNKNOWN] {
            assert_eq!(value.children().count(), 0);
            assert_eq!(value.objects().collect::<Vec<_>>(), [&value]);
        }
        let dynamic = Value::dynamic(crate::ty::Type::Bool, Value::from(true));
        assert_eq!(dynamic.children().collect::<Vec<_>>(), [&Value::from(true)]);
    }
}
