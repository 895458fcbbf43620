//! Numbers from text.

use super::Number;
use super::digits::{Digits, from_ratio};

/// Why a string is not read as a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseNumberError {
    /// It does not have the form of a number.
    Syntax,
    /// It is longer than [`Number::MAX_TEXT`] bytes.
    TooLong,
    /// The value is beyond the limits of [`Number`].
    OutOfRange,
}

impl std::fmt::Display for ParseNumberError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Syntax => "a number is required",
            Self::TooLong => "the text of the number is too long",
            Self::OutOfRange => "the number is too large or too close to zero",
        })
    }
}

impl std::error::Error for ParseNumberError {}

/// Beyond this, no exponent gives a value within the limits, whatever the digits.
const MAX_EXPONENT: i32 = 50_000;

impl Number {
    /// Reads a number as Core converts a string, and as Core reads text in place of a number.
    ///
    /// Base 10: an optional sign, digits with an optional point (at least one digit on either
    /// side), an optional exponent (`e`, power of ten; `p`, power of two: Go's syntax, so `1p3` is
    /// 8). Or `Inf`, `inf`, each with an optional sign. No space, no underscore, no other base.
    ///
    /// The value is rounded to 512 bits of mantissa, about 154 digits; up to 153 are kept
    /// unchanged. Core's own rounding of longer strings with exponents in the hundreds and beyond
    /// goes through an inexact power of five; here it is always the nearest value.
    ///
    /// ```
    /// # use schema_runtime::number::Number;
    /// assert_eq!(Number::parse("1.5e3")?, Number::from(1500));
    /// assert!(Number::parse("1_500").is_err());
    /// # Ok::<(), schema_runtime::number::ParseNumberError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`ParseNumberError`]; Core has only the first kind.
    pub fn parse(text: &str) -> Result<Self, ParseNumberError> {
        // The standard library reads the same integers (sign, leading zeros), but faster.
        if let Ok(int) = text.parse::<i64>()
            && (int != 0 || !text.starts_with('-'))
        {
            return Ok(Self::from_i64(int));
        }
        if text.len() > Self::MAX_TEXT {
            return Err(ParseNumberError::TooLong);
        }
        let (negative, rest) = split_sign(text.as_bytes());
        if rest == b"Inf" || rest == b"inf" {
            return Ok(if negative {
                Self::NEG_INFINITY
            } else {
                Self::INFINITY
            });
        }
        let (whole, rest) = split_digits(rest);
        let (fraction, rest) = match rest {
            [b'.', rest @ ..] => split_digits(rest),
            _ => (&rest[..0], rest),
        };
        if whole.is_empty() && fraction.is_empty() {
            return Err(ParseNumberError::Syntax);
        }
        let (exp10, exp2) = match rest {
            [] => (0, 0),
            [b'e' | b'E', power @ ..] => (exponent(power)?, 0),
            [b'p' | b'P', power @ ..] => (0, exponent(power)?),
            _ => return Err(ParseNumberError::Syntax),
        };
        // Lengths are bounded by MAX_TEXT.
        let scale = exp10 - fraction.len() as i32;
        let digits = Digits::normalised(&[whole, fraction].concat(), scale);
        if digits.digits.is_empty() {
            return Ok(Self::zero(negative));
        }
        // Before any work that grows with the exponent.
        let limit = Self::MAX_MAGNITUDE + 2;
        if digits.magnitude().abs() > limit && exp2 == 0 || exp2.abs() >= MAX_EXPONENT {
            return Err(ParseNumberError::OutOfRange);
        }
        let digits = if exp2 == 0 {
            digits.at_512_bits()
        } else {
            from_ratio(digits.significand(), 1_u8.into(), digits.exponent, exp2)
        };
        Self::from_digits(negative, digits).ok_or(ParseNumberError::OutOfRange)
    }

    /// Reads the text of a JSON number, and no other form: digits on both sides of a point,
    /// no leading zeros, no plus sign, no infinities.
    ///
    /// The value is that of [`Number::parse`]: Core reads JSON numbers with 512 bits, too.
    ///
    /// ```
    /// # use schema_runtime::number::Number;
    /// assert_eq!(Number::parse_json("-1.5e1")?, Number::from(-15));
    /// assert!(Number::parse_json("+15").is_err());
    /// # Ok::<(), schema_runtime::number::ParseNumberError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`ParseNumberError`].
    pub fn parse_json(text: &str) -> Result<Self, ParseNumberError> {
        let rest = text.strip_prefix('-').unwrap_or(text).as_bytes();
        let (whole, rest) = split_digits(rest);
        let well_formed = match whole {
            [] => false,
            [b'0', more @ ..] => more.is_empty(),
            _ => true,
        };
        let fraction_or_exponent = match rest {
            [b'.', rest @ ..] => {
                let (fraction, rest) = split_digits(rest);
                !fraction.is_empty() && matches!(rest, [] | [b'e' | b'E', ..])
            }
            [] | [b'e' | b'E', ..] => true,
            _ => false,
        };
        if !well_formed || !fraction_or_exponent {
            return Err(ParseNumberError::Syntax);
        }
        Self::parse(text)
    }
}

/// See [`Number::parse`].
impl std::str::FromStr for Number {
    type Err = ParseNumberError;

    fn from_str(text: &str) -> Result<Self, ParseNumberError> {
        Self::parse(text)
    }
}

/// Whether there is a minus, and what follows the sign.
fn split_sign(text: &[u8]) -> (bool, &[u8]) {
    match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] | rest => (false, rest),
    }
}

fn split_digits(text: &[u8]) -> (&[u8], &[u8]) {
    let end = text
        .iter()
        .position(|byte| !byte.is_ascii_digit())
        .unwrap_or(text.len());
    text.split_at(end)
}

/// The digits after `e` or `p`, capped at [`MAX_EXPONENT`].
fn exponent(text: &[u8]) -> Result<i32, ParseNumberError> {
    let (negative, digits) = split_sign(text);
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return Err(ParseNumberError::Syntax);
    }
    let value = digits.iter().fold(0, |value, digit| {
        (value * 10 + i32::from(digit - b'0')).min(MAX_EXPONENT)
    });
    Ok(if negative { -value } else { value })
}
