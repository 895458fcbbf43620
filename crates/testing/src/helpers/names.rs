//! Names that no two tests have in common.

use std::hash::{BuildHasher as _, RandomState};
use std::ops::RangeInclusive;

/// A random number without a pattern; for names, not for secrets.
fn random() -> u64 {
    // Each state has its own random keys; nothing else is hashed.
    RandomState::new().hash_one(())
}

/// A name for one run of a test: the prefix and ten lower-case letters and digits, a letter first.
/// Give all names of a project's tests one prefix, by which [sweepers](crate::sweepers) know them.
///
/// ```
/// let name = schema_provider::testing::random_name("tf-test-");
/// assert!(name.starts_with("tf-test-") && name.len() == 18);
/// assert_ne!(name, schema_provider::testing::random_name("tf-test-"));
/// ```
#[must_use]
pub fn random_name(prefix: &str) -> String {
    const LETTERS: &[u8; 26] = b"abcdefghijklmnopqrstuvwxyz";
    const ALL: &[u8; 36] = b"abcdefghijklmnopqrstuvwxyz0123456789";
    let mut name = prefix.to_owned();
    let mut chance = random();
    for position in 0..10 {
        let from: &[u8] = if position == 0 { LETTERS } else { ALL };
        let count = from.len() as u64;
        let index = usize::try_from(chance % count).unwrap_or_default();
        name.extend(from.get(index).map(|letter| char::from(*letter)));
        chance /= count;
    }
    name
}

/// A random number in a range, for example a port.
///
/// ```
/// let port = schema_provider::testing::random_int(20_000..=29_999);
/// assert!((20_000..=29_999).contains(&port));
/// ```
#[must_use]
pub fn random_int(range: RangeInclusive<i64>) -> i64 {
    let (least, most) = range.into_inner();
    let size = i128::from(most) - i128::from(least) + 1;
    if size <= 1 {
        return least;
    }
    let above = i128::from(random()) % size;
    i64::try_from(i128::from(least) + above).unwrap_or(least)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn names_are_names_and_differ() {
        let names: BTreeSet<String> = (0..1000).map(|_| random_name("p-")).collect();
        assert_eq!(names.len(), 1000);
        for name in names {
            let rest = name.strip_prefix("p-").unwrap();
            assert_eq!(rest.len(), 10, "{name}");
            assert!(rest.starts_with(|c: char| c.is_ascii_lowercase()), "{name}");
            assert!(
                rest.chars()
                    .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit()),
                "{name}"
            );
        }
    }

    #[test]
    fn numbers_cover_their_range_and_no_more() {
        let found: BTreeSet<i64> = (0..1000).map(|_| random_int(-2..=2)).collect();
        assert_eq!(found, (-2..=2).collect());
        assert_eq!(random_int(7..=7), 7);
        let _ = random_int(i64::MIN..=i64::MAX);
    }
}
