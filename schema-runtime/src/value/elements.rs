//! The elements of a collection, one like the other.

use std::sync::Arc;

use super::Value;

impl Value {
    /// A list, set or map with other elements in the place of these; nothing where this is no such collection.
    #[doc(hidden)]
    #[must_use]
    pub fn map_elements(&self, mut change: impl FnMut(&Value) -> Value) -> Option<Value> {
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

    /// Changes each element of a list, set or map; nothing in any other value.
    pub(crate) fn change_elements(&mut self, mut change: impl FnMut(&mut Value)) {
        match self {
            Value::List(elements) => elements.iter_mut().for_each(change),
            Value::Map(elements) => elements.values_mut().for_each(change),
            // A changed element may be another one, or the same as another.
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
}
