//! Tuples: sequences of fixed length, each position with its own type.

use super::{AttributeType, FieldType, Mismatch, read};
use crate::path::Step;
use crate::refs::Ref;
use crate::schema::{CanonicalFn, Validator};
use crate::ty::Type;
use crate::value::Value;

/// Reads the elements of a tuple and collects the mismatches.
struct Reader<'a> {
    elements: &'a [Value],
    position: usize,
    failed: Option<Mismatch>,
}

impl<'a> Reader<'a> {
    fn new(value: &'a Value, length: usize) -> Result<Self, Mismatch> {
        match value {
            Value::List(elements) if elements.len() == length => Ok(Reader {
                elements,
                position: 0,
                failed: None,
            }),
            Value::List(elements) => Err(Mismatch::new(format!(
                "a tuple of {length} elements is required, but this one has {}",
                elements.len()
            ))),
            other => Err(Mismatch::expected("a tuple", other)),
        }
    }

    fn next<T: FieldType>(&mut self) -> T {
        let position = self.position;
        self.position += 1;
        match read(self.elements.get(position).unwrap_or(&Value::Null)) {
            Ok(element) => element,
            Err(mismatch) => {
                let mismatch = mismatch.under(Step::Index(position as u64));
                self.failed = Some(match self.failed.take() {
                    None => mismatch,
                    Some(earlier) => earlier.and(mismatch),
                });
                T::placeholder()
            }
        }
    }

    fn finish<T>(self, tuple: T) -> Result<T, Mismatch> {
        self.failed.map_or(Ok(tuple), Err)
    }
}

/// Each element in the canonical form of its type.
fn canonical_elements(value: &Value, forms: &[Option<CanonicalFn>]) -> Value {
    let Value::List(elements) = value else {
        return value.clone();
    };
    let one = |(element, form): (&Value, &Option<CanonicalFn>)| match form {
        Some(form) if !element.is_null() && element.is_wholly_known() => form(element),
        _ => element.clone(),
    };
    Value::List(elements.iter().zip(forms).map(one).collect())
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
                let mut reader = Reader::new(value, $length)?;
                let tuple = ($(reader.next::<$ty>(),)+);
                reader.finish(tuple)
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
                Some(|value| canonical_elements(value, &[$($ty::CANONICAL),+]))
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
