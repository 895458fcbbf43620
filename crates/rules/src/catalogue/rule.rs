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
    /// Which list of rules it belongs to.
    #[must_use]
    pub const fn family(self) -> Family {
        self.family
    }

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

impl Origin {
    /// The name in a table.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Origin::Core => "Terraform core",
            Origin::GoSdk => "Go SDK",
            Origin::Documents => "documents",
            Origin::Framework => "framework",
            Origin::Ours => "ours",
        }
    }
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
    /// Once at start-up and in `check_schema` in tests.
    StartUp,
    /// While a resource is planned, applied or read.
    RunTime,
    /// Only schemas built at run time can break it.
    Dynamic,
}

impl CaughtBy {
    /// The name in a table.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            CaughtBy::Derive => "derive",
            CaughtBy::Types => "type system",
            CaughtBy::Across => "constant across structs",
            CaughtBy::Registration => "registration",
            CaughtBy::StartUp => "start-up",
            CaughtBy::RunTime => "run time",
            CaughtBy::Dynamic => "schemas built at run time",
        }
    }
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
    /// Whether `allow(…)` may silence it; true for every warning and for nothing else.
    pub allowable: bool,
    /// The rule that reports it, if another does.
    pub merged_into: Option<Rule>,
    /// Why there, or why nowhere; empty where nothing needs to be said.
    pub note: &'static str,
}
