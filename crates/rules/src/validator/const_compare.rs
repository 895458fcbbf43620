//! Comparisons of strings and counts in `const fn`s, for the predicates.

/// Whether two strings are equal.
pub(super) const fn same(a: &str, b: &str) -> bool {
    same_bytes(a.as_bytes(), (0, a.len()), b.as_bytes(), (0, b.len()))
}

/// The number of characters: all bytes except continuation bytes.
pub(super) const fn characters(text: &str) -> u64 {
    let bytes = text.as_bytes();
    let (mut i, mut count) = (0, 0);
    while i < bytes.len() {
        if !continues(bytes[i]) {
            count += 1;
        }
        i += 1;
    }
    count
}

/// Whether the two strings have a character in common.
pub(super) const fn share_a_character(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut i = 0;
    while i < one.len() {
        let end = character_end(one, i);
        let mut j = 0;
        while j < other.len() {
            let other_end = character_end(other, j);
            if same_bytes(one, (i, end), other, (j, other_end)) {
                return true;
            }
            j = other_end;
        }
        i = end;
    }
    false
}

const fn same_bytes(
    one: &[u8],
    (from, to): (usize, usize),
    other: &[u8],
    (other_from, other_to): (usize, usize),
) -> bool {
    if to - from != other_to - other_from {
        return false;
    }
    let mut i = 0;
    while i < to - from {
        if one[from + i] != other[other_from + i] {
            return false;
        }
        i += 1;
    }
    true
}

/// The end of the character that begins here.
const fn character_end(bytes: &[u8], start: usize) -> usize {
    let mut end = start + 1;
    while end < bytes.len() && continues(bytes[end]) {
        end += 1;
    }
    end
}

const fn continues(byte: u8) -> bool {
    byte & 0xC0 == 0x80
}

/// Whether a count is between the minimum and the maximum, both included.
pub(super) const fn is_between(count: u64, min: Option<u64>, max: Option<u64>) -> bool {
    let long_enough = match min {
        Some(min) => count >= min,
        None => true,
    };
    let short_enough = match max {
        Some(max) => count <= max,
        None => true,
    };
    long_enough && short_enough
}

/// Whether any count is between the two.
pub(super) const fn any_between(min: Option<u64>, max: Option<u64>) -> bool {
    match (min, max) {
        (Some(min), Some(max)) => min <= max,
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_and_not_bytes() {
        assert_eq!(characters("äö"), 2);
        assert!(same("", "") && same("ä", "ä") && !same("a", "ab"));
        assert!(share_a_character("a/b", "\\/"));
        assert!(share_a_character("aä", "öä"));
        // Both begin with the same byte.
        assert!(!share_a_character("ä", "ö"));
        assert!(!share_a_character("", "a") && !share_a_character("a", ""));
    }
}
