//! Strings, bools and numbers.

// The compiler's lists of similar types omit the impls for scalars: the traits' notes name them
// all.

use super::{AttributeType, FieldType, HasZero, Mismatch};
use crate::number::Number;
use crate::schema::{CanonicalFn, Predicate, Validator};
use crate::ty::Type;
use crate::value::Value;

/// A type that holds every value of its Terraform type.
macro_rules! scalars {
    ($($ty:ty: $type:ident, $what:literal, |$read:ident| $own:expr, |$it:ident| $value:expr, $zero:expr;)*) => {$(
        impl FieldType for $ty {
            type Known = Self;

            fn from_value(value: &Value) -> Result<Self, Mismatch> {
                match value {
                    Value::$type($read) => Ok($own),
                    other => Err(Mismatch::expected($what, other)),
                }
            }

            fn to_value(&self) -> Value {
                let $it = self;
                Value::from($value)
            }

            super::zero!($zero);
        }

        #[diagnostic::do_not_recommend]
        impl AttributeType for $ty {
            const TYPE: &'static Type = &Type::$type;
        }

        #[diagnostic::do_not_recommend]
        impl HasZero for $ty {}
    )*};
}

scalars! {
    String: String, "a string", |text| text.as_ref().to_owned(), |it| it.as_str(), String::new();
    bool: Bool, "a bool", |value| *value, |it| *it, false;
    Number: Number, "a number", |number| number.clone(), |it| it.clone(), Number::ZERO;
}

macro_rules! integers {
    ($($ty:ty: $read:ident),* $(,)?) => {$(
        impl FieldType for $ty {
            type Known = Self;

            fn from_value(value: &Value) -> Result<Self, Mismatch> {
                let Value::Number(number) = value else {
                    return Err(Mismatch::expected("a number", value));
                };
                number.$read().and_then(|n| <$ty>::try_from(n).ok()).ok_or_else(|| {
                    Mismatch::new(format!(
                        "a whole number from {} to {} is required, but this number is not one",
                        <$ty>::MIN,
                        <$ty>::MAX
                    ))
                })
            }

            fn to_value(&self) -> Value {
                Value::Number(Number::from(*self))
            }

            super::zero!(0);
        }

        #[diagnostic::do_not_recommend]
        impl AttributeType for $ty {
            const TYPE: &'static Type = &Type::Number;
            const VALIDATORS: &'static [Validator] =
                &[Validator::new(Predicate::Integer {
                    min: <$ty>::MIN as i128,
                    max: <$ty>::MAX as u128,
                })];
        }

        #[diagnostic::do_not_recommend]
        impl HasZero for $ty {}
    )*};
}

integers!(
    i8: as_i128, i16: as_i128, i32: as_i128, i64: as_i128, i128: as_i128, isize: as_i128,
    u8: as_i128, u16: as_i128, u32: as_i128, u64: as_i128, usize: as_i128, u128: as_u128,
);

macro_rules! floats {
    ($($ty:ty: $nearest:expr;)*) => {$(
        impl FieldType for $ty {
            type Known = Self;

            fn from_value(value: &Value) -> Result<Self, Mismatch> {
                let Value::Number(number) = value else {
                    return Err(Mismatch::expected("a number", value));
                };
                let float = number.as_f64() as $ty;
                if float.is_infinite() && number.is_finite() {
                    return Err(Mismatch::new(format!(
                        "a number between {:e} and {:e} is required, but this is out of range",
                        <$ty>::MIN,
                        <$ty>::MAX
                    )));
                }
                Ok(float)
            }

            fn to_value(&self) -> Value {
                let nearest: fn($ty) -> f64 = $nearest;
                // Terraform has no NaN, and null would hide it. Storing an infinity reports an
                // error.
                Value::Number(Number::from_f64(nearest(*self)).unwrap_or(Number::INFINITY))
            }

            super::zero!(0.0);
        }

        #[diagnostic::do_not_recommend]
        impl AttributeType for $ty {
            const TYPE: &'static Type = &Type::Number;
            const VALIDATORS: &'static [Validator] = &[Validator::new(Predicate::Float {
                max: <$ty>::MAX as f64,
            })];
            // Numbers that the type cannot distinguish mean the same, otherwise a value read and
            // written back would contradict the plan.
            const CANONICAL: Option<CanonicalFn> = Some(|value| {
                <$ty>::from_value(value).map_or_else(|_| value.clone(), |float| float.to_value())
            });
        }

        #[diagnostic::do_not_recommend]
        impl HasZero for $ty {}
    )*};
}

floats! {
    f64: |float| float;
    // The shortest digits that are unambiguous at its precision: 0.1 is written as 0.1.
    f32: |float| float.to_string().parse().unwrap_or_else(|_| f64::from(float));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field_type::read;
    use proptest::prelude::*;

    fn number(text: &str) -> Value {
        Value::Number(text.parse().unwrap())
    }

    #[test]
    fn integers_have_bounds() {
        assert_eq!(u8::from_value(&number("255")), Ok(255));
        assert_eq!(i8::from_value(&number("-128")), Ok(-128));
        assert_eq!(usize::from_value(&number("7")), Ok(7));
        assert_eq!(isize::from_value(&number("-7")), Ok(-7));
        assert_eq!(i64::from_value(&number("1.0")), Ok(1));
        assert_eq!(
            u64::from_value(&number(&u64::MAX.to_string())),
            Ok(u64::MAX)
        );
        assert_eq!(
            i128::from_value(&number(&i128::MIN.to_string())),
            Ok(i128::MIN)
        );
        assert_eq!(i128::MIN.to_value(), number(&i128::MIN.to_string()));
        assert_eq!(
            u128::from_value(&number(&u128::MAX.to_string())),
            Ok(u128::MAX)
        );
        assert_eq!(u128::MAX.to_value(), number(&u128::MAX.to_string()));
        assert_eq!(u128::from_value(&number("1e30")), Ok(10u128.pow(30)));
        for outside in [
            "-1",
            "340282366920938463463374607431768211456",
            "1e39",
            "0.5",
        ] {
            assert!(u128::from_value(&number(outside)).is_err(), "{outside}");
        }
        for (error, expected) in [
            (
                u8::from_value(&number("256")).err(),
                "from 0 to 255 is required",
            ),
            (u8::from_value(&number("-1")).err(), "from 0 to 255"),
            (
                i32::from_value(&number("1.5")).err(),
                "this number is not one",
            ),
            (
                u8::from_value(&Value::from("1")).err(),
                "but this is a string",
            ),
        ] {
            let error = error.unwrap().to_string();
            assert!(error.contains(expected), "{error}");
        }
        assert_eq!(read::<u8>(&Value::Null), Ok(0));
        assert_eq!(read::<u8>(&Value::UNKNOWN), Ok(0));
    }

    #[test]
    fn a_float_means_the_numbers_that_it_cannot_tell_apart() {
        let wide = f64::CANONICAL.unwrap();
        for (one, other) in [
            ("0.12345678901234567", "0.12345678901234566"),
            ("1e23", "99999999999999991611392"),
            ("123456789012345678", "123456789012345680"),
            ("9007199254740993", "9007199254740992"),
        ] {
            assert_eq!(wide(&number(one)), wide(&number(other)), "{one}");
        }
        assert_ne!(wide(&number("0.1")), wide(&number("0.10000000000000002")));
        assert_ne!(wide(&number("1e400")), wide(&number("2e400")));
        assert_eq!(0.1f32.to_value(), number("0.1"));
        let canonical = f32::CANONICAL.unwrap();
        assert_eq!(
            canonical(&number("0.123456789012")),
            canonical(&number("0.12345679"))
        );
        assert_ne!(canonical(&number("0.12345")), canonical(&number("0.12346")));
    }

    #[test]
    fn floats_have_bounds_too() {
        for (text, narrow, wide) in [
            ("3.4e38", true, true),
            ("-1e39", false, true),
            ("1e39", false, true),
            ("1.7e308", false, true),
            ("1e400", false, false),
            ("-1e400", false, false),
            // A number too close to zero is zero.
            ("1e-400", true, true),
            ("Inf", true, true),
        ] {
            let value = number(text);
            assert_eq!(f32::from_value(&value).is_ok(), narrow, "{text}");
            assert_eq!(f64::from_value(&value).is_ok(), wide, "{text}");
            let passes = |validators: &[Validator], value: &Value| {
                let path = crate::path::Path::new("size");
                let mut found = crate::diagnostics::Diagnostics::new();
                for validator in validators {
                    crate::validate::check(validator, &path, value, &mut found);
                }
                found.is_empty()
            };
            assert_eq!(passes(f32::VALIDATORS, &value), narrow, "{text}");
            assert_eq!(passes(f64::VALIDATORS, &value), wide, "{text}");
            let list = Value::List(vec![value]);
            assert_eq!(
                passes(<Vec<Option<f64>>>::VALIDATORS, &list),
                wide,
                "{text}"
            );
        }
        // Two different numbers stay different.
        let canonical = f32::CANONICAL.unwrap();
        assert_ne!(canonical(&number("1e39")), canonical(&number("2e39")));
    }

    proptest! {
        #[test]
        fn floats_read_what_they_write(wide in any::<f64>(), narrow in any::<f32>()) {
            prop_assume!(!wide.is_nan() && !narrow.is_nan());
            prop_assert_eq!(f64::from_value(&wide.to_value()), Ok(wide));
            prop_assert_eq!(f32::from_value(&narrow.to_value()), Ok(narrow));
        }
    }
}
