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
/// Each entry is found in a line that has all of its words.
const WORDS: &[(&[&str], Kind)] = &[
    (
        &["because it is using the legacy plugin SDK"],
        Kind::Tolerated,
    ),
    (&["Provider produced invalid plan"], Kind::InvalidPlan),
    (
        &["Provider produced inconsistent final plan"],
        Kind::InconsistentFinalPlan,
    ),
    (
        &["Provider produced inconsistent result after apply"],
        Kind::InconsistentResult,
    ),
    (&["Provider produced invalid object"], Kind::InvalidObject),
    (
        &["Provider returned invalid result object after apply"],
        Kind::InvalidObject,
    ),
    (&["Provider produced null object"], Kind::InvalidObject),
    (&["Provider returned invalid value"], Kind::InvalidObject),
    (&["Plugin did not respond"], Kind::Crash),
    (&["plugin crashed!"], Kind::Crash),
    (&["plugin process exited", "error="], Kind::Crash),
];

/// The complaints in a log or an output.
#[must_use]
pub fn complaints(text: &str) -> Vec<Complaint> {
    text.lines()
        .filter_map(|line| {
            let fits = |words: &[&str]| words.iter().all(|words| line.contains(words));
            let (_, kind) = WORDS.iter().find(|(words, _)| fits(words))?;
            Some(Complaint {
                kind: *kind,
                line: line.to_owned(),
            })
        })
        .collect()
}
