//! Every rule, through the crate `schema-rules`.

use crate::error::Errors;
use crate::model::Model;

/// Adds an error for each rule that the struct breaks.
pub(crate) fn check(_model: &Model, _errors: &mut Errors) {}

/// A timeout in nanoseconds.
pub(crate) fn nanoseconds(text: &str) -> Option<u64> {
    schema_rules::parse_duration(text)
        .ok()
        .and_then(|n| u64::try_from(n).ok())
}
