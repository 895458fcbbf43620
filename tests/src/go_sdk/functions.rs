//! The state functions and equivalences that the Go SDK's form knows by name.

use schema_runtime::schema::{CanonicalFn, StateFn, SuppressFn, SuppressRequest};
use schema_runtime::value::Value;
use serde_json::Value as Json;

/// The string stored instead of a configured one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StateFunction {
    /// The text in lower case.
    Lower,
    /// The SHA-1 of the text, in hexadecimal.
    Sha1,
}

/// Which strings mean the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Equivalence {
    /// Those that differ in upper and lower case only.
    CaseInsensitive,
    /// Those that are the same JSON, however it is laid out.
    Json,
}

impl StateFunction {
    /// The function.
    #[must_use]
    pub fn state_fn(self) -> StateFn {
        match self {
            StateFunction::Lower => |value| on_text(value, str::to_lowercase),
            StateFunction::Sha1 => |value| on_text(value, |text| sha1_hex(text.as_bytes())),
        }
    }
}

impl Equivalence {
    /// As a form in which strings that mean the same are equal (what a set needs).
    #[must_use]
    pub fn canonical(self) -> CanonicalFn {
        match self {
            Equivalence::CaseInsensitive => |value| on_text(value, str::to_lowercase),
            Equivalence::Json => |value| on_text(value, canonical_json),
        }
    }

    /// As a question about two texts.
    #[must_use]
    pub fn suppress(self) -> SuppressFn {
        fn case_insensitive(_: &SuppressRequest<'_>, old: &Value, new: &Value) -> bool {
            let canonical = Equivalence::CaseInsensitive.canonical();
            canonical(old) == canonical(new)
        }
        fn json(_: &SuppressRequest<'_>, old: &Value, new: &Value) -> bool {
            let canonical = Equivalence::Json.canonical();
            canonical(old) == canonical(new)
        }
        match self {
            Equivalence::CaseInsensitive => case_insensitive,
            Equivalence::Json => json,
        }
    }
}

fn on_text(value: &Value, function: impl FnOnce(&str) -> String) -> Value {
    match value {
        Value::String(text) => Value::string(function(text)),
        other => other.clone(),
    }
}

/// JSON with sorted members and no blanks; a string that is not JSON stays as it is.
fn canonical_json(text: &str) -> String {
    match serde_json::from_str::<Json>(text) {
        Ok(mut json) => {
            json.sort_all_objects();
            json.to_string()
        }
        Err(_) => text.to_owned(),
    }
}

/// SHA-1 (FIPS 180-4), which the vectors' resource uses for its state function. Not for secrets.
fn sha1_hex(data: &[u8]) -> String {
    let mut padded = data.to_vec();
    padded.push(0x80);
    padded.resize(padded.len().div_ceil(64) * 64, 0);
    if padded.len() - data.len() < 9 {
        padded.resize(padded.len() + 64, 0);
    }
    let bits = (data.len() as u64).wrapping_mul(8).to_be_bytes();
    let tail = padded.len() - bits.len();
    padded[tail..].copy_from_slice(&bits);

    let mut state: [u32; 5] = [
        0x6745_2301,
        0xEFCD_AB89,
        0x98BA_DCFE,
        0x1032_5476,
        0xC3D2_E1F0,
    ];
    for chunk in padded.chunks_exact(64) {
        let mut words = [0u32; 80];
        for (word, bytes) in words.iter_mut().zip(chunk.chunks_exact(4)) {
            *word = bytes.iter().fold(0, |word, &b| word << 8 | u32::from(b));
        }
        for i in 16..80 {
            words[i] = (words[i - 3] ^ words[i - 8] ^ words[i - 14] ^ words[i - 16]).rotate_left(1);
        }
        let [mut a, mut b, mut c, mut d, mut e] = state;
        for (i, word) in words.iter().enumerate() {
            let (mixed, key) = match i / 20 {
                0 => (b & c | !b & d, 0x5A82_7999),
                1 => (b ^ c ^ d, 0x6ED9_EBA1),
                2 => (b & c | b & d | c & d, 0x8F1B_BCDC),
                _ => (b ^ c ^ d, 0xCA62_C1D6_u32),
            };
            let next = a
                .rotate_left(5)
                .wrapping_add(mixed)
                .wrapping_add(e)
                .wrapping_add(key)
                .wrapping_add(*word);
            (e, d, c, b, a) = (d, c, b.rotate_left(30), a, next);
        }
        for (sum, part) in state.iter_mut().zip([a, b, c, d, e]) {
            *sum = sum.wrapping_add(part);
        }
    }
    state.iter().map(|word| format!("{word:08x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sha1_answers_as_the_standard_says() {
        assert_eq!(sha1_hex(b""), "da39a3ee5e6b4b0d3255bfef95601890afd80709");
        assert_eq!(sha1_hex(b"abc"), "a9993e364706816aba3e25717850c26c9cd0d89d");
        assert_eq!(
            sha1_hex(b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "84983e441c3bd26ebaae4aa1f95129e5e54670f1"
        );
        assert_eq!(
            sha1_hex(&[b'a'; 1000]),
            "291e9a6c66994949b57ba5e650361e98fc36b1ba"
        );
        // From a reference vector (s1-0002).
        assert_eq!(
            sha1_hex(b"hello"),
            "aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d"
        );
    }

    #[test]
    fn json_that_means_the_same_is_equal() {
        let canonical = Equivalence::Json.canonical();
        assert_eq!(
            canonical(&Value::from("{\"b\": 1, \"a\": [ {\"d\": 1, \"c\": 2} ]}")),
            canonical(&Value::from("{\"a\":[{\"c\":2,\"d\":1}],\"b\":1}"))
        );
        assert_ne!(
            canonical(&Value::from("[1]")),
            canonical(&Value::from("[2]"))
        );
        assert_eq!(canonical(&Value::from("not json")), Value::from("not json"));
    }
}
