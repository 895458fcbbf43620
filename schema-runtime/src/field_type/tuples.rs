//! Tuples: sequences of fixed length, each position with its own type.

use super::{AttributeType, FieldType, Mismatch, canonical_parts, read};
use crate::path::Step;
use crate::refs::Ref;
use crate::schema::{CanonicalFn, Validator};
use crate::ty::Type;
use crate::value::Value;

/// The elements of a tuple of this length.
fn elements(value: &Value, length: usize) -> Result<&[Value], Mismatch> {
    match value {
        Value::List(elements) if elements.len() == length => Ok(elements),
        Value::List(elements) => Err(Mismatch::new(format!(
            "a tuple of {length} elements is required, but this one has {}",
            elements.len()
        ))),
        other => Err(Mismatch::expected("a tuple", other)),
    }
}

/// Reads an element, or collects why it cannot be read.
fn element<T: FieldType>(elements: &[Value], position: usize, failed: &mut Option<Mismatch>) -> T {
    read(elements.get(position).unwrap_or(&Value::Null)).unwrap_or_else(|mismatch: Mismatch| {
        let mismatch = mismatch.under(Step::Index(position as u64));
        mismatch.add_to(failed);
        T::placeholder()
    })
}

/// The constants of a tuple type, each with its own address.
struct Of<T>(std::marker::PhantomData<T>);

macro_rules! tuples {
    ($($length:literal: $($ty:ident $position:tt),+;)*) => {$(
        impl<$($ty: AttributeType),+> Of<($($ty,)+)> {
            const TYPES: &'static [Type] = &[$($ty::TYPE.static_copy()),+];
            const CHECKS: &'static [Validator] = &[$(Validator::At {
                position: $position,
                validators: Ref::Static { value: $ty::VALIDATORS },
                nullable: $ty::NULLABLE,
                null_levels: $ty::NULL_LEVELS,
            }),+];
        }

        #[diagnostic::do_not_recommend]
        impl<$($ty: AttributeType),+> FieldType for ($($ty,)+) {
            type Known = Self;

            fn from_value(value: &Value) -> Result<Self, Mismatch> {
                let elements = elements(value, $length)?;
                let mut failed = None;
                let tuple = ($(element::<$ty>(elements, $position, &mut failed),)+);
                failed.map_or(Ok(tuple), Err)
            }

            fn to_value(&self) -> Value {
                Value::List(vec![$(self.$position.to_value()),+])
            }

            fn placeholder() -> Self {
                ($($ty::placeholder(),)+)
            }
        }

        #[diagnostic::do_not_recommend]
        impl<$($ty: AttributeType),+> AttributeType for ($($ty,)+) {
            const TYPE: &'static Type = &Type::Tuple(Ref::Static { value: Of::<Self>::TYPES });
            const VALIDATORS: &'static [Validator] = Of::<Self>::CHECKS;
            const CANONICAL: Option<CanonicalFn> = if $($ty::CANONICAL.is_none())&&+ {
                None
            } else {
                Some(|value| canonical_parts(value, &[$($ty::CANONICAL),+]))
            };
            const SECRET: bool = $($ty::SECRET)||+;
        }
    )*};
}

tuples! {
    1: A 0;
    2: A 0, B 1;
    3: A 0, B 1, C 2;
    4: A 0, B 1, C 2, D 3;
    5: A 0, B 1, C 2, D 3, E 4;
    6: A 0, B 1, C 2, D 3, E 4, F 5;
    7: A 0, B 1, C 2, D 3, E 4, F 5, G 6;
    8: A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostics::Diagnostics;
    use crate::field_type::CaseInsensitive;
    use crate::path::Path;

    type Tuple = (String, u8, Option<bool>);

    #[test]
    fn each_position_has_its_type() {
        assert_eq!(Tuple::TYPE.to_string(), "tuple([string, number, bool])");
        let tuple: Tuple = ("a".to_owned(), 7, None);
        let value = tuple.to_value();
        assert_eq!(
            value,
            Value::List(vec![Value::from("a"), Value::from(7), Value::Null])
        );
        assert_eq!(Tuple::from_value(&value), Ok(tuple));
        // A null reads as it does in a list.
        let nulls = Value::List(vec![Value::Null, Value::Null, Value::Null]);
        assert_eq!(Tuple::from_value(&nulls), Ok((String::new(), 0, None)));
    }

    #[test]
    fn what_does_not_fit_is_named_by_position() {
        let value = Value::List(vec![Value::from(1), Value::from(256), Value::from(true)]);
        let error = Tuple::from_value(&value).unwrap_err().to_string();
        assert!(error.contains("[0]: a string"), "{error}");
        assert!(
            error.contains("[1]: a whole number from 0 to 255"),
            "{error}"
        );
        let error = Tuple::from_value(&Value::List(vec![])).unwrap_err();
        assert!(error.to_string().contains("3 elements"), "{error}");
        assert!(Tuple::from_value(&Value::Null).is_err());
    }

    #[test]
    fn elements_are_checked_at_their_path() {
        let mut found = Diagnostics::new();
        let value = Value::List(vec![Value::from("a"), Value::from(256), Value::Null]);
        for validator in Tuple::VALIDATORS {
            crate::validate::check(validator, &Path::new("t"), &value, &mut found);
        }
        let paths: Vec<String> = found.iter().map(|d| d.path.to_string()).collect();
        assert_eq!(paths, ["t[1]"]);
    }

    #[test]
    fn elements_keep_their_equality() {
        let canonical = <(CaseInsensitive, String)>::CANONICAL.unwrap();
        let value = |a: &str, b: &str| Value::List(vec![Value::from(a), Value::from(b)]);
        assert_eq!(canonical(&value("A", "B")), canonical(&value("a", "B")));
        assert_ne!(canonical(&value("A", "B")), canonical(&value("A", "b")));
        assert!(<(String, bool)>::CANONICAL.is_none());
    }
}
