//! A rule, and what the catalogue says about one.

use core::fmt;

/// Where a rule's number comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Family {
    /// The sheet of schema rules: 1–99 the Go SDK, 101–124 the documents, 131–150 the framework,
    /// from 201 ours.
    R,
    /// Terraform core's own checks when it loads a schema.
    C,
}

/// A rule. Each is a constant here, declared by its line in the catalogue; it prints as its number,
/// which is stable: `R15` or `C10`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rule {
    pub(super) family: Family,
    pub(super) number: u16,
}

impl Rule {
    /// Its number in that list.
    #[must_use]
    pub const fn number(self) -> u16 {
        self.number
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let family = match self.family {
            Family::R => 'R',
            Family::C => 'C',
        };
        write!(f, "{family}{}", self.number)
    }
}

/// Who made a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// Terraform core rejects such a schema when it loads it.
    Core,
    /// The Go SDK's InternalValidate.
    GoSdk,
    /// The documents the project started from.
    Documents,
    /// The plugin framework.
    Framework,
    /// Ours.
    Ours,
}

/// What catches a broken rule first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CaughtBy {
    /// The derive, from one struct.
    Derive,
    /// Rust's own types: there is no way to write it.
    Types,
    /// A constant evaluated over several structs.
    Across,
    /// The registration of the provider's types.
    Registration,
    /// While a resource is planned, applied or read.
    RunTime,
    /// Only schemas built at run time can break it.
    Dynamic,
}

/// Whether a finding rejects the schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Discouraged, but the schema stands.
    Warning,
    /// The schema is rejected.
    Error,
}

/// What the catalogue says about a rule.
#[derive(Clone, Copy, Debug)]
pub struct RuleInfo {
    /// Its number.
    pub rule: Rule,
    /// Its name, as written in `allow(…)`.
    pub name: &'static str,
    /// What it rejects.
    pub rejects: &'static str,
    /// What catches it first.
    pub caught_by: CaughtBy,
    /// Who made it.
    pub origin: Origin,
    /// How bad it is, in our own mode.
    pub severity: Severity,
    /// Why there, or why nowhere; empty where nothing needs to be said.
    pub note: &'static str,
}

impl RuleInfo {
    /// Whether `allow(…)` may silence it: every warning, and nothing else.
    #[must_use]
    pub const fn is_allowable(&self) -> bool {
        matches!(self.severity, Severity::Warning)
    }
}
