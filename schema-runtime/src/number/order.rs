//! Equality, hash and order of numbers.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

use super::digits::{Digits, float_at_512_bits, float_text, is_uneven};
use super::{Number, Repr};

impl Number {
    /// What decides about equality, for all but the small whole numbers: sign and digits.
    ///
    /// Whole numbers have to be compared exactly, so floats among them count with the digits
    /// that a 512-bit number of the same value has; fractions count by their own shortest text.
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

/// Two whole numbers are equal if they have the same value; otherwise if their shortest texts, each
/// at its own precision, are the same. So decimal 0.1 is equal to the float64 0.1, and the exact
/// decimal expansion of that float is not.
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
            Repr::Decimal(decimal) => hash_key(decimal.negative, &decimal.digits, state),
            Repr::Float(f) => hash_key(*f < 0.0, &float_key(*f), state),
        }
    }
}

fn hash_key<H: Hasher>(negative: bool, digits: &Digits, state: &mut H) {
    negative.hash(state);
    digits.digits.hash(state);
    digits.exponent.hash(state);
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

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
                // Neighbours of different distance may share a text; see `digits::shortest`.
                if a.to_bits() == b.to_bits() {
                    return Ordering::Equal;
                }
                if !is_uneven(*a) && !is_uneven(*b) {
                    return a.total_cmp(b);
                }
            }
            (Repr::Int(a), Repr::Float(b)) => return cmp_int_float(*a, *b),
            (Repr::Float(a), Repr::Int(b)) => return cmp_int_float(*b, *a).reverse(),
            _ => {}
        }
        let signs = other.is_negative().cmp(&self.is_negative());
        let sizes = match (self.key(), other.key()) {
            (Some((_, a)), Some((_, b))) => cmp_digits(&a, &b),
            (a, b) => b.is_some().cmp(&a.is_some()),
        };
        signs.then(if self.is_negative() {
            sizes.reverse()
        } else {
            sizes
        })
    }
}

/// The float is no whole number of 64 bits, so they are never equal.
fn cmp_int_float(int: i64, f: f64) -> Ordering {
    // Saturating is right: beyond the range every `int` is on the one side.
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
