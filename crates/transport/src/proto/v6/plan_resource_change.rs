//! Plans a change; called again in the apply phase, and twice for a replacement.

use super::{
    AttributePath, ClientCapabilities, Deferred, Diagnostic, DynamicValue, ResourceIdentityData,
};
use bytes::Bytes;

opaque_messages! {
    /// What is and what shall be.
    Request {
        /// The resource's type.
        [string, tag = "1"] type_name: String,
        /// What is; null on create.
        [message, optional, tag = "2"] prior_state: Option<DynamicValue>,
        /// Core's merge of the prior state and the configuration; null on destroy.
        [message, optional, tag = "3"] proposed_new_state: Option<DynamicValue>,
        /// The configuration; null on destroy.
        [message, optional, tag = "4"] config: Option<DynamicValue>,
        /// The provider's own bytes from the state.
        [bytes = "bytes", tag = "5"] prior_private: Bytes,
        /// What the module says about itself.
        [message, optional, tag = "6"] provider_meta: Option<DynamicValue>,
        /// What the caller can do (6.6).
        [message, optional, tag = "7"] client_capabilities: Option<ClientCapabilities>,
        /// What the plan phase was given to hand to apply, in the first plan of the apply phase
        /// (6.11).
        [bytes = "bytes", tag = "9"] planned_private: Bytes,
        /// What identifies the object that is there (6.9).
        [message, optional, tag = "8"] prior_identity: Option<ResourceIdentityData>,
    }

    /// The plan.
    Response {
        /// What shall be, with unknowns for what is learnt on apply.
        [message, optional, tag = "1"] planned_state: Option<DynamicValue>,
        /// Changes here need a replacement.
        [message, repeated, tag = "2"] requires_replace: Vec<AttributePath>,
        /// The provider's own bytes, handed to apply.
        [bytes = "bytes", tag = "3"] planned_private: Bytes,
        /// Errors and warnings.
        [message, repeated, tag = "4"] diagnostics: Vec<Diagnostic>,
        /// Core's plan checks only warn.
        [bool, tag = "5"] legacy_type_system: bool,
        /// Put off (6.6).
        [message, optional, tag = "6"] deferred: Option<Deferred>,
        /// What shall identify the object (6.9); of a new one it may hold unknowns.
        [message, optional, tag = "7"] planned_identity: Option<ResourceIdentityData>,
    }
}
with_diagnostics!(Response);
