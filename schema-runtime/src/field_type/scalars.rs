//! Text, truth values and numbers.

// The impls of scalars are kept out of the compiler's lists of similar types: the notes of the
// traits name them all.

use super::{AttributeType, FieldType, HasZero, Mismatch};
use crate::number::Number;
use crate::schema::Validator;
use crate::ty::Type;
use crate::value::Value;

impl FieldType for String {
    type Known = Self;

    fn from_value(value: &Value) -> Result<Self, Mismatch> {
        match value {
            Value::String(text) => Ok(text.as_ref().to_owned()),
            other => Err(Mismatch::expected("a string", other)),
        }
    }

    fn to_value(&self) -> Value {
        Value::String(self.as_str().into())
    }

    fn absent() -> Option<Self> {
        Some(String::new())
    }

    fn placeholder() -> Self {
        String::new()
    }
}

#[diagnostic::do_not_recommend]
impl AttributeType for String {
    const TYPE: &'static Type = &Type::String;
}

#[diagnostic::do_not_recommend]
impl HasZero for String {
    fn zero() -> Self {
        String::new()
    }
}

impl FieldType for bool {
    type Known = Self;

    fn from_value(value: &Value) -> Result<Self, Mismatch> {
        match value {
            Value::Bool(value) => Ok(*value),
            other => Err(Mismatch::expected("a bool", other)),
        }
    }

    fn to_value(&self) -> Value {
        Value::Bool(*self)
    }

    fn absent() -> Option<Self> {
        Some(false)
    }

    fn placeholder() -> Self {
        false
    }
}

#[diagnostic::do_not_recommend]
impl AttributeType for bool {
    const TYPE: &'static Type = &Type::Bool;
}

#[diagnostic::do_not_recommend]
impl HasZero for bool {
    fn zero() -> Self {
        false
    }
}

impl FieldType for Number {
    type Known = Self;

    fn from_value(value: &Value) -> Result<Self, Mismatch> {
        match value {
            Value::Number(number) => Ok(number.clone()),
            other => Err(Mismatch::expected("a number", other)),
        }
    }

    fn to_value(&self) -> Value {
        Value::Number(self.clone())
    }

    fn absent() -> Option<Self> {
        Some(Number::from(0i64))
    }

    fn placeholder() -> Self {
        Number::from(0i64)
    }
}

#[diagnostic::do_not_recommend]
impl AttributeType for Number {
    const TYPE: &'static Type = &Type::Number;
}

#[diagnostic::do_not_recommend]
impl HasZero for Number {
    fn zero() -> Self {
        Number::from(0i64)
    }
}

macro_rules! integers {
    ($($ty:ty),*) => {$(
        impl FieldType for $ty {
            type Known = Self;

            fn from_value(value: &Value) -> Result<Self, Mismatch> {
                let Value::Number(number) = value else {
                    return Err(Mismatch::expected("a number", value));
                };
                number.as_i128().and_then(|n| <$ty>::try_from(n).ok()).ok_or_else(|| {
                    Mismatch::new(format!(
                        "a whole number from {} to {} is required, but this number is none",
                        <$ty>::MIN,
                        <$ty>::MAX
                    ))
                })
            }

            fn to_value(&self) -> Value {
                Value::Number(Number::from(*self))
            }

            fn absent() -> Option<Self> {
                Some(0)
            }

            fn placeholder() -> Self {
                0
            }
        }

        #[diagnostic::do_not_recommend]
        impl AttributeType for $ty {
            const TYPE: &'static Type = &Type::Number;
            const VALIDATORS: &'static [Validator] =
                &[Validator::Integer { min: <$ty>::MIN as i128, max: <$ty>::MAX as i128 }];
        }

        #[diagnostic::do_not_recommend]
        impl HasZero for $ty {
            fn zero() -> Self {
                0
            }
        }
    )*};
}

integers!(i8, i16, i32, i64, u8, u16, u32, u64);

macro_rules! floats {
    ($($ty:ty),*) => {$(
        impl FieldType for $ty {
            type Known = Self;

            fn from_value(value: &Value) -> Result<Self, Mismatch> {
                match value {
                    Value::Number(number) => Ok(number.as_f64() as $ty),
                    other => Err(Mismatch::expected("a number", other)),
                }
            }

            fn to_value(&self) -> Value {
                // Not-a-number is no number: it reads as null.
                Number::from_f64(f64::from(*self)).map_or(Value::Null, Value::Number)
            }

            fn absent() -> Option<Self> {
                Some(0.0)
            }

            fn placeholder() -> Self {
                0.0
            }
        }

        #[diagnostic::do_not_recommend]
        impl AttributeType for $ty {
            const TYPE: &'static Type = &Type::Number;
        }

        #[diagnostic::do_not_recommend]
        impl HasZero for $ty {
            fn zero() -> Self {
                0.0
            }
        }
    )*};
}

floats!(f32, f64);
