//! Upgrades a saved identity to the present version (6.9); called if the versions differ, and with
//! version 0 and no data for objects saved before there were identities.

use super::{Diagnostic, RawState, ResourceIdentityData};

messages! {
    /// The saved identity.
    Request {
        /// The resource's type.
        [string, tag = "1"] type_name: String,
        /// The version that wrote it.
        [int64, tag = "2"] version: i64,
        /// What it wrote; JSON only, or nothing.
        [message, optional, tag = "3"] raw_identity: Option<RawState>,
    }

    /// The identity in the present version.
    Response {
        /// Fully known; missing means no identity.
        [message, optional, tag = "1"] upgraded_identity: Option<ResourceIdentityData>,
        /// Errors and warnings.
        [message, repeated, tag = "2"] diagnostics: Vec<Diagnostic>,
    }
}
