//! [`Found`]: everything that is found on the way.

use std::collections::{BTreeMap, BTreeSet};

use super::class::Class;
use super::report::{Finding, Life, Uncovered};
use schema_shell::lifecycle::PANICKED;

#[derive(Default)]
pub(super) struct Found {
    pub(super) findings: Vec<Finding>,
    pub(super) uncovered: Vec<Uncovered>,
    pub(super) lives: Vec<Life>,
    /// Fields that were changed, by resource and name: where one example cannot, another may.
    pub(super) changed: BTreeSet<(String, String)>,
    /// Texts that nobody may say, with whose they are.
    pub(super) secrets: BTreeMap<String, Whose>,
    /// What is being waited for belongs to this resource.
    pub(super) busy_with: String,
}

/// Whose value a secret is.
#[derive(Clone)]
pub(super) struct Whose {
    /// The resource and the path.
    pub(super) field: (String, String),
    /// Where the example is written.
    pub(super) at: String,
}

impl Found {
    /// Adds a finding; one of a class and field is enough.
    pub(super) fn find(&mut self, finding: Finding) {
        // A panic, and what was stopped because it hangs, are findings of their own.
        let fails = matches!(
            finding.class,
            Class::OperationFails
                | Class::ImportFails
                | Class::ReadOfMissingFails
                | Class::DeleteNotIdempotent
        );
        let text = &finding.text;
        if fails && (text.contains(PANICKED) || text.contains(" was interrupted")) {
            return;
        }
        if !self.has(finding.class, &finding.resource, &finding.path) {
            self.findings.push(finding);
        }
    }

    pub(super) fn has(&self, class: Class, resource: &str, path: &str) -> bool {
        self.findings.iter().any(|finding| {
            finding.class == class && finding.resource == resource && finding.path == path
        })
    }

    pub(super) fn uncovered(&mut self, uncovered: Uncovered) {
        if !self.uncovered.contains(&uncovered) {
            self.uncovered.push(uncovered);
        }
    }
}
