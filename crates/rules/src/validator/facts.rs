//! [`ValidatorFacts`]: one validator as written, and which values it accepts.

use super::{Signature, ValidatorKind, find};
use crate::literal::{Literal, MAX_WRITTEN_DEPTH};

/// One validator as a caller reads it.
#[derive(Clone, Debug, PartialEq)]
pub struct ValidatorFacts<'a> {
    /// Its name as written.
    pub name: &'a str,
    /// What it checks.
    pub kind: ValidatorKind<'a>,
}

impl ValidatorFacts<'_> {
    /// A validator that the rules do not check.
    #[must_use]
    pub const fn unknown() -> Self {
        ValidatorFacts {
            name: "validate",
            kind: ValidatorKind::Other,
        }
    }

    /// Whether it is written without parentheses.
    pub(crate) fn without_arguments(&self) -> bool {
        let named = find(self.name).map(|named| named.signature);
        matches!(named, Some(Signature::Plain(_) | Signature::Form(_)))
            || self.kind.argument().is_none()
    }
}

/// Whether a literal value passes; `None` if that cannot be known here.
pub(crate) fn accepts(
    literal: &Literal<'_>,
    validator: &ValidatorFacts<'_>,
    depth: usize,
) -> Option<bool> {
    // An invalid validator rejects nothing: it is reported, and may be meant differently.
    if depth > MAX_WRITTEN_DEPTH || validator.kind.rules().mistake("", "").is_some() {
        return None;
    }
    match (
        validator.kind.rules().accepts(literal, depth),
        &validator.kind,
    ) {
        // The end that could not be read may reject it.
        (
            Some(true),
            ValidatorKind::Range(interval)
            | ValidatorKind::Length(interval)
            | ValidatorKind::Bytes(interval)
            | ValidatorKind::Size(interval)
            | ValidatorKind::Network(interval),
        ) if interval.unread => None,
        (verdict, _) => verdict,
    }
}
