//! The operators of Terraform's language on numbers.

use std::ops::Neg;

use num_bigint::BigUint;

use super::digits::{Digits, SAFE_DIGITS, decompose, from_ratio, pow5};
use super::{Number, Repr};

/// Why an operation has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ArithmeticError {
    /// Division by zero, or the remainder of one.
    DivisionByZero,
    /// Infinities without a defined result, such as their difference.
    Undefined,
    /// The result is beyond the limits of [`Number`].
    OutOfRange,
}

impl std::fmt::Display for ArithmeticError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::DivisionByZero => "division by zero",
            Self::Undefined => "the operation on infinite numbers has no defined result",
            Self::OutOfRange => "the result is too large or too close to zero",
        })
    }
}

impl std::error::Error for ArithmeticError {}

/// An exact finite value: ± significand × 10^exponent.
struct Exact {
    negative: bool,
    significand: BigUint,
    exponent: i32,
}

impl Exact {
    fn of(number: &Number) -> Option<Self> {
        let negative = number.is_negative();
        let (significand, exponent) = match &number.0 {
            Repr::Int(int) => (int.unsigned_abs().into(), 0),
            Repr::NegativeZero => (BigUint::ZERO, 0),
            Repr::Float(f) => {
                let (mantissa, exponent) = decompose(*f);
                let zeros = mantissa.trailing_zeros().min(63);
                let odd = BigUint::from(mantissa >> zeros);
                // m / 2^k = m × 5^k / 10^k
                match exponent + zeros as i32 {
                    left @ 0.. => (odd << left, 0),
                    right => (odd * pow5(right.unsigned_abs()), right),
                }
            }
            Repr::Decimal(decimal) => (decimal.digits.significand(), decimal.digits.exponent),
            Repr::Infinity { .. } => return None,
        };
        Some(Self {
            negative,
            significand,
            exponent,
        })
    }

    /// The significand for the given exponent, which is not above its own.
    fn scaled_to(&self, exponent: i32) -> BigUint {
        let zeros = self.exponent.saturating_sub(exponent).max(0).unsigned_abs();
        (&self.significand * pow5(zeros)) << zeros
    }
}

/// An exact finite value as a number of 512 bits.
fn rounded(negative: bool, significand: BigUint, exponent: i32) -> Result<Number, ArithmeticError> {
    // Exact while the number of digits is safe; otherwise rounded.
    let digits = if significand.bits() <= SAFE_DIGITS as u64 * 3 {
        Digits::normalised(significand.to_str_radix(10).as_bytes(), exponent)
    } else {
        from_ratio(significand, 1_u8.into(), exponent, 0)
    };
    Number::from_digits(negative, digits).ok_or(ArithmeticError::OutOfRange)
}

/// Both as integers with the same scale.
fn aligned(a: &Exact, b: &Exact) -> (BigUint, BigUint, i32) {
    let exponent = a.exponent.min(b.exponent);
    (a.scaled_to(exponent), b.scaled_to(exponent), exponent)
}

fn infinity(negative: bool) -> Number {
    Number(Repr::Infinity { negative })
}

/// Operations on two float64s that stay float64s, as Core keeps the larger of the two precisions.
/// Core's floats have no minimum exponent, so a result that is not a normal float64 is discarded.
fn on_floats(a: &Number, b: &Number, operation: fn(f64, f64) -> f64) -> Option<Number> {
    match (&a.0, &b.0) {
        (Repr::Float(a), Repr::Float(b)) => {
            let result = operation(*a, *b);
            (result.is_normal() || result == 0.0 && a.abs() == b.abs())
                .then(|| Number::from_f64(result).ok())
                .flatten()
        }
        _ => None,
    }
}

/// Arithmetic. Two fractions that came as float64s are added, subtracted and divided as such (0.1
/// and 0.2 make 0.30000000000000004); everything else is calculated exactly, with the exact binary
/// value of a float, and rounded only if the result needs more than 512 bits of mantissa. Core
/// rounds decimals to binary before it calculates: its results may differ from these in the 154th
/// digit.
impl Number {
    /// The sum.
    ///
    /// ```
    /// # use schema_runtime::number::Number;
    /// let sum = Number::parse("0.1")?.checked_add(&Number::parse("0.2")?)?;
    /// assert_eq!(sum.to_string(), "0.3");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If it is of opposite infinities, or beyond the limits of [`Number`].
    pub fn checked_add(&self, other: &Self) -> Result<Self, ArithmeticError> {
        if self.is_zero() && other.is_zero() {
            return Ok(Self::zero(self.has_minus() && other.has_minus()));
        }
        if let (Repr::Int(a), Repr::Int(b)) = (&self.0, &other.0) {
            return Ok(Self::from_i128(i128::from(*a) + i128::from(*b)));
        }
        if let Some(sum) = on_floats(self, other, |a, b| a + b) {
            return Ok(sum);
        }
        let (a, b) = match (Exact::of(self), Exact::of(other)) {
            (Some(a), Some(b)) => (a, b),
            (None, None) if self != other => return Err(ArithmeticError::Undefined),
            (None, _) => return Ok(self.clone()),
            (_, None) => return Ok(other.clone()),
        };
        let (x, y, exponent) = aligned(&a, &b);
        if a.negative == b.negative {
            rounded(a.negative, x + y, exponent)
        } else if x >= y {
            rounded(a.negative, x - y, exponent)
        } else {
            rounded(b.negative, y - x, exponent)
        }
    }

    /// The difference.
    ///
    /// ```
    /// # use schema_runtime::number::Number;
    /// assert_eq!(Number::from(8).checked_sub(&Number::from(3))?, Number::from(5));
    /// # Ok::<(), schema_runtime::number::ArithmeticError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If it is of equal infinities, or beyond the limits of [`Number`].
    pub fn checked_sub(&self, other: &Self) -> Result<Self, ArithmeticError> {
        self.checked_add(&-other)
    }

    /// The product.
    ///
    /// ```
    /// # use schema_runtime::number::Number;
    /// assert_eq!(Number::from(8).checked_mul(&Number::from(3))?, Number::from(24));
    /// # Ok::<(), schema_runtime::number::ArithmeticError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If it is of zero and an infinity, or beyond the limits of [`Number`].
    pub fn checked_mul(&self, other: &Self) -> Result<Self, ArithmeticError> {
        if (self.is_zero() && other.is_finite()) || (other.is_zero() && self.is_finite()) {
            return Ok(Self::zero(self.has_minus() != other.has_minus()));
        }
        if let (Repr::Int(a), Repr::Int(b)) = (&self.0, &other.0) {
            return Ok(Self::from_i128(i128::from(*a) * i128::from(*b)));
        }
        let negative = self.is_negative() != other.is_negative();
        let (Some(a), Some(b)) = (Exact::of(self), Exact::of(other)) else {
            return if self.is_zero() || other.is_zero() {
                Err(ArithmeticError::Undefined)
            } else {
                Ok(infinity(negative))
            };
        };
        let significand = a.significand * b.significand;
        rounded(negative, significand, a.exponent + b.exponent)
    }

    /// The quotient.
    ///
    /// ```
    /// # use schema_runtime::number::Number;
    /// assert_eq!(Number::from(1).checked_div(&Number::from(8))?.to_string(), "0.125");
    /// assert!(Number::from(1).checked_div(&Number::ZERO).is_err());
    /// # Ok::<(), schema_runtime::number::ArithmeticError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If `other` is zero, both are infinite, or the quotient is beyond the limits of [`Number`].
    pub fn checked_div(&self, other: &Self) -> Result<Self, ArithmeticError> {
        if other.is_zero() {
            return Err(ArithmeticError::DivisionByZero);
        }
        let negative = self.has_minus() != other.has_minus();
        if self.is_zero() {
            return Ok(Self::zero(negative));
        }
        if let Some(quotient) = on_floats(self, other, |a, b| a / b) {
            return Ok(quotient);
        }
        let (a, b) = match (Exact::of(self), Exact::of(other)) {
            (Some(a), Some(b)) => (a, b),
            (None, Some(_)) => return Ok(infinity(negative)),
            (Some(_), None) => return Ok(Self::zero(negative)),
            (None, None) => return Err(ArithmeticError::Undefined),
        };
        let digits = from_ratio(a.significand, b.significand, a.exponent - b.exponent, 0);
        Self::from_digits(negative, digits).ok_or(ArithmeticError::OutOfRange)
    }

    /// The remainder of a division with the quotient truncated to a whole number: it has the sign
    /// of `self`.
    ///
    /// ```
    /// # use schema_runtime::number::Number;
    /// assert_eq!(Number::from(-8).checked_rem(&Number::from(3))?, Number::from(-2));
    /// # Ok::<(), schema_runtime::number::ArithmeticError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If `other` is zero, one of the two is infinite, or the remainder is beyond the limits of
    /// [`Number`].
    pub fn checked_rem(&self, other: &Self) -> Result<Self, ArithmeticError> {
        if other.is_zero() {
            return Err(ArithmeticError::DivisionByZero);
        }
        if self.is_zero() && other.is_finite() {
            return Ok(self.clone());
        }
        if let (Repr::Int(a), Repr::Int(b)) = (&self.0, &other.0) {
            return Ok(Self::from_i128(i128::from(*a) % i128::from(*b)));
        }
        let (Some(a), Some(b)) = (Exact::of(self), Exact::of(other)) else {
            return Err(ArithmeticError::Undefined);
        };
        let (x, y, exponent) = aligned(&a, &b);
        rounded(a.negative, x % y, exponent)
    }
}

impl Neg for &Number {
    type Output = Number;

    fn neg(self) -> Number {
        match &self.0 {
            Repr::Int(0) => Number::zero(true),
            Repr::NegativeZero => Number::ZERO,
            Repr::Int(int) => Number::from_i128(-i128::from(*int)),
            Repr::Float(f) => {
                // -2^63 is an Int although 2^63 is not; every other float stays a float.
                Number::from_f64(-f).unwrap_or(Number::ZERO)
            }
            // Digits within the limits stay within them.
            Repr::Decimal(decimal) => {
                Number::from_digits(!decimal.negative, decimal.digits.clone())
                    .unwrap_or(Number::ZERO)
            }
            Repr::Infinity { negative } => infinity(!negative),
        }
    }
}

impl Neg for Number {
    type Output = Self;

    fn neg(self) -> Self {
        -&self
    }
}
