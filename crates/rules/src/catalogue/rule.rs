//! A rule, and its catalogue entry.

use core::fmt;

/// The list that a rule's number belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Family {
    /// The sheet of schema rules: 1–99 the Go SDK, 101–124 the documents, 131–150 the framework,
    /// from 201 the SDK's own.
    R,
    /// Terraform Core's own checks when it loads a schema.
    C,
}

/// A rule. Each is a constant here, declared by its line in the catalogue; it displays as its
/// stable number: `R15` or `C10`.
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

/// The source of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// Terraform Core rejects such a schema when it loads it.
    Core,
    /// The Go SDK's InternalValidate.
    GoSdk,
    /// The documents the project started from.
    Documents,
    /// The plugin framework.
    Framework,
    /// This SDK.
    Ours,
}

/// What catches a broken rule first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CaughtBy {
    /// The derive, from one struct.
    Derive,
    /// Rust's own types: it cannot be expressed.
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
    /// Discouraged, but the schema is accepted.
    Warning,
    /// The schema is rejected.
    Error,
}

/// A rule's catalogue entry.
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
    /// The source of the rule.
    pub origin: Origin,
    /// Its severity in the SDK's own mode.
    pub severity: Severity,
    /// Why there, or why nowhere; empty if nothing needs to be said.
    pub note: &'static str,
}

impl RuleInfo {
    /// Whether `allow(…)` may silence it: every warning, and nothing else.
    #[must_use]
    pub const fn is_allowable(&self) -> bool {
        matches!(self.severity, Severity::Warning)
    }
}
