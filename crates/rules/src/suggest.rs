//! The name closest to a misspelt one.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// Longer names are not compared: no provider developer types one, and the work is quadratic.
const LONGEST: usize = 128;

/// The candidate closest to `name` by edit distance (insert, delete, replace, swap neighbours), if
/// it is close enough for a misspelling: at most a third of the longer name.
///
/// If two are equally close, the first wins.
///
/// ```
/// assert_eq!(schema_rules::suggest("reqired", ["optional", "required"]), Some("required"));
/// assert_eq!(schema_rules::suggest("zzz", ["optional", "required"]), None);
/// ```
#[must_use]
pub fn suggest<'c>(name: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    let near = |candidate| Some((near(name, candidate)?, candidate));
    let found = candidates.into_iter().filter_map(near);
    // The first of several.
    found
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// The hint that suggests a name.
///
/// ```
/// assert_eq!(schema_rules::did_you_mean("required"), "did you mean `required`?");
/// ```
#[must_use]
pub fn did_you_mean(name: &str) -> String {
    format!("did you mean `{name}`?")
}

/// A list of names, for a message without a suggestion: a long list is cut off.
///
/// ```
/// assert_eq!(schema_rules::listed(["a", "b"]), "`a`, `b`");
/// ```
#[must_use]
pub fn listed<'c>(names: impl IntoIterator<Item = &'c str>) -> String {
    const MOST: usize = 8;
    let names: Vec<String> = names.into_iter().map(|name| format!("`{name}`")).collect();
    match names.split_at_checked(MOST) {
        Some((first, [_, ..])) => format!("{} and others", first.join(", ")),
        _ => names.join(", "),
    }
}

/// The distance of two names, if it is small enough for a misspelling; see [`suggest`].
///
/// It is `const` because the compiler compares names across structs.
#[must_use]
pub const fn near(name: &str, candidate: &str) -> Option<usize> {
    let (from, to) = (name.as_bytes(), candidate.as_bytes());
    if from.is_empty() || from.len() > LONGEST || to.len() > LONGEST {
        return None;
    }
    // Case does not matter: constants are uppercase.
    if same_letters(from, to) {
        return Some(0);
    }
    let longer = least(LONGEST - from.len(), LONGEST - to.len());
    let third = (LONGEST - longer) / 3;
    let limit = if third == 0 { 1 } else { third };
    let distance = distance(from, to);
    if distance <= limit {
        Some(distance)
    } else {
        None
    }
}

/// Whether two names differ only in case.
const fn same_letters(one: &[u8], other: &[u8]) -> bool {
    let mut i = 0;
    while i < one.len() && i < other.len() {
        if !one[i].eq_ignore_ascii_case(&other[i]) {
            return false;
        }
        i += 1;
    }
    one.len() == other.len()
}

/// Edit distance with swaps of neighbours (optimal string alignment), in bytes; neither is
/// longer than [`LONGEST`].
const fn distance(from: &[u8], to: &[u8]) -> usize {
    let mut before = [0; LONGEST + 1];
    let mut above = [0; LONGEST + 1];
    let mut j = 0;
    while j <= to.len() {
        above[j] = j;
        j += 1;
    }
    let mut i = 0;
    while i < from.len() {
        let mut row = [0; LONGEST + 1];
        row[0] = i + 1;
        let mut j = 0;
        while j < to.len() {
            let replaced = above[j] + (from[i] != to[j]) as usize;
            row[j + 1] = least(replaced, least(above[j + 1], row[j]) + 1);
            let swapped = i > 0 && j > 0 && from[i - 1] == to[j] && to[j - 1] == from[i];
            if swapped && from[i] != to[j] {
                row[j + 1] = least(row[j + 1], before[j - 1] + 1);
            }
            j += 1;
        }
        before = above;
        above = row;
        i += 1;
    }
    above[to.len()]
}

const fn least(a: usize, b: usize) -> usize {
    if a < b { a } else { b }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn between(a: &str, b: &str) -> usize {
        distance(a.as_bytes(), b.as_bytes())
    }

    #[test]
    fn distances() {
        assert_eq!(between("", "abc"), 3);
        assert_eq!(between("abc", ""), 3);
        assert_eq!(between("kitten", "sitting"), 3);
        assert_eq!(between("form", "from"), 1);
        assert_eq!(between("ünicode", "unicode"), 2);
    }

    #[test]
    fn nearest_wins_and_far_ones_are_left_alone() {
        assert_eq!(suggest("sise", ["zone", "size", "side"]), Some("size"));
        assert_eq!(
            suggest("snapshotid", ["snapshot_id", "snapshot"]),
            Some("snapshot_id")
        );
        assert_eq!(suggest("a", ["b"]), Some("b"));
        assert_eq!(suggest("ZONES", ["zone", "zones"]), Some("zones"));
        assert_eq!(suggest("", ["b"]), None);
        let long = "x".repeat(5000);
        assert_eq!(suggest(&long, [long.as_str()]), None);
    }
}
