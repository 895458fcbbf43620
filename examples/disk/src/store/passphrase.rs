//! What is kept of a pass phrase: a salted hash.

use std::fmt;

use pbkdf2::pbkdf2_hmac;
use serde::{Deserialize, Serialize};
use sha2::Sha256;
use uuid::Uuid;

/// How often a new hash is repeated. Every plan that knows the pass phrase computes it once, so it
/// takes at most some hundredths of a second; the number is kept with each hash and may grow.
const ROUNDS: u32 = 50_000;

/// More would let a damaged file hold up a plan for hours.
const MOST_ROUNDS: u32 = 10_000_000;

/// The salted hash of a pass phrase (PBKDF2 with HMAC-SHA-256). The pass phrase itself is nowhere
/// in it.
///
/// ```
/// use terraform_provider_disk::store::Passphrase;
///
/// let kept = Passphrase::new("correct horse");
/// assert!(kept.is("correct horse") && !kept.is("battery staple"));
/// // Two images of one pass phrase do not show that they have the same.
/// assert_ne!(kept, Passphrase::new("correct horse"));
/// ```
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Passphrase {
    salt: Uuid,
    rounds: u32,
    hash: String,
}

impl Passphrase {
    /// Hashes this string with a new salt.
    #[must_use]
    pub fn new(text: &str) -> Self {
        let salt = Uuid::new_v4();
        Self {
            salt,
            rounds: ROUNDS,
            hash: hash(text, salt, ROUNDS),
        }
    }

    /// Whether it is the hash of this text.
    #[must_use]
    pub fn is(&self, text: &str) -> bool {
        let known = self.rounds <= MOST_ROUNDS;
        known && same(&hash(text, self.salt, self.rounds), &self.hash)
    }
}

impl fmt::Debug for Passphrase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Passphrase")
    }
}

fn hash(text: &str, salt: Uuid, rounds: u32) -> String {
    let mut bytes = [0; 32];
    pbkdf2_hmac::<Sha256>(text.as_bytes(), salt.as_bytes(), rounds, &mut bytes);
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Equality that takes as long wherever the first difference is.
fn same(a: &str, b: &str) -> bool {
    let differences = a
        .bytes()
        .zip(b.bytes())
        .fold(0, |all, (a, b)| all | (a ^ b));
    a.len() == b.len() && differences == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A vector of others: RFC 7914, section 11.
    #[test]
    fn the_hash_is_pbkdf2() {
        let mut bytes = [0; 8];
        pbkdf2_hmac::<Sha256>(b"passwd", b"salt", 1, &mut bytes);
        assert_eq!(bytes, [0x55, 0xac, 0x04, 0x6e, 0x56, 0xe3, 0x08, 0x9f]);
    }

    #[test]
    fn a_hash_survives_its_file_and_a_damaged_one_fits_nothing() {
        let kept = Passphrase::new("open sesame");
        let text = serde_json::to_string(&kept).unwrap();
        assert!(!text.contains("sesame"));
        let mut again: Passphrase = serde_json::from_str(&text).unwrap();
        assert!(again == kept && again.is("open sesame"));
        again.rounds = u32::MAX;
        assert!(!again.is("open sesame"));
        again.rounds = ROUNDS;
        again.hash.clear();
        assert!(!again.is("open sesame") && !again.is(""));
    }
}
