//! Makes the planned change.

use super::{Diagnostic, DynamicValue, ResourceIdentityData};
use bytes::Bytes;

opaque_messages! {
    /// The change to make.
    Request {
        /// The resource's type.
        [string, tag = "1"] type_name: String,
        /// What is; null on create.
        [message, optional, tag = "2"] prior_state: Option<DynamicValue>,
        /// The plan; null on destroy.
        [message, optional, tag = "3"] planned_state: Option<DynamicValue>,
        /// The configuration, fully known; null on destroy.
        [message, optional, tag = "4"] config: Option<DynamicValue>,
        /// The provider's own bytes from the plan.
        [bytes = "bytes", tag = "5"] planned_private: Bytes,
        /// What the module says about itself.
        [message, optional, tag = "6"] provider_meta: Option<DynamicValue>,
        /// What the plan said of what identifies the object (6.9).
        [message, optional, tag = "7"] planned_identity: Option<ResourceIdentityData>,
    }

    /// What came of it.
    Response {
        /// What is now; saved also beside an error.
        [message, optional, tag = "1"] new_state: Option<DynamicValue>,
        /// Replaces the bytes in the state.
        [bytes = "bytes", tag = "2"] private: Bytes,
        /// Errors and warnings.
        [message, repeated, tag = "3"] diagnostics: Vec<Diagnostic>,
        /// Core's check against the plan only warns.
        [bool, tag = "4"] legacy_type_system: bool,
        /// What identifies the object now (6.9).
        [message, optional, tag = "5"] new_identity: Option<ResourceIdentityData>,
    }
}
with_diagnostics!(Response);
