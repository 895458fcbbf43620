//! The totals of many cases.

use std::fmt;

use super::coverage::Coverage;

/// Counts of cases.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// What was configured.
    pub coverage: Coverage,
    /// All of them.
    pub plans: usize,
    /// With a plan hook that does something.
    pub hooked: usize,
    /// With unknowns in the configuration.
    pub with_unknowns: usize,
    /// Rejected, since elements of a set are the same once their defaults are filled in.
    pub merged: usize,
    /// Applied, and planned again.
    pub applied: usize,
    creates: usize,
    updates: usize,
    replaces: usize,
    empty: usize,
}

impl Tally {
    pub(super) fn action(&mut self, create: bool, replaces: bool, empty: bool) {
        *match (create, replaces, empty) {
            (true, ..) => &mut self.creates,
            (_, true, _) => &mut self.replaces,
            (_, _, true) => &mut self.empty,
            _ => &mut self.updates,
        } += 1;
    }

    /// Adds what another thread counted.
    pub fn add(&mut self, other: Tally) {
        self.coverage.add(other.coverage);
        self.plans += other.plans;
        self.hooked += other.hooked;
        self.with_unknowns += other.with_unknowns;
        self.merged += other.merged;
        self.applied += other.applied;
        self.creates += other.creates;
        self.updates += other.updates;
        self.replaces += other.replaces;
        self.empty += other.empty;
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}{} plans: {} create, {} update, {} replace, {} empty; {} with unknown configuration; \
             {} with a hook; {} applied and planned again; {} with elements that are the same",
            self.coverage,
            self.plans,
            self.creates,
            self.updates,
            self.replaces,
            self.empty,
            self.with_unknowns,
            self.hooked,
            self.applied,
            self.merged
        )
    }
}
