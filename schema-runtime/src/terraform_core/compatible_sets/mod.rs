//! Comparing the elements of a planned and an actual set.
//!
//! Core requires that every planned element is compatible with some actual one and the reverse, and
//! compares every pair. Here planned elements are grouped by which of their leaves are open
//! (unknown, or of a type still to come); each group has one hash index of the actual elements over
//! the other leaves, and only elements with the same key are compared.

mod key;

use std::collections::HashMap;

use super::element::Element;
use super::support::{Report, child, show};
use crate::schema::{Kind, Nesting};
use crate::value::{SetValue, Value};
use key::Key;

/// Whether a planned element may become an actual one.
type Compatible = fn(Element<'_>, &Value, &Value) -> bool;

/// Reports every element that has no partner on the other side, at the set.
pub(super) fn check(
    element: Element<'_>,
    compatible: Compatible,
    planned: &SetValue,
    actual: &SetValue,
    report: &mut Report,
) {
    let mut matching = Matching::new(element, compatible, planned.as_slice(), actual.as_slice());
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
pub(super) fn partners(
    element: Element<'_>,
    compatible: Compatible,
    planned: &SetValue,
    actual: &SetValue,
    pairwise: bool,
) -> (Vec<bool>, Vec<bool>) {
    let mut matching = Matching::new(element, compatible, planned.as_slice(), actual.as_slice());
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
    compatible: Compatible,
    planned: &'a [Value],
    actual: &'a [Value],
    planned_found: Vec<bool>,
    actual_found: Vec<bool>,
}

/// Positions of planned and of actual elements with the same key.
type Buckets = HashMap<u64, (Vec<usize>, Vec<usize>)>;

impl<'a> Matching<'a> {
    fn new(
        element: Element<'a>,
        compatible: Compatible,
        planned: &'a [Value],
        actual: &'a [Value],
    ) -> Self {
        Matching {
            element,
            compatible,
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
        let mut open: HashMap<u64, Vec<usize>> = HashMap::new();
        for (position, element) in self.planned.iter().enumerate() {
            if !dynamic && element.is_wholly_known() && !is_odd(self.element, element) {
                closed.push(position);
            } else {
                let mut mask = Key::default();
                mask.walk(self.element, element, None);
                open.entry(mask.finish()).or_default().push(position);
            }
        }
        // A null or unknown block collection is compatible with any other, so its element has no
        // key. No correct provider returns one.
        let (odd, ordinary): (Vec<usize>, Vec<usize>) = (0..self.actual.len())
            .partition(|&i| self.actual.get(i).is_some_and(|v| is_odd(self.element, v)));
        if !closed.is_empty() {
            self.join(&closed, &ordinary, None);
        }
        for group in open.values() {
            let model = group.first().and_then(|&first| self.planned.get(first));
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
        let mut buckets = Buckets::new();
        for &position in planned {
            if let Some(key) = self.key(self.planned, position, model) {
                buckets.entry(key).or_default().0.push(position);
            }
        }
        for &position in actual {
            if let Some(key) = self.key(self.actual, position, model)
                && let Some(bucket) = buckets.get_mut(&key)
            {
                bucket.1.push(position);
            }
        }
        for (planned, actual) in buckets.values() {
            self.compare(planned, actual);
        }
    }

    fn key(&self, elements: &[Value], position: usize, model: Option<&Value>) -> Option<u64> {
        let value = elements.get(position)?;
        let mut key = Key::default();
        key.walk(self.element, model.unwrap_or(value), Some(value));
        (!key.impossible).then(|| key.finish())
    }

    /// Marks which of these elements have a partner.
    fn compare(&mut self, planned: &[usize], actual: &[usize]) {
        for &a in actual {
            if self.actual_found.get(a) == Some(&true) {
                continue;
            }
            if let Some(&p) = planned.iter().find(|&&p| self.pair(p, a)) {
                self.mark(p, a);
            }
        }
        for &p in planned {
            if self.planned_found.get(p) == Some(&true) {
                continue;
            }
            if let Some(&a) = actual.iter().find(|&&a| self.pair(p, a)) {
                self.mark(p, a);
            }
        }
    }

    fn pair(&self, planned: usize, actual: usize) -> bool {
        match (self.planned.get(planned), self.actual.get(actual)) {
            (Some(planned), Some(actual)) => (self.compatible)(self.element, planned, actual),
            _ => false,
        }
    }

    fn mark(&mut self, planned: usize, actual: usize) {
        if let Some(found) = self.planned_found.get_mut(planned) {
            *found = true;
        }
        if let Some(found) = self.actual_found.get_mut(actual) {
            *found = true;
        }
    }
}

/// Whether a nested block collection is null or unknown.
fn is_odd(element: Element<'_>, value: &Value) -> bool {
    let Element::Block(block) = element else {
        return false;
    };
    block.fields.iter().enumerate().any(|(position, field)| {
        let (Kind::Block { nesting, block, .. }, Some(value)) =
            (&field.kind, child(block, value, position))
        else {
            return false;
        };
        let element = Element::Block(block);
        match value {
            Value::Null | Value::Unknown(_) => {
                !matches!(nesting, Nesting::Single | Nesting::Group)
                    || (value.is_unknown() && is_odd(element, value))
            }
            value => value.objects().any(|value| is_odd(element, value)),
        }
    })
}
