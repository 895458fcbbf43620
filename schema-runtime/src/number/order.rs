//! Equality, hash and order of numbers.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

use super::digits::{Digits, decompose, float_at_512_bits, float_text, is_uneven};
use super::{Number, Repr};

impl Number {
    /// The key that decides equality, except for small whole numbers: sign and digits.
    ///
    /// Whole numbers must be compared exactly, so whole floats count with the digits of a 512-bit
    /// number of the same value; fractions count with their own shortest text.
    fn key(&self) -> Option<(bool, Digits)> {
        match self.0 {
            Repr::Float(f) => Some((f < 0.0, float_key(f))),
            _ => self.text_digits(),
        }
    }
}

fn float_key(f: f64) -> Digits {
    if f.fract() == 0.0 {
        float_at_512_bits(f)
    } else {
        float_text(f)
    }
}

/// Two whole numbers are equal if they have the same value; otherwise if their shortest strings,
/// each at its own precision, are the same. So decimal 0.1 is equal to the float64 0.1, and the
/// exact decimal expansion of that float is not.
impl PartialEq for Number {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Number {}

impl Hash for Number {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match &self.0 {
            Repr::Int(int) => int.hash(state),
            Repr::NegativeZero => 0_i64.hash(state),
            Repr::Infinity { negative } => negative.hash(state),
            Repr::Decimal(decimal) => (decimal.negative, &decimal.digits).hash(state),
            Repr::Float(f) => (*f < 0.0, float_key(*f)).hash(state),
        }
    }
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Number {
    /// Bounds on the position of the first digit, if it has digits: the greatest power of ten that
    /// is certainly at or below [`Digits::magnitude`], and the least that is not below it.
    ///
    /// Computing the digits of a float, especially a large one, takes thousands of times longer.
    fn magnitudes(&self) -> Option<(i32, i32)> {
        match &self.0 {
            Repr::Float(f) => {
                let (mantissa, exponent) = decompose(*f);
                let log2 = 63 - mantissa.leading_zeros() as i32 + exponent;
                let log10 = (f64::from(log2) * std::f64::consts::LOG10_2).floor() as i32;
                // From 2^log2 to below 2^(log2 + 1); the shortest text may be the next power of
                // ten.
                Some((log10, log10 + 3))
            }
            Repr::Decimal(decimal) => {
                let exact = decimal.digits.magnitude();
                Some((exact, exact))
            }
            Repr::Int(int) if *int != 0 => {
                let exact = int.unsigned_abs().ilog10() as i32 + 1;
                Some((exact, exact))
            }
            Repr::Int(_) | Repr::NegativeZero | Repr::Infinity { .. } => None,
        }
    }

    /// The order of the absolute values, if powers of ten decide it.
    fn order_of_magnitudes(&self, other: &Self) -> Option<Ordering> {
        let (own, other) = (self.magnitudes()?, other.magnitudes()?);
        if own.1 < other.0 {
            Some(Ordering::Less)
        } else if own.0 > other.1 {
            Some(Ordering::Greater)
        } else {
            None
        }
    }

    /// The order of the absolute values, by all digits.
    fn order_of_digits(&self, other: &Self) -> Ordering {
        match (self.key(), other.key()) {
            (Some((_, a)), Some((_, b))) => cmp_digits(&a, &b),
            (a, b) => b.is_some().cmp(&a.is_some()),
        }
    }
}

/// Two floats with more than this many steps from float to float between them never share a string,
/// however large the steps are.
const APART: u64 = 4;

/// By value; a fraction counts with the value of its text, so that the order agrees with equality.
impl Ord for Number {
    fn cmp(&self, other: &Self) -> Ordering {
        if let Repr::NegativeZero = self.0 {
            return Self::ZERO.cmp(other);
        }
        match (&self.0, &other.0) {
            (_, Repr::NegativeZero) => return self.cmp(&Self::ZERO),
            (Repr::Int(a), Repr::Int(b)) => return a.cmp(b),
            (Repr::Float(a), Repr::Float(b)) => {
                // Neighbours of different distance may share a string; see `digits::shortest`.
                let distance = a.to_bits().abs_diff(b.to_bits());
                if distance == 0 {
                    return Ordering::Equal;
                }
                if distance > APART || !is_uneven(*a) && !is_uneven(*b) {
                    return a.total_cmp(b);
                }
            }
            (Repr::Int(a), Repr::Float(b)) => return cmp_int_float(*a, *b),
            (Repr::Float(a), Repr::Int(b)) => return cmp_int_float(*b, *a).reverse(),
            _ => {}
        }
        let signs = other.is_negative().cmp(&self.is_negative());
        if signs.is_ne() {
            return signs;
        }
        let sizes = self
            .order_of_magnitudes(other)
            .unwrap_or_else(|| self.order_of_digits(other));
        if self.is_negative() {
            sizes.reverse()
        } else {
            sizes
        }
    }
}

/// The float is not a 64-bit whole number, so they are never equal.
fn cmp_int_float(int: i64, f: f64) -> Ordering {
    // Saturating is right: beyond the range, every `int` is on the same side.
    let floor = f.floor() as i64;
    if f < 0.0 && floor == i64::MIN {
        Ordering::Greater
    } else if int <= floor {
        Ordering::Less
    } else {
        Ordering::Greater
    }
}

fn cmp_digits(a: &Digits, b: &Digits) -> Ordering {
    match (a.digits.is_empty(), b.digits.is_empty()) {
        (false, false) => a
            .magnitude()
            .cmp(&b.magnitude())
            .then_with(|| a.digits.cmp(&b.digits)),
        (a, b) => b.cmp(&a),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Floats with unusual strings or distances, their neighbours, and the numbers of their
    /// strings.
    fn numbers() -> Vec<Number> {
        let near = |f: f64| {
            (-6..=6).map(move |step: i64| f64::from_bits(f.to_bits().wrapping_add_signed(step)))
        };
        let mut floats: Vec<f64> = [
            -1074, -1073, -1023, -1022, -60, -4, -3, -2, -1, 62, 63, 64, 80, 400, 1022, 1023,
        ]
        .into_iter()
        .map(|power| 2_f64.powi(power))
        .chain([
            0.1,
            0.3,
            1e-5,
            1e17,
            1e22,
            1e23,
            9.999_999e18,
            1e300,
            5e-324,
            f64::MAX,
            f64::MIN_POSITIVE,
        ])
        .flat_map(near)
        .filter(|f| f.is_finite() && *f != 0.0)
        .collect();
        floats.extend(floats.clone().iter().map(|f| -f));
        let mut numbers: Vec<Number> = floats
            .iter()
            .filter_map(|f| Number::from_f64(*f).ok())
            .collect();
        let texts: Vec<String> = numbers.iter().map(Number::to_string).collect();
        numbers.extend(texts.iter().filter_map(|text| text.parse().ok()));
        numbers.extend([0, 1, -1, 9, 10, 99, i64::MAX, i64::MIN].map(Number::from));
        numbers.extend([Number::INFINITY, -Number::INFINITY, -Number::ZERO]);
        numbers
    }

    #[test]
    fn what_powers_of_ten_tell_all_digits_tell_too() {
        let numbers = numbers();
        let mut told = 0;
        // Every number with some of every kind.
        for (i, a) in numbers.iter().enumerate() {
            for b in numbers.iter().skip(i % 61).step_by(61) {
                if let Some(order) = a.order_of_magnitudes(b) {
                    told += 1;
                    assert_eq!(order, a.order_of_digits(b), "{a} and {b}");
                }
            }
        }
        assert!(told > 1_000, "{told}");
    }

    #[test]
    fn floats_that_are_apart_have_texts_of_their_own() {
        let floats: Vec<f64> = numbers()
            .into_iter()
            .filter_map(|number| match number.0 {
                Repr::Float(f) if f > 0.0 => Some(f),
                _ => None,
            })
            .collect();
        for a in &floats {
            for b in &floats {
                if a.to_bits().abs_diff(b.to_bits()) > APART
                    && a.to_bits().abs_diff(b.to_bits()) < 64
                {
                    let digits = cmp_digits(&float_key(*a), &float_key(*b));
                    assert_eq!(a.total_cmp(b), digits, "{a:e} and {b:e}");
                }
            }
        }
    }
}
