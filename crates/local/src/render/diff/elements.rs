//! The difference of lists and sets, and how two lists are put beside each other.

use super::super::display::DisplayValue;
use super::{DiffWriter, Mark, Pair, unordered};

/// With more pairs than this, all old items are removed and all new ones added.
const MAX_PAIRS: usize = 1_000_000;

impl DiffWriter<'_> {
    pub(super) fn list(&mut self, old: &[DisplayValue], new: &[DisplayValue], indent: usize) {
        let is_object = |value: &DisplayValue| matches!(value, DisplayValue::Object(_));
        // Nested structs continue each other by their position.
        if !self.without_schema && old.iter().chain(new).any(is_object) {
            let pairs = (0..old.len().max(new.len())).map(|i| (old.get(i), new.get(i)));
            let (same, changed): (Vec<_>, Vec<_>) = pairs.partition(|(a, b)| a == b);
            for (old, new) in changed {
                self.element(old, new, indent);
            }
            return self.unchanged_note(indent, same.len(), "element");
        }
        // A changed element is shown between its neighbours.
        let mut hidden: Vec<&DisplayValue> = Vec::new();
        let mut after_change = false;
        for (old, new) in aligned(old, new, is_object) {
            match new {
                Some(value) if old == new && after_change => {
                    self.one("", value, Mark::Same, indent, ",")
                }
                Some(value) if old == new => hidden.push(value),
                _ => {
                    if let Some(before) = hidden.pop() {
                        self.unchanged_note(indent, hidden.len(), "element");
                        self.one("", before, Mark::Same, indent, ",");
                        hidden.clear();
                    }
                    self.element(old, new, indent);
                }
            }
            after_change = old != new;
        }
        self.unchanged_note(indent, hidden.len(), "element");
    }

    fn element(&mut self, old: Option<&DisplayValue>, new: Option<&DisplayValue>, indent: usize) {
        match (old, new) {
            (Some(old), Some(new)) => self.both("", old, new, indent, ","),
            (Some(old), None) => self.one("", old, Mark::Remove, indent, ","),
            (None, Some(new)) => self.one("", new, Mark::Add, indent, ","),
            (None, None) => {}
        }
    }

    pub(super) fn set(&mut self, old: &[DisplayValue], new: &[DisplayValue], indent: usize) {
        let (removed, added, same) = unordered(old, new);
        for old in removed {
            self.element(Some(old), None, indent);
        }
        for new in added {
            self.element(None, Some(new), indent);
        }
        self.unchanged_note(indent, same, "element");
    }
}

/// The items in order, as Terraform compares them: by their position in lists of one length, unless
/// only the order is another. Otherwise as many as possible are kept, and what is between two kept
/// ones is removed and added; there, an item that `continues` is compared with the next such one.
pub(super) fn aligned<'d, T: PartialEq>(
    old: &'d [T],
    new: &'d [T],
    continues: impl Fn(&T) -> bool,
) -> Vec<Pair<'d, T>> {
    let few = old.len().saturating_mul(new.len()) <= MAX_PAIRS;
    let is_reordered = || few && old.iter().all(|item| new.contains(item));
    if old.len() == new.len() && !is_reordered() {
        let pairs = old.iter().zip(new);
        return pairs.map(|(old, new)| (Some(old), Some(new))).collect();
    }
    let mut pairs = Vec::with_capacity(old.len().max(new.len()));
    let (mut from, mut to) = (0, 0);
    let end = (old.len(), new.len());
    for (a, b) in common(old, new).into_iter().chain([end]) {
        let removed = old.get(from..a).unwrap_or_default();
        let mut added = new.get(to..b).unwrap_or_default().iter().peekable();
        for old in removed {
            let next = continues(old).then(|| added.next_if(|new| continues(new)));
            pairs.push((Some(old), next.flatten()));
        }
        pairs.extend(added.map(|new| (None, Some(new))));
        pairs.extend(old.get(a).map(|kept| (Some(kept), new.get(b))));
        (from, to) = (a + 1, b + 1);
    }
    pairs
}

/// The positions of the longest common subsequence.
fn common<T: PartialEq>(old: &[T], new: &[T]) -> Vec<(usize, usize)> {
    let start = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    let ends = (old.iter().skip(start).rev()).zip(new.iter().skip(start).rev());
    let end = ends.take_while(|(a, b)| a == b).count();
    let (old_end, new_end) = (old.len() - end, new.len() - end);
    let between = common_between(
        old.get(start..old_end).unwrap_or_default(),
        new.get(start..new_end).unwrap_or_default(),
    );
    let head = (0..start).map(|at| (at, at));
    let between = between.into_iter().map(|(a, b)| (start + a, start + b));
    let tail = (0..end).map(|at| (old_end + at, new_end + at));
    head.chain(between).chain(tail).collect()
}

/// The same of lists that begin and end with different items.
fn common_between<T: PartialEq>(old: &[T], new: &[T]) -> Vec<(usize, usize)> {
    let width = new.len() + 1;
    if old.len().saturating_mul(new.len()) > MAX_PAIRS {
        return Vec::new();
    }
    // The number of common items after each pair of positions.
    let mut lengths = vec![0_usize; (old.len() + 1) * width];
    let length =
        |lengths: &[usize], a: usize, b: usize| lengths.get(a * width + b).copied().unwrap_or(0);
    for a in (0..old.len()).rev() {
        for b in (0..new.len()).rev() {
            let best = match old.get(a) == new.get(b) {
                true => length(&lengths, a + 1, b + 1) + 1,
                false => length(&lengths, a + 1, b).max(length(&lengths, a, b + 1)),
            };
            if let Some(place) = lengths.get_mut(a * width + b) {
                *place = best;
            }
        }
    }
    let mut pairs = Vec::new();
    let (mut a, mut b) = (0, 0);
    while let (Some(one), Some(other)) = (old.get(a), new.get(b)) {
        if one == other {
            pairs.push((a, b));
            (a, b) = (a + 1, b + 1);
        } else if length(&lengths, a + 1, b) >= length(&lengths, a, b + 1) {
            a += 1;
        } else {
            b += 1;
        }
    }
    pairs
}
