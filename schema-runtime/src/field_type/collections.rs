//! `Option`, `Vec`, sets and maps.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::hash::Hash;

use super::{AttributeType, FieldType, HasZero, Mismatch, Set, canonical_part, read};
use crate::path::{BorrowedStep, steps};
use crate::refs::Ref;
use crate::schema::{CanonicalFn, Validator};
use crate::ty::Type;
use crate::value::{Value, normalise};

impl<T: FieldType> FieldType for Option<T> {
    type Known = T::Known;

    fn from_value(value: &Value) -> Result<Self, Mismatch> {
        if T::__is_none(value) || value.is_unknown() {
            return Ok(None);
        }
        T::from_value(value).map(Some)
    }

    fn __is_none(value: &Value) -> bool {
        T::__is_none(value)
    }

    fn to_value(&self) -> Value {
        self.as_ref().map_or(Value::Null, T::to_value)
    }

    super::zero!(None);
}

impl<T: AttributeType> AttributeType for Option<T> {
    const TYPE: &'static Type = T::TYPE;
    const NULLABLE: bool = true;
    const HOLDS_NULLS: bool = T::HOLDS_NULLS;
    const NULL_LEVELS: u32 = T::NULL_LEVELS;
    const VALIDATORS: &'static [Validator] = T::VALIDATORS;
    const CANONICAL: Option<CanonicalFn> = T::CANONICAL;
    const SECRET: bool = T::SECRET;
}

impl<T: FieldType> HasZero for Option<T> {}

/// The checks of a collection whose elements have the checks of `T`.
const fn each<T: AttributeType>() -> &'static [Validator] {
    struct Each<T>(std::marker::PhantomData<T>);
    impl<T: AttributeType> Each<T> {
        const LIST: &'static [Validator] = &[Validator::Each {
            validators: Ref::Static {
                value: T::VALIDATORS,
            },
        }];
    }
    if T::VALIDATORS.is_empty() {
        &[]
    } else {
        Each::<T>::LIST
    }
}

/// The function for a collection's canonical form, if its elements have one.
const fn canonical<T: AttributeType>() -> Option<CanonicalFn> {
    match T::CANONICAL {
        Some(_) => Some(|value| value.map_children(|it| canonical_part(it, T::CANONICAL))),
        None => None,
    }
}

/// Reads all elements, so that every mismatch is reported at once.
fn read_all<'v, T: FieldType>(
    collection: &'v Value,
    mut keep: impl FnMut(BorrowedStep<'v>, T),
) -> Result<(), Mismatch> {
    let mut failed: Option<Mismatch> = None;
    for (step, value) in steps(collection) {
        match read::<T>(value) {
            Ok(element) => keep(step, element),
            Err(mismatch) => mismatch.under(step.step()).add_to(&mut failed),
        }
    }
    failed.map_or(Ok(()), Err)
}

impl<T: FieldType> FieldType for Vec<T> {
    type Known = Self;

    fn from_value(value: &Value) -> Result<Self, Mismatch> {
        let Value::List(elements) = value else {
            return Err(Mismatch::expected("a list", value));
        };
        let mut list = Vec::with_capacity(elements.len());
        read_all(value, |_, element| list.push(element))?;
        Ok(list)
    }

    fn to_value(&self) -> Value {
        Value::List(self.iter().map(T::to_value).collect())
    }

    super::zero!(Vec::new());
}

/// The null levels of a collection of `T`.
const fn null_levels<T: AttributeType>() -> u32 {
    T::NULL_LEVELS << 1 | T::NULLABLE as u32
}

/// The constants that a collection derives from its element type.
macro_rules! of_elements {
    ($element:ty) => {
        const HOLDS_NULLS: bool = <$element>::NULLABLE || <$element>::HOLDS_NULLS;
        const NULL_LEVELS: u32 = null_levels::<$element>();
        const VALIDATORS: &'static [Validator] = each::<$element>();
        const CANONICAL: Option<CanonicalFn> = canonical::<$element>();
        const SECRET: bool = <$element>::SECRET;
    };
}

impl<T: AttributeType> AttributeType for Vec<T> {
    const TYPE: &'static Type = &Type::List(Ref::Static { value: T::TYPE });
    of_elements!(T);
}

impl<T: FieldType> HasZero for Vec<T> {}

/// Sets: elements that are equal as Rust values count once.
macro_rules! sets {
    ($($set:ident: $bound:path $(, $more:path)*;)*) => {$(
        impl<T: $bound $(+ $more)*> FieldType for $set<T> {
            type Known = Self;

            fn from_value(value: &Value) -> Result<Self, Mismatch> {
                if !matches!(value, Value::Set(_)) {
                    return Err(Mismatch::expected("a set", value));
                }
                let mut set = Self::new();
                read_all(value, |_, element| {
                    set.insert(element);
                })?;
                Ok(set)
            }

            fn to_value(&self) -> Value {
                Value::Set(self.iter().map(T::to_value).collect())
            }

            super::zero!(Self::new());
        }

        impl<T: AttributeType $(+ $more)*> AttributeType for $set<T> {
            const TYPE: &'static Type = &Type::Set(Ref::Static { value: T::TYPE });
            of_elements!(T);
        }

        impl<T: $bound $(+ $more)*> HasZero for $set<T> {}
    )*};
}

// Structs are only in a `Set`, since they have neither order nor hash.
sets! {
    Set: FieldType;
    BTreeSet: AttributeType, Ord;
    HashSet: AttributeType, Hash, Eq;
}

macro_rules! maps {
    ($($map:ident),*) => {$(
        impl<T: FieldType> FieldType for $map<String, T> {
            type Known = Self;

            fn from_value(value: &Value) -> Result<Self, Mismatch> {
                if !matches!(value, Value::Map(_)) {
                    return Err(Mismatch::expected("a map", value));
                }
                let mut map = Self::new();
                read_all(value, |step, element| {
                    if let BorrowedStep::Key(key) = step {
                        map.insert((**key).to_owned(), element);
                    }
                })?;
                Ok(map)
            }

            fn to_value(&self) -> Value {
                Value::Map(
                    self.iter()
                        .map(|(k, v)| (normalise(k.as_str().into()), v.to_value()))
                        .collect(),
                )
            }

            super::zero!(Self::new());
        }

        impl<T: AttributeType> AttributeType for $map<String, T> {
            const TYPE: &'static Type = &Type::Map(Ref::Static { value: T::TYPE });
            of_elements!(T);
        }

        impl<T: FieldType> HasZero for $map<String, T> {}
    )*};
}

maps!(BTreeMap, HashMap);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_of_the_standard_library_are_sets() {
        let value = Value::Set([2, 1, 2].map(Value::from).into_iter().collect());
        let ordered = <BTreeSet<u8>>::from_value(&value).unwrap();
        assert_eq!(ordered, BTreeSet::from([1, 2]));
        let hashed = <HashSet<u8>>::from_value(&value).unwrap();
        assert_eq!(hashed.len(), 2);
        assert_eq!(ordered.to_value(), hashed.to_value());
        assert_eq!(<BTreeSet<u8>>::TYPE, <Set<u8>>::TYPE);
        let large = Value::Set([Value::from(256)].into_iter().collect());
        assert!(<BTreeSet<u8>>::from_value(&large).is_err());
    }

    #[test]
    fn maps_read_and_write_what_they_hold() {
        let map = HashMap::from([("a".to_owned(), 1u8), ("b".to_owned(), 2)]);
        let value = map.to_value();
        assert_eq!(<HashMap<String, u8>>::from_value(&value), Ok(map));
        let ordered = <BTreeMap<String, u8>>::from_value(&value).unwrap();
        assert_eq!(ordered.to_value(), value);
        let large = Value::Map([("a".into(), Value::from(256))].into());
        let error = <HashMap<String, u8>>::from_value(&large).unwrap_err();
        assert!(error.to_string().starts_with("[\"a\"]: "), "{error}");
    }

    #[test]
    fn an_option_tells_null_from_empty() {
        let none = <Option<Vec<String>>>::from_value(&Value::Null);
        assert_eq!(none, Ok(None));
        let empty = <Option<Vec<String>>>::from_value(&Value::List(vec![]));
        assert_eq!(empty, Ok(Some(vec![])));
        assert_eq!(<Option<Vec<String>>>::to_value(&None), Value::Null);
    }
}
