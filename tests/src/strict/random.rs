//! A small generator of random numbers: SplitMix64, or bytes from outside.

use std::sync::Arc;

/// Random numbers from a seed or from bytes.
#[derive(Clone, Debug)]
pub struct Random(Source);

#[derive(Clone, Debug)]
enum Source {
    Seed(u64),
    /// All of them, and which is the next.
    Bytes(Arc<[u8]>, usize),
}

impl Random {
    /// From a seed, of which the next one begins somewhere else in the same numbers.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Random(Source::Seed(mixed(seed)))
    }

    /// From bytes, of which each choice takes one, so that a small change of the bytes is a small
    /// change of what is made of them. After the last one every choice is the first, and nothing
    /// is true.
    #[must_use]
    pub fn of_bytes(bytes: &[u8]) -> Self {
        Random(Source::Bytes(bytes.into(), 0))
    }

    /// The next 64 bits; of bytes the next one.
    pub fn number(&mut self) -> u64 {
        match &mut self.0 {
            Source::Seed(state) => {
                *state = state.wrapping_add(GAMMA);
                mixed(*state)
            }
            Source::Bytes(bytes, next) => u64::from(take(bytes, next).unwrap_or(0)),
        }
    }

    /// A number below `limit`, which is not 0.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.number() % limit.max(1) as u64) as usize
    }

    /// True in so many of a hundred cases.
    pub fn percent(&mut self, percent: u64) -> bool {
        match &mut self.0 {
            Source::Seed(_) => self.number() % 100 < percent,
            Source::Bytes(bytes, next) => {
                take(bytes, next).is_some_and(|byte| u64::from(byte) % 100 < percent)
            }
        }
    }

    /// One of these.
    pub fn pick<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }
}

/// How far SplitMix64 goes with each number.
const GAMMA: u64 = 0x9E37_79B9_7F4A_7C15;

fn mixed(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

fn take(bytes: &[u8], next: &mut usize) -> Option<u8> {
    let byte = bytes.get(*next).copied();
    *next += 1;
    byte
}
