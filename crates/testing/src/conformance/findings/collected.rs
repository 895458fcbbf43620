//! [`Findings`]: everything that is found during a run.

use std::collections::{BTreeMap, BTreeSet};

use crate::conformance::findings::class::Class;
use crate::conformance::findings::report::{ExampleSummary, Finding, Uncovered};
use crate::conformance::findings::stored_data::{StoredData, WriteOnlyValue, search};
use schema_runtime::schema::Block;
use schema_shell::lifecycle::PANICKED;

#[derive(Default)]
pub(crate) struct Findings {
    pub(crate) list: Vec<Finding>,
    pub(crate) uncovered: Vec<Uncovered>,
    pub(crate) examples: Vec<ExampleSummary>,
    /// Fields that were changed, by resource and name: one example may change what another cannot.
    pub(crate) changed: BTreeSet<(String, String)>,
    /// Strings that must not appear anywhere, with their owners.
    pub(crate) secrets: BTreeMap<String, SecretOwner>,
    /// Values that must not be stored.
    pub(crate) write_only: BTreeMap<String, (SecretOwner, WriteOnlyValue)>,
    /// The resource that the current operation belongs to.
    pub(crate) busy_with: String,
}

/// The owner of a secret.
#[derive(Clone)]
pub(crate) struct SecretOwner {
    /// The resource and the path.
    pub(crate) field: (String, String),
    /// The location of the example.
    pub(crate) at: String,
}

impl SecretOwner {
    /// `disk_image.password`.
    pub(crate) fn name(&self) -> String {
        let (resource, path) = &self.field;
        match path.as_str() {
            "" => resource.clone(),
            path => format!("{resource}.{path}"),
        }
    }
}

impl Findings {
    /// Adds a finding; one of a class and field is enough.
    pub(crate) fn add_finding(&mut self, finding: Finding) {
        // A panic and code stopped for hanging are separate findings.
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
            self.list.push(finding);
        }
    }

    pub(crate) fn has(&self, class: Class, resource: &str, path: &str) -> bool {
        self.list.iter().any(|one| one.is(class, resource, path))
    }

    /// Remembers a value that must not be reported; one of a write-only field must not be stored
    /// either.
    pub(crate) fn register_secret(&mut self, secret: String, owner: SecretOwner, write_only: bool) {
        if write_only {
            let value = WriteOnlyValue::new(&secret);
            let known = self.write_only.entry(secret.clone());
            known.or_insert_with(|| (owner.clone(), value));
        }
        self.secrets.entry(secret).or_insert(owner);
    }

    /// Looks for write-only values in an object's stored data.
    pub(crate) fn search_kept(&mut self, block: &Block, kept: StoredData<'_>, when: &str) {
        if !self.write_only.is_empty() {
            let values = self.write_only.values_mut();
            search(block, kept, values.map(|(_, value)| value), when);
        }
    }

    pub(crate) fn uncovered(&mut self, uncovered: Uncovered) {
        if !self.uncovered.contains(&uncovered) {
            self.uncovered.push(uncovered);
        }
    }
}
