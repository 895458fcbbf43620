//! `Option`, `Vec`, [`Set`] and maps.

use std::collections::BTreeMap;

use super::{AttributeType, FieldType, HasZero, Mismatch, Objects, Set, nesting, read};
use crate::object::Object;
use crate::path::Step;
use crate::refs::Ref;
use crate::schema::{CanonicalFn, Validator};
use crate::ty::Type;
use crate::value::Value;

impl<T: FieldType> FieldType for Option<T> {
    type Known = T::Known;

    fn from_value(value: &Value) -> Result<Self, Mismatch> {
        if value.is_null() || value.is_unknown() {
            return Ok(None);
        }
        T::from_value(value).map(Some)
    }

    fn to_value(&self) -> Value {
        self.as_ref().map_or(Value::Null, T::to_value)
    }

    fn absent() -> Option<Self> {
        Some(None)
    }

    fn placeholder() -> Self {
        None
    }
}

impl<T: AttributeType> AttributeType for Option<T> {
    const TYPE: &'static Type = T::TYPE;
    const NULLABLE: bool = true;
    const VALIDATORS: &'static [Validator] = T::VALIDATORS;
    const CANONICAL: Option<CanonicalFn> = T::CANONICAL;
}

impl<T: FieldType> HasZero for Option<T> {
    fn zero() -> Self {
        None
    }
}

impl<T: Object + FieldType> Objects<nesting::Single> for T {
    type Object = T;
    const NULLABLE: bool = false;
}

impl<T: Object + FieldType> Objects<nesting::Single> for Option<T> {
    type Object = T;
    const NULLABLE: bool = true;
}

/// The checks of elements whose own checks are `T`'s.
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

/// The canonical form of a collection: that of its elements, where they have one.
fn canonical_elements<T: AttributeType>(value: &Value) -> Value {
    let one = |element: &Value| match T::CANONICAL {
        Some(canonical) if !element.is_null() && element.is_wholly_known() => canonical(element),
        _ => element.clone(),
    };
    match value {
        Value::List(elements) => Value::List(elements.iter().map(one).collect()),
        Value::Set(elements) => Value::Set(elements.iter().map(one).collect()),
        Value::Map(elements) => Value::Map(
            elements
                .iter()
                .map(|(key, element)| (std::sync::Arc::clone(key), one(element)))
                .collect(),
        ),
        other => other.clone(),
    }
}

/// Elementwise, if the elements have a canonical form.
const fn canonical<T: AttributeType>() -> Option<CanonicalFn> {
    match T::CANONICAL {
        Some(_) => Some(canonical_elements::<T>),
        None => None,
    }
}

/// Reads all elements, so that every mismatch is reported at once.
fn read_all<T: FieldType>(
    elements: impl Iterator<Item = (Step, impl std::ops::Deref<Target = Value>)>,
    mut keep: impl FnMut(Step, T),
) -> Result<(), Mismatch> {
    let mut failed: Option<Mismatch> = None;
    for (step, value) in elements {
        match read::<T>(&value) {
            Ok(element) => keep(step, element),
            Err(mismatch) => {
                let mismatch = mismatch.under(step);
                failed = Some(match failed.take() {
                    None => mismatch,
                    Some(earlier) => earlier.and(mismatch),
                });
            }
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
        let steps = elements
            .iter()
            .enumerate()
            .map(|(i, e)| (Step::Index(i as u64), e));
        read_all(steps, |_, element| list.push(element))?;
        Ok(list)
    }

    fn to_value(&self) -> Value {
        Value::List(self.iter().map(T::to_value).collect())
    }

    fn absent() -> Option<Self> {
        Some(Vec::new())
    }

    fn placeholder() -> Self {
        Vec::new()
    }
}

impl<T: AttributeType> AttributeType for Vec<T> {
    const TYPE: &'static Type = &Type::List(Ref::Static { value: T::TYPE });
    const VALIDATORS: &'static [Validator] = each::<T>();
    const CANONICAL: Option<CanonicalFn> = canonical::<T>();
}

impl<T: FieldType> HasZero for Vec<T> {
    fn zero() -> Self {
        Vec::new()
    }
}

impl<T: Object + FieldType> Objects<nesting::List> for Vec<T> {
    type Object = T;
    const NULLABLE: bool = true;
}

impl<T: FieldType> FieldType for Set<T> {
    type Known = Self;

    fn from_value(value: &Value) -> Result<Self, Mismatch> {
        let Value::Set(elements) = value else {
            return Err(Mismatch::expected("a set", value));
        };
        let mut set = Set::new();
        let steps = elements
            .iter()
            .map(|e| (Step::Element(Box::new(e.clone())), e));
        read_all(steps, |_, element| {
            set.insert(element);
        })?;
        Ok(set)
    }

    fn to_value(&self) -> Value {
        Value::Set(self.iter().map(T::to_value).collect())
    }

    fn absent() -> Option<Self> {
        Some(Set::new())
    }

    fn placeholder() -> Self {
        Set::new()
    }
}

impl<T: AttributeType> AttributeType for Set<T> {
    const TYPE: &'static Type = &Type::Set(Ref::Static { value: T::TYPE });
    const VALIDATORS: &'static [Validator] = each::<T>();
    const CANONICAL: Option<CanonicalFn> = canonical::<T>();
}

impl<T: FieldType> HasZero for Set<T> {
    fn zero() -> Self {
        Set::new()
    }
}

impl<T: Object + FieldType> Objects<nesting::Set> for Set<T> {
    type Object = T;
    const NULLABLE: bool = true;
}

impl<T: FieldType> FieldType for BTreeMap<String, T> {
    type Known = Self;

    fn from_value(value: &Value) -> Result<Self, Mismatch> {
        let Value::Map(elements) = value else {
            return Err(Mismatch::expected("a map", value));
        };
        let mut map = BTreeMap::new();
        let steps = elements
            .iter()
            .map(|(k, e)| (Step::Key(std::sync::Arc::clone(k).into()), e));
        read_all(steps, |step, element| {
            if let Step::Key(key) = step {
                map.insert(key.as_str().to_owned(), element);
            }
        })?;
        Ok(map)
    }

    fn to_value(&self) -> Value {
        Value::Map(
            self.iter()
                .map(|(k, v)| (k.as_str().into(), v.to_value()))
                .collect(),
        )
    }

    fn absent() -> Option<Self> {
        Some(BTreeMap::new())
    }

    fn placeholder() -> Self {
        BTreeMap::new()
    }
}

impl<T: AttributeType> AttributeType for BTreeMap<String, T> {
    const TYPE: &'static Type = &Type::Map(Ref::Static { value: T::TYPE });
    const VALIDATORS: &'static [Validator] = each::<T>();
    const CANONICAL: Option<CanonicalFn> = canonical::<T>();
}

impl<T: FieldType> HasZero for BTreeMap<String, T> {
    fn zero() -> Self {
        BTreeMap::new()
    }
}

impl<T: Object + FieldType> Objects<nesting::Map> for BTreeMap<String, T> {
    type Object = T;
    const NULLABLE: bool = true;
}
