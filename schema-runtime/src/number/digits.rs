//! Decimal digits of a number: rounding to 512 bits, and the shortest text of a binary float.
//!
//! Terraform Core stores numbers as binary floats of arbitrary precision, and shows them as the
//! shortest decimal text that distinguishes them from their neighbours at that precision. The
//! digits of that text are the identity of a number: Core compares them.

use num_bigint::BigUint;

/// Digits of an expansion are produced in groups of 18.
const GROUP: u64 = 1_000_000_000_000_000_000;
const GROUP_DIGITS: usize = 18;

/// Bits of mantissa that Core keeps for a number given as text.
pub(super) const PRECISION: u64 = 512;

/// Any string of up to this many significant digits is its own shortest text at 512 bits: two such
/// numbers differ by more than one unit in the last binary place (10^153 < 2^511).
pub(super) const SAFE_DIGITS: usize = 153;

/// The value `digits` × 10^`exponent`; ASCII digits without leading and trailing zeros, none for 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Digits {
    pub(super) digits: Vec<u8>,
    pub(super) exponent: i32,
}

impl Digits {
    /// Strips zeros at both ends.
    pub(super) fn normalised(digits: &[u8], exponent: i32) -> Self {
        let end = digits
            .iter()
            .rposition(|d| *d != b'0')
            .map_or(0, |last| last + 1);
        let start = digits.iter().position(|d| *d != b'0').unwrap_or(0);
        let kept = digits.get(start..end).unwrap_or_default();
        if kept.is_empty() {
            return Self::default();
        }
        // Texts are bounded far below i32.
        Self {
            digits: kept.to_vec(),
            exponent: exponent + (digits.len() - end) as i32,
        }
    }

    /// The power of ten above the first digit: 0.5 has 0, 5 has 1, 50 has 2.
    pub(super) fn magnitude(&self) -> i32 {
        self.digits.len() as i32 + self.exponent
    }

    /// The integer value of the digits, without the exponent.
    pub(super) fn significand(&self) -> BigUint {
        BigUint::parse_bytes(&self.digits, 10).unwrap_or_default()
    }

    /// This value as Core stores it when read from text: rounded to 512 bits, as its shortest text.
    pub(super) fn at_512_bits(self) -> Self {
        if self.digits.len() <= SAFE_DIGITS {
            return self;
        }
        from_ratio(self.significand(), 1_u8.into(), self.exponent, 0)
    }
}

/// The shortest digits at 512 bits of `numerator` / `denominator` × 10^`exp10` × 2^`exp2`, rounded
/// half to even.
pub(super) fn from_ratio(
    numerator: BigUint,
    denominator: BigUint,
    exp10: i32,
    exp2: i32,
) -> Digits {
    if numerator.bits() == 0 {
        return Digits::default();
    }
    let power = pow5(exp10.unsigned_abs());
    let (numerator, denominator) = if exp10 >= 0 {
        (numerator * power, denominator)
    } else {
        (numerator, denominator * power)
    };
    let mut exponent = i64::from(exp10) + i64::from(exp2);

    // A quotient of at least two bits more than needed; the remainder only breaks ties.
    let wanted = denominator.bits() + PRECISION + 2;
    let shift = wanted.saturating_sub(numerator.bits());
    exponent -= shift as i64;
    let (quotient, rest) = div_rem(numerator << shift, &denominator);

    let surplus = quotient.bits() - PRECISION;
    let mut mantissa = &quotient >> surplus;
    exponent += surplus as i64;
    let half = quotient.bit(surplus - 1);
    let beyond_half = rest.bits() != 0 || quotient.trailing_zeros() < Some(surplus - 1);
    if half && (beyond_half || mantissa.bit(0)) {
        mantissa += 1_u8;
    }
    let zeros = mantissa.trailing_zeros().unwrap_or(0);
    shortest(mantissa >> zeros, exponent + zeros as i64, PRECISION)
}

/// The shortest digits that distinguish `mantissa` × 2^`exponent` (not zero, at most `precision`
/// bits) from its neighbours of the same precision.
///
/// Neighbours are assumed to be equally far on both sides, also at a power of two, and a bound that
/// ends early is never approached from below: this is how Go's `big.Float.Text` works. Core
/// compares strings made by it, and other shortest-digits algorithms give different results.
fn shortest(mantissa: BigUint, exponent: i64, precision: u64) -> Digits {
    // One bit more, so that the last one is half a unit in the last place.
    let shift = (precision + 1).saturating_sub(mantissa.bits());
    let value = mantissa << shift;
    let exponent = exponent - shift as i64;
    let (lower, upper) = (&value - 1_u8, &value + 1_u8);
    // Ties round to even, so the bounds themselves belong to an even mantissa.
    let inclusive = !value.bit(1);

    // All three are below 10^point, with at most one leading zero.
    let log2 = upper.bits() as i64 + exponent;
    let point = (log2 as f64 * std::f64::consts::LOG10_2).floor() as i32 + 1;
    let expansion = Expansion::new(exponent, point);
    let (low, high) = (expansion.leading(lower), expansion.leading(upper));
    let own = expansion.leading(value);

    for (i, digit) in own.digits.iter().copied().enumerate() {
        let down = low.at(i) != digit || inclusive && low.ends_at(i + 1);
        let up =
            digit != high.at(i) && (inclusive || digit + 1 < high.at(i) || !high.ends_by(i + 1));
        let round_up = match (down, up) {
            (true, true) => own.nearest_is_up(i + 1),
            (false, false) => continue,
            (_, up) => up,
        };
        let mut kept = own.digits.get(..=i).unwrap_or_default().to_vec();
        let mut scale = point - kept.len() as i32;
        if round_up {
            scale += increment(&mut kept);
        }
        return Digits::normalised(&kept, scale);
    }
    Digits::normalised(&own.digits, point - own.digits.len() as i32)
}

/// Adds one to the last digit; returns how many digits a carry cut off.
fn increment(digits: &mut Vec<u8>) -> i32 {
    let length = digits.len();
    while digits.last() == Some(&b'9') {
        digits.pop();
    }
    match digits.last_mut() {
        Some(last) => *last += 1,
        None => {
            digits.push(b'1');
            return length as i32;
        }
    }
    (length - digits.len()) as i32
}

pub(super) fn pow5(n: u32) -> BigUint {
    BigUint::from(5_u8).pow(n)
}

/// Quotient and remainder; the divisor is never zero.
fn div_rem(dividend: BigUint, divisor: &BigUint) -> (BigUint, BigUint) {
    let quotient = &dividend / divisor;
    let rest = dividend - &quotient * divisor;
    (quotient, rest)
}

/// Writes integers × 2^exponent / 10^point as decimal fractions.
struct Expansion {
    factor: Option<BigUint>,
    denominator: BigUint,
    shift: u64,
}

impl Expansion {
    fn new(exponent: i64, point: i32) -> Self {
        let power = pow5(point.unsigned_abs());
        let (factor, denominator) = if point >= 0 {
            (None, power)
        } else {
            (Some(power), 1_u8.into())
        };
        // 10^point = 5^point × 2^point; the twos go with the binary exponent.
        let shift = exponent - i64::from(point);
        Self {
            factor,
            denominator: denominator << shift.min(0).unsigned_abs(),
            shift: shift.max(0).unsigned_abs(),
        }
    }

    /// As many digits as can matter: 156 digits distinguish all 512-bit values.
    fn leading(&self, n: BigUint) -> Fraction {
        let mut rest = match &self.factor {
            Some(factor) => n * factor,
            None => n,
        } << self.shift;
        let mut digits = Vec::with_capacity(10 * GROUP_DIGITS);
        for _ in 0..10 {
            let (quotient, remainder) = div_rem(rest * GROUP, &self.denominator);
            rest = remainder;
            let mut group = quotient.to_str_radix(10).into_bytes();
            digits.resize(
                digits.len() + GROUP_DIGITS.saturating_sub(group.len()),
                b'0',
            );
            digits.append(&mut group);
            if rest.bits() == 0 {
                break;
            }
        }
        let ends = rest.bits() == 0;
        if ends {
            while digits.last() == Some(&b'0') {
                digits.pop();
            }
        }
        Fraction { digits, ends }
    }
}

/// The first digits after the point; `ends` if these are all.
struct Fraction {
    digits: Vec<u8>,
    ends: bool,
}

impl Fraction {
    fn at(&self, i: usize) -> u8 {
        self.digits.get(i).copied().unwrap_or(b'0')
    }

    fn ends_at(&self, length: usize) -> bool {
        self.ends && self.digits.len() == length
    }

    fn ends_by(&self, length: usize) -> bool {
        self.ends && self.digits.len() <= length
    }

    /// Whether rounding to `length` digits goes up; half goes to the even digit.
    fn nearest_is_up(&self, length: usize) -> bool {
        if self.at(length) == b'5' && self.ends_at(length + 1) {
            length > 0 && self.at(length - 1) % 2 == 1
        } else {
            self.at(length) >= b'5'
        }
    }
}

/// Mantissa and binary exponent of a finite float: |f| = mantissa × 2^exponent exactly.
pub(super) fn decompose(f: f64) -> (u64, i32) {
    let bits = f.to_bits();
    let fraction = bits & ((1 << 52) - 1);
    match (bits >> 52 & 0x7ff) as i32 {
        0 => (fraction, -1074),
        biased => (fraction | 1 << 52, biased - 1075),
    }
}

/// Whether the neighbours of `f` are unequally far, or closer than at 53 bits of precision.
pub(super) fn is_uneven(f: f64) -> bool {
    let bits = f.to_bits();
    bits & ((1 << 52) - 1) == 0 || bits >> 52 & 0x7ff == 0
}

/// The digits of the shortest text of a finite float, which Core stores with 53 bits.
pub(super) fn float_text(f: f64) -> Digits {
    let (mantissa, exponent) = decompose(f);
    let odd = mantissa >> mantissa.trailing_zeros().min(63);
    let fraction_bits = -i64::from(exponent) - i64::from(mantissa.trailing_zeros());
    if is_uneven(f) || fraction_bits <= 0 {
        // Here Core's text may differ from that of std: see `shortest`.
        return shortest(mantissa.into(), i64::from(exponent), 53);
    }
    let text = format!("{:e}", f.abs());
    let (number, power) = text.split_once('e').unwrap_or((&text, "0"));
    let digits: Vec<u8> = number.bytes().filter(u8::is_ascii_digit).collect();
    let scale = power.parse::<i32>().unwrap_or(0) + 1 - digits.len() as i32;
    let short = Digits::normalised(&digits, scale);
    if fraction_bits > 26 {
        return short;
    }
    // The exact text may have one more digit, a 5: then both roundings are equally short and
    // equally near. Core takes the even one.
    let exact = u128::from(odd) * 5u128.pow(fraction_bits as u32);
    let exact = exact.to_string().into_bytes();
    if exact.len() == short.digits.len() + 1 {
        let kept = exact.get(..exact.len() - 1).unwrap_or_default();
        if kept.last().is_some_and(|digit| digit % 2 == 0) {
            return Digits::normalised(kept, 1 - fraction_bits as i32);
        }
        let mut up = kept.to_vec();
        let cut = increment(&mut up);
        return Digits::normalised(&up, 1 - fraction_bits as i32 + cut);
    }
    short
}

/// The shortest digits at 512 bits of a finite float.
pub(super) fn float_at_512_bits(f: f64) -> Digits {
    let (mantissa, exponent) = decompose(f);
    if mantissa == 0 {
        return Digits::default();
    }
    shortest(mantissa.into(), i64::from(exponent), PRECISION)
}
