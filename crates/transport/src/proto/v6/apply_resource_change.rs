//! Applies the planned change.

use super::{Diagnostic, DynamicValue, ResourceIdentityData};
use bytes::Bytes;

opaque_messages! {
    /// The change to make.
    Request {
        /// The resource's type.
        [string, tag = "1"] type_name: String,
        /// The prior state; null on create.
        [message, optional, tag = "2"] prior_state: Option<DynamicValue>,
        /// The planned state; null on destroy.
        [message, optional, tag = "3"] planned_state: Option<DynamicValue>,
        /// The configuration, fully known; null on destroy.
        [message, optional, tag = "4"] config: Option<DynamicValue>,
        /// The private data from the plan.
        [bytes = "bytes", tag = "5"] planned_private: Bytes,
        /// The module's `provider_meta` block.
        [message, optional, tag = "6"] provider_meta: Option<DynamicValue>,
        /// The planned identity of the object (6.9).
        [message, optional, tag = "7"] planned_identity: Option<ResourceIdentityData>,
    }

    /// The result.
    Response {
        /// The new state; saved even with an error.
        [message, optional, tag = "1"] new_state: Option<DynamicValue>,
        /// Replaces the private data in the state.
        [bytes = "bytes", tag = "2"] private: Bytes,
        /// Errors and warnings.
        [message, repeated, tag = "3"] diagnostics: Vec<Diagnostic>,
        /// Core's check against the plan only logs warnings.
        [bool, tag = "4"] legacy_type_system: bool,
        /// The new identity of the object (6.9).
        [message, optional, tag = "5"] new_identity: Option<ResourceIdentityData>,
    }
}
