//! Terraform's complaints about providers that break its rules, in its log and its output.

/// A kind of complaint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum ComplaintKind {
    /// "Provider produced invalid plan".
    InvalidPlan,
    /// "Provider produced inconsistent final plan".
    InconsistentFinalPlan,
    /// "Provider produced inconsistent result after apply".
    InconsistentResult,
    /// An object that does not fit its schema, or is not fully known.
    InvalidObject,
    /// A broken rule that Terraform tolerates in the legacy SDK.
    Tolerated,
    /// The provider's process ended, or did not answer.
    Crash,
}

/// A complaint of Terraform about a provider.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Complaint {
    /// The kind of the complaint.
    pub kind: ComplaintKind,
    /// The line of the log or output.
    pub line: String,
}

/// Terraform's words. A provider that breaks each rule (`acceptance/bad.rs`) verifies them. An
/// entry matches a line that contains all of its words.
const WORDS: &[(&[&str], ComplaintKind)] = &[
    (
        &["because it is using the legacy plugin SDK"],
        ComplaintKind::Tolerated,
    ),
    (
        &["Provider produced invalid plan"],
        ComplaintKind::InvalidPlan,
    ),
    (
        &["Provider produced inconsistent final plan"],
        ComplaintKind::InconsistentFinalPlan,
    ),
    (
        &["Provider produced inconsistent result after apply"],
        ComplaintKind::InconsistentResult,
    ),
    (
        &["Provider produced invalid object"],
        ComplaintKind::InvalidObject,
    ),
    (
        &["Provider returned invalid result object after apply"],
        ComplaintKind::InvalidObject,
    ),
    (
        &["Provider produced null object"],
        ComplaintKind::InvalidObject,
    ),
    (
        &["Provider returned invalid value"],
        ComplaintKind::InvalidObject,
    ),
    // OpenTofu's words for a write-only value, in a plan too.
    (&["Invalid provider response"], ComplaintKind::InvalidObject),
    (&["Plugin did not respond"], ComplaintKind::Crash),
    (&["plugin crashed!"], ComplaintKind::Crash),
    (&["plugin process exited", "error="], ComplaintKind::Crash),
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
