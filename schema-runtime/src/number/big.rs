//! Unsigned big integers: just enough to round a decimal to 512 bits and to write it back.
//!
//! Sizes are bounded by the limits of [`super::parse`] (some 70,000 bits), so schoolbook
//! algorithms do.

use std::cmp::Ordering;

/// An unsigned integer, least significant limb first, without leading zero limbs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Big {
    limbs: Vec<u64>,
}

/// Digits are read and written in groups of 18, which fit a limb.
const GROUP: u64 = 1_000_000_000_000_000_000;
pub(super) const GROUP_DIGITS: usize = 18;

impl Big {
    pub(super) fn from_u128(n: u128) -> Self {
        // Truncation is the point: low and high half.
        Self::trimmed(vec![n as u64, (n >> 64) as u64])
    }

    /// From ASCII digits.
    pub(super) fn from_digits(digits: &[u8]) -> Self {
        let mut big = Self {
            limbs: Vec::with_capacity(digits.len() / 19 + 1),
        };
        for group in digits.chunks(GROUP_DIGITS) {
            let (mut scale, mut value) = (1, 0);
            for digit in group {
                scale *= 10;
                value = value * 10 + u64::from(digit.wrapping_sub(b'0') % 10);
            }
            big.mul_add_small(scale, value);
        }
        big
    }

    fn trimmed(mut limbs: Vec<u64>) -> Self {
        while limbs.last() == Some(&0) {
            limbs.pop();
        }
        Self { limbs }
    }

    pub(super) fn is_zero(&self) -> bool {
        self.limbs.is_empty()
    }

    pub(super) fn is_even(&self) -> bool {
        self.limbs.first().is_none_or(|low| low % 2 == 0)
    }

    /// Number of bits without leading zeros.
    pub(super) fn bits(&self) -> usize {
        self.limbs.last().map_or(0, |top| {
            self.limbs.len() * 64 - top.leading_zeros() as usize
        })
    }

    /// Number of zero bits below the lowest one bit; 0 for zero.
    pub(super) fn trailing_zeros(&self) -> usize {
        self.limbs
            .iter()
            .position(|limb| *limb != 0)
            .map_or(0, |at| at * 64 + self.limbs[at].trailing_zeros() as usize)
    }

    fn mul_add_small(&mut self, factor: u64, addend: u64) {
        let mut carry = u128::from(addend);
        for limb in &mut self.limbs {
            carry += u128::from(*limb) * u128::from(factor);
            *limb = carry as u64;
            carry >>= 64;
        }
        if carry != 0 {
            self.limbs.push(carry as u64);
        }
    }

    /// Multiplies by 10^18, for the next group of digits.
    pub(super) fn mul_group(&mut self) {
        self.mul_add_small(GROUP, 0);
    }

    pub(super) fn mul(&self, other: &Self) -> Self {
        let mut out = vec![0u64; self.limbs.len() + other.limbs.len()];
        for (i, a) in self.limbs.iter().enumerate() {
            let mut carry = 0u128;
            let (row, rest) = out[i..].split_at_mut(other.limbs.len());
            for (slot, b) in row.iter_mut().zip(&other.limbs) {
                carry += u128::from(*slot) + u128::from(*a) * u128::from(*b);
                *slot = carry as u64;
                carry >>= 64;
            }
            if let Some(slot) = rest.first_mut() {
                *slot = carry as u64;
            }
        }
        Self::trimmed(out)
    }

    /// 5 to the power `n`.
    pub(super) fn pow5(n: u32) -> Self {
        let mut result = Self::from_u128(1);
        // From the highest bit down: square, and multiply by the small 5.
        for bit in (0..u32::BITS - n.leading_zeros()).rev() {
            result = result.mul(&result);
            if n >> bit & 1 == 1 {
                result.mul_add_small(5, 0);
            }
        }
        result
    }

    pub(super) fn shl(&self, n: usize) -> Self {
        if self.is_zero() {
            return self.clone();
        }
        let (words, bits) = (n / 64, n % 64);
        let mut limbs = vec![0; words];
        if bits == 0 {
            limbs.extend_from_slice(&self.limbs);
        } else {
            let mut low = 0;
            for limb in &self.limbs {
                limbs.push(limb << bits | low);
                low = limb >> (64 - bits);
            }
            limbs.push(low);
        }
        Self::trimmed(limbs)
    }

    /// Drops the `n` lowest bits.
    pub(super) fn shr(&self, n: usize) -> Self {
        let (words, bits) = (n / 64, n % 64);
        let kept = self.limbs.get(words..).unwrap_or_default();
        if bits == 0 {
            return Self {
                limbs: kept.to_vec(),
            };
        }
        let high = kept.iter().skip(1).chain(std::iter::once(&0));
        let limbs = kept
            .iter()
            .zip(high)
            .map(|(low, high)| low >> bits | high << (64 - bits));
        Self::trimmed(limbs.collect())
    }

    pub(super) fn add(&self, other: &Self) -> Self {
        let (long, short) = if self.limbs.len() >= other.limbs.len() {
            (self, other)
        } else {
            (other, self)
        };
        let mut limbs = Vec::with_capacity(long.limbs.len() + 1);
        let mut carry = 0u128;
        let addends = short.limbs.iter().copied().chain(std::iter::repeat(0));
        for (a, b) in long.limbs.iter().zip(addends) {
            carry += u128::from(*a) + u128::from(b);
            limbs.push(carry as u64);
            carry >>= 64;
        }
        limbs.push(carry as u64);
        Self::trimmed(limbs)
    }

    /// The difference; `other` must not be the larger one.
    pub(super) fn sub(&self, other: &Self) -> Self {
        debug_assert!(self.cmp(other) != Ordering::Less);
        let mut borrow = false;
        let subtrahends = other.limbs.iter().copied().chain(std::iter::repeat(0));
        let limbs = self.limbs.iter().zip(subtrahends).map(|(a, b)| {
            let (first, under) = a.overflowing_sub(b);
            let (second, again) = first.overflowing_sub(u64::from(borrow));
            borrow = under | again;
            second
        });
        Self::trimmed(limbs.collect())
    }

    pub(super) fn cmp(&self, other: &Self) -> Ordering {
        (self.limbs.len().cmp(&other.limbs.len()))
            .then_with(|| self.limbs.iter().rev().cmp(other.limbs.iter().rev()))
    }

    fn div_small(&mut self, divisor: u64) -> u64 {
        let mut rest = 0u128;
        for limb in self.limbs.iter_mut().rev() {
            rest = rest << 64 | u128::from(*limb);
            *limb = (rest / u128::from(divisor)) as u64;
            rest %= u128::from(divisor);
        }
        while self.limbs.last() == Some(&0) {
            self.limbs.pop();
        }
        rest as u64
    }

    /// Quotient and remainder. The callers never divide by zero; the answer then is zero and
    /// `self`.
    pub(super) fn div_rem(&self, divisor: &Self) -> (Self, Self) {
        let zero = Self { limbs: Vec::new() };
        if divisor.is_zero() || self.cmp(divisor) == Ordering::Less {
            return (zero, self.clone());
        }
        if let [small] = divisor.limbs[..] {
            let mut quotient = self.clone();
            let rest = quotient.div_small(small);
            return (quotient, Self::from_u128(u128::from(rest)));
        }
        // Knuth's algorithm D: the divisor's top bit is set so that guesses are at most two off.
        let shift = divisor.limbs.last().map_or(0, |top| top.leading_zeros()) as usize;
        let v = divisor.shl(shift).limbs;
        let mut u = self.shl(shift).limbs;
        u.push(0);
        let n = v.len();
        let steps = u.len() - n;
        let mut quotient = vec![0u64; steps];
        let (top, second) = (u128::from(v[n - 1]), u128::from(v[n - 2]));
        for j in (0..steps).rev() {
            let head = u128::from(u[j + n]) << 64 | u128::from(u[j + n - 1]);
            let mut guess = (head / top).min(u128::from(u64::MAX));
            let mut rest = head - guess * top;
            while rest >> 64 == 0 && guess * second > (rest << 64 | u128::from(u[j + n - 2])) {
                guess -= 1;
                rest += top;
            }
            let (mut carry, mut borrow) = (0u128, false);
            for (slot, limb) in u[j..].iter_mut().zip(v.iter().chain(std::iter::once(&0))) {
                carry += guess * u128::from(*limb);
                let (first, under) = slot.overflowing_sub(carry as u64);
                let (difference, again) = first.overflowing_sub(u64::from(borrow));
                *slot = difference;
                borrow = under | again;
                carry >>= 64;
            }
            if borrow {
                guess -= 1;
                let mut carry = 0u128;
                for (slot, limb) in u[j..].iter_mut().zip(v.iter().chain(std::iter::once(&0))) {
                    carry += u128::from(*slot) + u128::from(*limb);
                    *slot = carry as u64;
                    carry >>= 64;
                }
            }
            quotient[j] = guess as u64;
        }
        (Self::trimmed(quotient), Self::trimmed(u).shr(shift))
    }

    /// ASCII digits without leading zeros; none for zero.
    pub(super) fn to_digits(&self) -> Vec<u8> {
        let mut rest = self.clone();
        let mut digits = Vec::new();
        while !rest.is_zero() {
            let mut group = rest.div_small(GROUP);
            for _ in 0..GROUP_DIGITS {
                digits.push(b'0' + (group % 10) as u8);
                group /= 10;
            }
        }
        while digits.last() == Some(&b'0') {
            digits.pop();
        }
        digits.reverse();
        digits
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    impl Big {
        /// The value if it has at most 128 bits.
        fn to_u128(&self) -> Option<u128> {
            match self.limbs[..] {
                [] => Some(0),
                [low] => Some(u128::from(low)),
                [low, high] => Some(u128::from(high) << 64 | u128::from(low)),
                _ => None,
            }
        }
    }

    fn big() -> impl Strategy<Value = Big> {
        // Limbs of all ones and zeros reach the corrections in the division.
        let limb = prop_oneof![any::<u64>(), Just(0), Just(u64::MAX), Just(1 << 63)];
        prop::collection::vec(limb, 0..12).prop_map(Big::trimmed)
    }

    proptest! {
        #[test]
        fn division_undoes_multiplication(a in big(), b in big(), c in big()) {
            let b = if b.is_zero() { Big::from_u128(1) } else { b };
            let rest = c.div_rem(&b).1;
            prop_assert_eq!(rest.cmp(&b), Ordering::Less);
            let (quotient, remainder) = a.mul(&b).add(&rest).div_rem(&b);
            prop_assert_eq!(quotient, a);
            prop_assert_eq!(remainder, rest);
        }

        #[test]
        fn agrees_with_u128(a: u128, b: u128) {
            let (x, y) = (Big::from_u128(a), Big::from_u128(b));
            prop_assert_eq!(x.cmp(&y), a.cmp(&b));
            prop_assert_eq!(x.add(&y).sub(&y).to_u128(), Some(a));
            prop_assert_eq!(String::from_utf8(x.to_digits()).unwrap(), a.to_string());
            prop_assert_eq!(Big::from_digits(b.to_string().as_bytes()), y.clone());
            prop_assert_eq!(x.shr(37).to_u128(), Some(a >> 37));
            prop_assert_eq!(x.bits() as u32, 128 - a.leading_zeros());
            if let Some(quotient) = a.checked_div(b) {
                prop_assert_eq!(x.div_rem(&y).0.to_u128(), Some(quotient));
            }
        }

        #[test]
        fn shifts_undo_each_other(a in big(), n in 0usize..300) {
            prop_assert_eq!(a.shl(n).shr(n), a.clone());
            prop_assert!(a.is_zero() || a.shl(n).trailing_zeros() >= n);
        }
    }

    #[test]
    fn powers_of_five() {
        assert_eq!(Big::pow5(0).to_u128(), Some(1));
        assert_eq!(Big::pow5(25).to_u128(), Some(5u128.pow(25)));
        assert_eq!(Big::pow5(100), Big::pow5(51).mul(&Big::pow5(49)));
    }
}
