//! Comparing the elements of a planned and an actual set.
//!
//! Core requires that every planned element is compatible with some actual one and the reverse, and
//! compares every pair. Here planned elements are grouped by which of their leaves are open
//! (unknown, or of a type still to come); each group has one hash index of the actual elements over
//! the other leaves, and only elements with the same key are compared.

mod key;

use std::collections::HashMap;

use super::compatible;
use crate::schema::{Kind, Nesting};
use crate::terraform_core::element::Element;
use crate::terraform_core::support::{Report, child, show};
use crate::value::{SetValue, Value};
use key::key;

/// Reports every element that has no partner on the other side, at the set.
pub(super) fn check(
    element: Element<'_>,
    planned: &SetValue,
    actual: &SetValue,
    report: &mut Report,
) {
    let mut matching = Matching::new(element, planned.as_slice(), actual.as_slice());
    matching.run();
    for (element, found) in planned.iter().zip(&matching.planned_found) {
        if !found {
            report.error(format!("the planned element {} is missing", show(element)));
        }
    }
    for (element, found) in actual.iter().zip(&matching.actual_found) {
        if !found {
            report.error(format!("the element {} was not planned", show(element)));
        }
    }
}

/// Which elements have a partner, found by the join or by comparing every pair.
#[cfg(test)]
pub(in crate::terraform_core) fn partners(
    element: Element<'_>,
    planned: &SetValue,
    actual: &SetValue,
    pairwise: bool,
) -> (Vec<bool>, Vec<bool>) {
    let mut matching = Matching::new(element, planned.as_slice(), actual.as_slice());
    if pairwise {
        let all = |count: usize| (0..count).collect::<Vec<_>>();
        matching.compare(&all(planned.len()), &all(actual.len()));
    } else {
        matching.run();
    }
    (matching.planned_found, matching.actual_found)
}

struct Matching<'a> {
    element: Element<'a>,
    planned: &'a [Value],
    actual: &'a [Value],
    planned_found: Vec<bool>,
    actual_found: Vec<bool>,
}

/// Positions of planned and of actual elements with the same key.
type Buckets = HashMap<u64, (Vec<usize>, Vec<usize>)>;

impl<'a> Matching<'a> {
    fn new(element: Element<'a>, planned: &'a [Value], actual: &'a [Value]) -> Self {
        Matching {
            element,
            planned,
            actual,
            planned_found: vec![false; planned.len()],
            actual_found: vec![false; actual.len()],
        }
    }

    fn run(&mut self) {
        let dynamic = self.element.has_dynamic();
        // A fully known element is its own model: all such elements share one index. A null block
        // collection is known, but compatible with any other, so it is open like an unknown one.
        let mut closed: Vec<usize> = Vec::new();
        let mut open: HashMap<Option<u64>, Vec<usize>> = HashMap::new();
        for (position, element) in self.planned.iter().enumerate() {
            if !dynamic && element.is_wholly_known() && !is_odd(self.element, element) {
                closed.push(position);
            } else {
                let mask = key(self.element, element, None);
                open.entry(mask).or_default().push(position);
            }
        }
        // A null or unknown block collection is compatible with any other, so its element has no
        // key. No correct provider returns one.
        let (odd, ordinary): (Vec<usize>, Vec<usize>) =
            (0..self.actual.len()).partition(|&i| is_odd(self.element, &self.actual[i]));
        if !closed.is_empty() {
            self.join(&closed, &ordinary, None);
        }
        for group in open.values() {
            let model = group.first().map(|&first| &self.planned[first]);
            self.join(group, &ordinary, model);
        }
        if !odd.is_empty() {
            let all: Vec<usize> = (0..self.planned.len()).collect();
            self.compare(&all, &odd);
        }
    }

    /// Compares elements with equal keys. The model says which leaves are open; without one none
    /// are.
    fn join(&mut self, planned: &[usize], actual: &[usize], model: Option<&Value>) {
        let key = |value: &Value| key(self.element, model.unwrap_or(value), Some(value));
        let mut buckets = Buckets::new();
        for &position in planned {
            if let Some(key) = key(&self.planned[position]) {
                buckets.entry(key).or_default().0.push(position);
            }
        }
        for &position in actual {
            if let Some(key) = key(&self.actual[position])
                && let Some(bucket) = buckets.get_mut(&key)
            {
                bucket.1.push(position);
            }
        }
        for (planned, actual) in buckets.values() {
            self.compare(planned, actual);
        }
    }

    /// Marks which of these elements have a partner.
    fn compare(&mut self, planned: &[usize], actual: &[usize]) {
        for &a in actual {
            if !self.actual_found[a]
                && let Some(&p) = planned.iter().find(|&&p| self.fits(p, a))
            {
                (self.planned_found[p], self.actual_found[a]) = (true, true);
            }
        }
        for &p in planned {
            if !self.planned_found[p]
                && let Some(&a) = actual.iter().find(|&&a| self.fits(p, a))
            {
                (self.planned_found[p], self.actual_found[a]) = (true, true);
            }
        }
    }

    fn fits(&self, planned: usize, actual: usize) -> bool {
        compatible(self.element, &self.planned[planned], &self.actual[actual])
    }
}

/// Whether a nested block collection is null or unknown.
fn is_odd(element: Element<'_>, value: &Value) -> bool {
    let Element::Block(block) = element else {
        return false;
    };
    block.fields.iter().enumerate().any(|(position, field)| {
        let Kind::Block { nesting, block, .. } = &field.kind else {
            return false;
        };
        let (element, value) = (Element::Block(block), child(value, position));
        match value {
            Value::Null | Value::Unknown(_) => {
                !matches!(nesting, Nesting::Single | Nesting::Group)
                    || (value.is_unknown() && is_odd(element, value))
            }
            value => value.objects().any(|value| is_odd(element, value)),
        }
    })
}
