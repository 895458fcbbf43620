//! [`Number`]: numbers of Terraform values.

use std::fmt;
use std::hash::{Hash, Hasher};

/// A number (first form: whole numbers and floats; the exact one is on its way).
#[derive(Clone, Debug)]
pub enum Number {
    /// Whole.
    Int(i128),
    /// With a fraction.
    Float(f64),
}

impl Number {
    /// From a float; nothing for not-a-number.
    #[must_use]
    pub fn from_f64(value: f64) -> Option<Self> {
        if value.is_nan() {
            None
        } else if value.fract() == 0.0 && value.abs() < 1e30 {
            Some(Number::Int(value as i128))
        } else {
            Some(Number::Float(value))
        }
    }

    /// The whole number.
    #[must_use]
    pub fn as_i128(&self) -> Option<i128> {
        match self {
            Number::Int(n) => Some(*n),
            Number::Float(_) => None,
        }
    }

    /// The nearest float.
    #[must_use]
    pub fn as_f64(&self) -> f64 {
        match self {
            Number::Int(n) => *n as f64,
            Number::Float(f) => *f,
        }
    }

    /// Whether it is 0.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.as_f64() == 0.0
    }
}

impl PartialEq for Number {
    fn eq(&self, other: &Self) -> bool {
        self.to_string() == other.to_string()
    }
}

impl Eq for Number {}

impl Hash for Number {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.to_string().hash(state);
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Number::Int(n) => n.fmt(f),
            Number::Float(n) => n.fmt(f),
        }
    }
}

macro_rules! from {
    ($($ty:ty),*) => {$(
        impl From<$ty> for Number {
            fn from(value: $ty) -> Self {
                Number::Int(i128::from(value))
            }
        }
    )*};
}

from!(i8, i16, i32, i64, u8, u16, u32, u64);
