//! Upgrades a saved state to the present schema; called for every object read from a state, even if
//! the versions are equal.

use super::{Diagnostic, DynamicValue, RawState};

messages! {
    /// The saved state.
    Request {
        /// The resource's type.
        [string, tag = "1"] type_name: String,
        /// The schema version that wrote it.
        [int64, tag = "2"] version: i64,
        /// What it wrote.
        [message, optional, tag = "3"] raw_state: Option<RawState>,
    }

    /// The state by the present schema.
    Response {
        /// Fully known, with write-only attributes null.
        [message, optional, tag = "1"] upgraded_state: Option<DynamicValue>,
        /// Errors and warnings.
        [message, repeated, tag = "2"] diagnostics: Vec<Diagnostic>,
    }
}
