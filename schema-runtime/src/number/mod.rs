//! The exact number of Terraform values.
//!
//! Core stores numbers as binary floats of arbitrary precision: a number read from text has 512
//! bits of mantissa, one that came as a float64 has 53. This module preserves the observable part:
//! the text of a number (the shortest that is unambiguous at its own precision), which numbers are
//! equal, and how each travels on the wire.
//!
//! ```
//! # use schema_runtime::number::Number;
//!
//! // More digits than a float has, and no loss.
//! let number: Number = "12345678901234567890.5".parse().unwrap();
//! assert_eq!(number.to_string(), "12345678901234567890.5");
//! assert!(!number.is_integer());
//! ```

mod arithmetic;
mod convert;
mod digits;
mod order;
mod parse;
mod serde;

#[cfg(test)]
mod tests;

use std::fmt;
use std::sync::Arc;

pub use arithmetic::ArithmeticError;
pub use convert::NotANumberError;
pub use parse::ParseNumberError;

use digits::Digits;

/// A Terraform number: a whole number or decimal fraction of any size, or an infinity; never NaN.
///
/// A number remembers whether it came as a float64 or as decimal text. `0.1` in either form is the
/// same number (equal, same hash, same text), but the first travels as a float and the second as
/// text, as in Core. Whole numbers that fit an `i64` are the same in every form.
///
/// ```
/// # use schema_runtime::number::{Number, Wire};
///
/// let decimal: Number = "0.10".parse()?;
/// let float = Number::from_f64(0.1)?;
/// assert_eq!(decimal, float);
/// assert_eq!(decimal.to_string(), "0.1");
/// assert_eq!(decimal.wire(), Wire::Text("0.1".to_owned()));
/// assert_eq!(float.wire(), Wire::Float(0.1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Limits
///
/// Values of 10^10000 and more, values (but zero) below 10^-10000, and strings of more than
/// [`Number::MAX_TEXT`] bytes are rejected. Core has no such limits.
#[derive(Clone)]
pub struct Number(Repr);

#[derive(Clone)]
enum Repr {
    /// Every whole number that fits.
    Int(i64),
    /// Zero in everything but its text: `-0` in a configuration, or the result of a calculation
    /// with zero and a negative number.
    NegativeZero,
    /// Finite, and not a whole number of 64 bits; it has 53 bits of precision.
    Float(f64),
    /// Not a whole number of 64 bits; it has 512 bits of precision.
    Decimal(Arc<Decimal>),
    Infinity {
        negative: bool,
    },
}

struct Decimal {
    negative: bool,
    /// The shortest text at 512 bits, hence the same digits for the same number.
    digits: Digits,
}

/// How a number travels in msgpack. See [`Number::wire`].
#[derive(Clone, Debug, PartialEq)]
#[doc(hidden)]
pub enum Wire {
    /// As an integer, in the shortest integer format that holds it.
    Int(i64),
    /// As a float64; infinities too.
    Float(f64),
    /// As text: plain decimal digits without exponent.
    Text(String),
}

impl Number {
    /// The number 0.
    pub const ZERO: Self = Self(Repr::Int(0));
    /// The positive infinity.
    pub const INFINITY: Self = Self(Repr::Infinity { negative: false });
    /// The negative infinity.
    pub const NEG_INFINITY: Self = Self(Repr::Infinity { negative: true });
    /// The longest text that is read as a number, in bytes. No number's own text is longer.
    pub const MAX_TEXT: usize = 12_000;
    /// The highest magnitude; negated, the lowest.
    const MAX_MAGNITUDE: i32 = 10_000;

    /// From digits at 512 bits; `None` if beyond the limits.
    fn from_digits(negative: bool, digits: Digits) -> Option<Self> {
        if digits.digits.is_empty() {
            return Some(Self::ZERO);
        }
        let magnitude = digits.magnitude();
        if !(-Self::MAX_MAGNITUDE..=Self::MAX_MAGNITUDE).contains(&magnitude) {
            return None;
        }
        let decimal = Decimal { negative, digits };
        if let Some(int) = decimal.to_i128().and_then(|int| i64::try_from(int).ok()) {
            return Some(Self(Repr::Int(int)));
        }
        Some(Self(Repr::Decimal(Arc::new(decimal))))
    }

    /// The sign and digits of a finite number's text.
    fn text_digits(&self) -> Option<(bool, Digits)> {
        match &self.0 {
            Repr::Int(int) => {
                let digits = int.unsigned_abs().to_string();
                Some((*int < 0, Digits::normalised(digits.as_bytes(), 0)))
            }
            Repr::NegativeZero => Some((true, Digits::default())),
            Repr::Float(f) => Some((f.is_sign_negative(), digits::float_text(*f))),
            Repr::Decimal(decimal) => Some((decimal.negative, decimal.digits.clone())),
            Repr::Infinity { .. } => None,
        }
    }

    /// Whether it is a whole number. Infinities are not.
    ///
    /// ```
    /// # use schema_runtime::number::Number;
    /// let number = Number::from(-8);
    /// assert!(number.is_integer() && number.is_negative() && number.is_finite() && !number.is_zero());
    /// assert!(!Number::INFINITY.is_integer());
    /// ```
    #[must_use]
    pub fn is_integer(&self) -> bool {
        match &self.0 {
            Repr::Int(_) | Repr::NegativeZero => true,
            Repr::Float(f) => f.fract() == 0.0,
            Repr::Decimal(decimal) => decimal.digits.exponent >= 0,
            Repr::Infinity { .. } => false,
        }
    }

    /// Whether it is 0. A negative zero is: it equals 0 and travels as 0, but its text is `-0`, as
    /// in Terraform.
    ///
    /// ```
    /// # use schema_runtime::number::Number;
    /// let zero = -Number::ZERO;
    /// assert!(zero.is_zero() && !zero.is_negative());
    /// assert_eq!(zero, Number::ZERO);
    /// assert_eq!(zero.to_string(), "-0");
    /// ```
    #[must_use]
    pub fn is_zero(&self) -> bool {
        matches!(self.0, Repr::Int(0) | Repr::NegativeZero)
    }

    /// Whether there is a minus before it, also before zero.
    fn has_minus(&self) -> bool {
        matches!(self.0, Repr::NegativeZero) || self.is_negative()
    }

    fn zero(negative: bool) -> Self {
        Self(if negative {
            Repr::NegativeZero
        } else {
            Repr::Int(0)
        })
    }

    /// Whether it is less than 0.
    #[must_use]
    pub fn is_negative(&self) -> bool {
        match &self.0 {
            Repr::Int(int) => *int < 0,
            Repr::NegativeZero => false,
            Repr::Float(f) => *f < 0.0,
            Repr::Decimal(decimal) => decimal.negative,
            Repr::Infinity { negative } => *negative,
        }
    }

    /// Whether it is not an infinity.
    #[must_use]
    pub fn is_finite(&self) -> bool {
        !matches!(self.0, Repr::Infinity { .. })
    }

    /// How Core's msgpack encoder writes the number.
    ///
    /// Whole numbers of 64 bits (signed) as integers, other whole numbers as text, whatever their
    /// origin; fractions as floats if a float64 has exactly this value, otherwise as text.
    ///
    /// The text of a whole float beyond 64 bits is its shortest one, padded with zeros, and thus
    /// reads back as a different number: 2^63 as a float travels as `9223372036854776000`.
    ///
    /// ```
    /// # use schema_runtime::number::Number;
    /// # use schema_runtime::number::Wire;
    /// assert_eq!(Number::from(8).wire(), Wire::Int(8));
    /// assert_eq!(Number::from(u64::MAX).wire(), Wire::Text("18446744073709551615".to_owned()));
    /// ```
    #[must_use]
    pub fn wire(&self) -> Wire {
        match &self.0 {
            Repr::Int(int) => Wire::Int(*int),
            Repr::NegativeZero => Wire::Int(0),
            Repr::Infinity { .. } => Wire::Float(self.as_f64()),
            Repr::Float(_) | Repr::Decimal(_) if self.is_integer() => Wire::Text(self.to_string()),
            Repr::Float(f) => Wire::Float(*f),
            Repr::Decimal(_) => self
                .exact_f64()
                .map_or_else(|| Wire::Text(self.to_string()), Wire::Float),
        }
    }

    /// The number as JSON text; `None` for infinities, which JSON does not have.
    ///
    /// ```
    /// # use schema_runtime::number::Number;
    /// assert_eq!(Number::parse("1.50")?.to_json_text().as_deref(), Some("1.5"));
    /// assert_eq!(Number::INFINITY.to_json_text(), None);
    /// # Ok::<(), schema_runtime::number::ParseNumberError>(())
    /// ```
    #[must_use]
    pub fn to_json_text(&self) -> Option<String> {
        self.is_finite().then(|| self.to_string())
    }
}

/// Core's conversion of a number to a string: plain digits without exponent, the fewest that are
/// unambiguous at the number's precision; `+Inf` and `-Inf`.
///
/// A whole float64 of more than 53 bits that fits an `i64` is written exactly: Core would pad with
/// zeros, but such a number enters and leaves Core as an integer.
impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((negative, Digits { digits, exponent })) = self.text_digits() else {
            return f.write_str(if self.is_negative() { "-Inf" } else { "+Inf" });
        };
        match self.0 {
            Repr::Int(int) => return fmt::Display::fmt(&int, f),
            Repr::NegativeZero => return f.pad_integral(false, "", "0"),
            _ => {}
        }
        let mut text = String::new();
        let ascii = |digits: &[u8], text: &mut String| {
            text.extend(digits.iter().map(|digit| char::from(*digit)));
        };
        let point = digits.len() as i64 + i64::from(exponent);
        if exponent >= 0 {
            ascii(&digits, &mut text);
            text.extend(std::iter::repeat_n('0', exponent.unsigned_abs() as usize));
        } else if point > 0 {
            let (whole, fraction) = digits.split_at(digits.len().min(point as usize));
            ascii(whole, &mut text);
            text.push('.');
            ascii(fraction, &mut text);
        } else {
            text.push_str("0.");
            text.extend(std::iter::repeat_n('0', point.unsigned_abs() as usize));
            ascii(&digits, &mut text);
        }
        f.pad_integral(!negative, "", &text)
    }
}

/// The text, with a mark for float64 precision.
impl fmt::Debug for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = if matches!(self.0, Repr::Float(_)) {
            "f64"
        } else {
            ""
        };
        write!(f, "Number({self}{kind})")
    }
}

impl Default for Number {
    fn default() -> Self {
        Self::ZERO
    }
}
