//! Conversions between [`Number`] and Rust's numbers.

use std::sync::Arc;

use super::digits::{Digits, float_at_512_bits};
use super::{Decimal, Number, Repr};

/// A float is NaN, which is not a Terraform number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotANumberError;

impl std::fmt::Display for NotANumberError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the float is NaN, which is not a number")
    }
}

impl std::error::Error for NotANumberError {}

/// 2^63, the first float beyond the range of `i64`.
const I64_END: f64 = 9_223_372_036_854_775_808.0;
/// 2^127, the first float beyond the range of `i128`.
const I128_END: f64 = I64_END * I64_END * 2.0;

impl Number {
    /// From an integer.
    ///
    /// ```
    /// # use schema_runtime::number::Number;
    /// // Every integer type has a `From`, and every whole number that fits a way back.
    /// let size = Number::from_i64(8);
    /// assert_eq!(size, Number::from(8u8));
    /// assert_eq!((size.as_i64(), size.as_u64()), (Some(8), Some(8)));
    /// ```
    #[must_use]
    pub fn from_i64(int: i64) -> Self {
        Self(Repr::Int(int))
    }

    /// From an unsigned integer.
    #[must_use]
    pub fn from_u64(int: u64) -> Self {
        Self::from_sign_and_u128(false, u128::from(int))
    }

    /// From a wide integer.
    #[must_use]
    pub fn from_i128(int: i128) -> Self {
        Self::from_sign_and_u128(int < 0, int.unsigned_abs())
    }

    /// From an unsigned wide integer.
    #[must_use]
    pub fn from_u128(int: u128) -> Self {
        Self::from_sign_and_u128(false, int)
    }

    fn from_sign_and_u128(negative: bool, absolute: u128) -> Self {
        let small = i128::try_from(absolute)
            .ok()
            .map(|int| if negative { -int } else { int });
        if let Some(int) = small.and_then(|int| i64::try_from(int).ok()) {
            return Self(Repr::Int(int));
        }
        let digits = Digits::normalised(absolute.to_string().as_bytes(), 0);
        Self(Repr::Decimal(Arc::new(Decimal { negative, digits })))
    }

    /// From a float64, with its 53 bits of precision.
    ///
    /// ```
    /// # use schema_runtime::number::Number;
    /// assert_eq!(Number::from_f64(0.5)?.to_string(), "0.5");
    /// assert!(Number::from_f64(f64::NAN).is_err());
    /// # Ok::<(), schema_runtime::number::NotANumberError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If it is NaN.
    pub fn from_f64(f: f64) -> Result<Self, NotANumberError> {
        if f.is_nan() {
            return Err(NotANumberError);
        }
        if f.is_infinite() {
            return Ok(Self(Repr::Infinity { negative: f < 0.0 }));
        }
        if f == 0.0 {
            return Ok(Self::zero(f.is_sign_negative()));
        }
        if f.fract() == 0.0 && (-I64_END..I64_END).contains(&f) {
            return Ok(Self(Repr::Int(f as i64)));
        }
        Ok(Self(Repr::Float(f)))
    }

    /// The value if it is a whole number in the range of the type.
    ///
    /// ```
    /// # use schema_runtime::number::Number;
    /// assert_eq!(Number::from(8).as_i64(), Some(8));
    /// assert_eq!(Number::from(u64::MAX).as_i64(), None);
    /// assert_eq!(Number::from(u64::MAX).as_i128(), Some(u64::MAX.into()));
    /// ```
    #[must_use]
    pub fn as_i64(&self) -> Option<i64> {
        match self.0 {
            Repr::Int(int) => Some(int),
            Repr::NegativeZero => Some(0),
            _ => None,
        }
    }

    /// The value if it is a whole number in the range of the type.
    ///
    /// ```
    /// # use schema_runtime::number::Number;
    /// assert_eq!(Number::from(-8).as_u64(), None);
    /// assert_eq!(Number::from(-8).as_u128(), None);
    /// ```
    #[must_use]
    pub fn as_u64(&self) -> Option<u64> {
        self.as_i128().and_then(|int| u64::try_from(int).ok())
    }

    /// The value if it is a whole number in the range of the type.
    #[must_use]
    pub fn as_i128(&self) -> Option<i128> {
        match &self.0 {
            Repr::Int(int) => Some(i128::from(*int)),
            Repr::NegativeZero => Some(0),
            Repr::Float(f) if f.fract() == 0.0 && (-I128_END..I128_END).contains(f) => {
                Some(*f as i128)
            }
            Repr::Decimal(decimal) => decimal.to_i128(),
            Repr::Float(_) | Repr::Infinity { .. } => None,
        }
    }

    /// The value if it is a whole number in the range of the type.
    #[must_use]
    pub fn as_u128(&self) -> Option<u128> {
        match &self.0 {
            Repr::Decimal(decimal) => decimal.absolute().filter(|_| !decimal.negative),
            Repr::Float(f) if f.fract() == 0.0 && (0.0..2.0 * I128_END).contains(f) => {
                Some(*f as u128)
            }
            _ => self.as_i128().and_then(|int| u128::try_from(int).ok()),
        }
    }

    /// The nearest float64; an infinity if the number is beyond its range.
    ///
    /// ```
    /// # use schema_runtime::number::Number;
    /// assert_eq!(Number::parse("0.10")?.as_f64(), 0.1);
    /// // No float64 is exactly 2⁵³ + 1.
    /// assert_eq!(Number::from(9_007_199_254_740_993i64).exact_f64(), None);
    /// # Ok::<(), schema_runtime::number::ParseNumberError>(())
    /// ```
    #[must_use]
    pub fn as_f64(&self) -> f64 {
        match &self.0 {
            Repr::Int(int) => *int as f64,
            Repr::NegativeZero => -0.0,
            Repr::Float(f) => *f,
            Repr::Decimal(decimal) => decimal.as_f64(),
            Repr::Infinity { negative: false } => f64::INFINITY,
            Repr::Infinity { negative: true } => f64::NEG_INFINITY,
        }
    }

    /// The float64 that has exactly this value, if there is one. Infinities have one.
    #[must_use]
    pub fn exact_f64(&self) -> Option<f64> {
        let nearest = self.as_f64();
        let exact = match &self.0 {
            Repr::Int(int) => nearest as i128 == i128::from(*int),
            Repr::NegativeZero | Repr::Float(_) | Repr::Infinity { .. } => true,
            Repr::Decimal(decimal) => decimal.is_exactly(nearest),
        };
        exact.then_some(nearest)
    }
}

impl Decimal {
    pub(super) fn to_i128(&self) -> Option<i128> {
        let absolute = self.absolute()?;
        match self.negative {
            true => 0i128.checked_sub_unsigned(absolute),
            false => i128::try_from(absolute).ok(),
        }
    }

    /// The value without its sign.
    fn absolute(&self) -> Option<u128> {
        let zeros = u32::try_from(self.digits.exponent).ok()?;
        // u128 has 39 digits.
        if self.digits.magnitude() > 39 {
            return None;
        }
        let whole = self.digits.digits.iter().try_fold(0u128, |value, digit| {
            let digit = u128::from(digit.wrapping_sub(b'0'));
            value.checked_mul(10)?.checked_add(digit)
        })?;
        whole.checked_mul(10u128.checked_pow(zeros)?)
    }

    fn as_f64(&self) -> f64 {
        let mut text = String::with_capacity(self.digits.digits.len() + 8);
        if self.negative {
            text.push('-');
        }
        text.extend(self.digits.digits.iter().map(|digit| char::from(*digit)));
        text.push('e');
        text.push_str(&self.digits.exponent.to_string());
        // The standard library rounds correctly and reads every such text.
        text.parse().unwrap_or(0.0)
    }

    /// Whether `nearest`, the nearest float64, has the same value at 512 bits.
    fn is_exactly(&self, nearest: f64) -> bool {
        if !nearest.is_finite() || nearest == 0.0 {
            return false;
        }
        let Digits { digits, exponent } = &self.digits;
        // Common short fractions need no big arithmetic: N / 10^k is a binary fraction only if 5^k
        // divides N. (A different string of so few digits equals a float64 at 512 bits only if the
        // expansion of that float64 has over a hundred zeros in a row: no such float64 exists.)
        if *exponent < 0 && digits.len() <= 38 {
            let text = std::str::from_utf8(digits).unwrap_or_default();
            let power = 5u128.checked_pow(exponent.unsigned_abs());
            match (text.parse::<u128>(), power) {
                (Ok(significand), Some(power)) if significand % power == 0 => {
                    if significand / power < 1 << 53 {
                        return true;
                    }
                }
                _ => return false,
            }
        }
        float_at_512_bits(nearest) == self.digits
    }
}

macro_rules! from_integers {
    ($($($int:ty),+ => $wide:ty, $from:ident;)+) => {$($(
        impl From<$int> for Number {
            fn from(int: $int) -> Self {
                Self::$from(int as $wide)
            }
        }
    )+)+};
}

// All of these widen; `isize` and `usize` have at most 64 bits.
from_integers! {
    i8, i16, i32, i64, isize => i64, from_i64;
    u8, u16, u32, u64, usize => u64, from_u64;
    i128 => i128, from_i128;
    u128 => u128, from_u128;
}

/// See [`Number::from_f64`].
impl TryFrom<f64> for Number {
    type Error = NotANumberError;

    fn try_from(f: f64) -> Result<Self, NotANumberError> {
        Self::from_f64(f)
    }
}

/// The float64 of the same value, as Core reads a float32 from the wire.
impl TryFrom<f32> for Number {
    type Error = NotANumberError;

    fn try_from(f: f32) -> Result<Self, NotANumberError> {
        Self::from_f64(f64::from(f))
    }
}
