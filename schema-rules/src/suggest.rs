//! The nearest name to a misspelt one.

use alloc::vec;
use alloc::vec::Vec;

/// Names longer than this are not compared: no author types one, and the work is quadratic.
const LONGEST: usize = 128;

/// The candidate nearest to `name` by edit distance (insert, delete, replace, swap of
/// neighbours), if one is near enough to be a misspelling: at most a third of the longer name.
///
/// Of two equally near ones the first wins.
///
/// ```
/// assert_eq!(schema_rules::suggest("reqired", ["optional", "required"]), Some("required"));
/// assert_eq!(schema_rules::suggest("zzz", ["optional", "required"]), None);
/// ```
#[must_use]
pub fn suggest<'c>(name: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    let from: Vec<char> = name.chars().take(LONGEST + 1).collect();
    if from.is_empty() || from.len() > LONGEST {
        return None;
    }
    let mut best: Option<(usize, &'c str)> = None;
    for candidate in candidates {
        let to: Vec<char> = candidate.chars().take(LONGEST + 1).collect();
        if to.len() > LONGEST {
            continue;
        }
        let limit = (from.len().max(to.len()) / 3).max(1);
        let distance = distance(&from, &to);
        if distance <= limit && best.is_none_or(|(d, _)| distance < d) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, c)| c)
}

/// Edit distance with swaps of neighbours (optimal string alignment).
fn distance(from: &[char], to: &[char]) -> usize {
    let width = to.len() + 1;
    let mut before: Vec<usize> = vec![0; width];
    let mut above: Vec<usize> = (0..width).collect();
    for (i, a) in from.iter().enumerate() {
        let mut row = Vec::with_capacity(width);
        row.push(i + 1);
        for (j, b) in to.iter().enumerate() {
            let at = |line: &[usize], k: usize| line.get(k).copied().unwrap_or(usize::MAX / 2);
            let replaced = at(&above, j) + usize::from(a != b);
            let mut least = replaced.min(at(&above, j + 1) + 1).min(at(&row, j) + 1);
            let swapped = i > 0 && j > 0 && from.get(i - 1) == Some(b) && to.get(j - 1) == Some(a);
            if swapped && a != b {
                least = least.min(at(&before, j - 1) + 1);
            }
            row.push(least);
        }
        before = core::mem::replace(&mut above, row);
    }
    above.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn between(a: &str, b: &str) -> usize {
        distance(
            &a.chars().collect::<Vec<_>>(),
            &b.chars().collect::<Vec<_>>(),
        )
    }

    #[test]
    fn distances() {
        assert_eq!(between("", "abc"), 3);
        assert_eq!(between("abc", ""), 3);
        assert_eq!(between("kitten", "sitting"), 3);
        assert_eq!(between("form", "from"), 1);
        assert_eq!(between("ünicode", "unicode"), 1);
    }

    #[test]
    fn nearest_wins_and_far_ones_are_left_alone() {
        assert_eq!(suggest("sise", ["zone", "size", "side"]), Some("size"));
        assert_eq!(
            suggest("snapshotid", ["snapshot_id", "snapshot"]),
            Some("snapshot_id")
        );
        assert_eq!(suggest("a", ["b"]), Some("b"));
        assert_eq!(suggest("", ["b"]), None);
        let long = "x".repeat(5000);
        assert_eq!(suggest(&long, [long.as_str()]), None);
    }
}
