//! What Terraform says about providers that break its rules.

/// A kind of complaint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// "Provider produced invalid plan".
    InvalidPlan,
    /// "Provider produced inconsistent final plan".
    InconsistentFinalPlan,
    /// "Provider produced inconsistent result after apply".
    InconsistentResult,
    /// An object that does not fit its schema, or is not wholly known.
    InvalidObject,
    /// A broken rule that Terraform tolerates of the legacy SDK.
    Tolerated,
    /// A refresh that found something else than the state says: no broken rule, but a surprise
    /// where nobody changed anything.
    Drift,
    /// The provider's process ended, or did not answer.
    Crash,
}

/// Something that Terraform said about a provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complaint {
    /// What it is.
    pub kind: Kind,
    /// The line.
    pub line: String,
}

/// Terraform's words. They were found in the log of a provider that breaks each rule
/// (`acceptance/bad.rs`), which keeps them honest.
const WORDS: &[(&str, Kind)] = &[
    ("because it is using the legacy plugin SDK", Kind::Tolerated),
    ("Provider produced invalid plan", Kind::InvalidPlan),
    ("planned an invalid value", Kind::InvalidPlan),
    ("planned a non-null destroy value", Kind::InvalidPlan),
    ("inconsistent final plan", Kind::InconsistentFinalPlan),
    ("inconsistent result after apply", Kind::InconsistentResult),
    ("Provider produced invalid object", Kind::InvalidObject),
    (
        "Provider returned invalid result object",
        Kind::InvalidObject,
    ),
    ("Provider returned invalid", Kind::InvalidObject),
    ("Unexpected resource instance", Kind::InvalidObject),
    ("Write-only attribute set", Kind::InvalidObject),
    (
        "contains a non-null value for a write-only",
        Kind::InvalidObject,
    ),
    ("during refresh.", Kind::Drift),
    ("plugin crashed!", Kind::Crash),
    ("did not respond", Kind::Crash),
    ("The plugin6.", Kind::Crash),
    ("Request cancelled", Kind::Crash),
];

/// The complaints in a log or an output.
#[must_use]
pub fn complaints(text: &str) -> Vec<Complaint> {
    text.lines()
        .filter_map(|line| {
            let (_, kind) = WORDS.iter().find(|(words, _)| line.contains(words))?;
            Some(Complaint {
                kind: *kind,
                line: line.to_owned(),
            })
        })
        .collect()
}
