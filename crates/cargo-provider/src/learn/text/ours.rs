//! Messages of this SDK.

use super::Claim;
use crate::learn::oracle::Diagnostic;

/// What a message claims; nothing where it is none of ours.
pub(super) fn claims(_diagnostic: &Diagnostic) -> Option<Vec<Claim>> {
    None
}
