//! Plans a change; called again in the apply phase, and twice for a replacement.

use super::{
    AttributePath, ClientCapabilities, Deferred, Diagnostic, DynamicValue, ResourceIdentityData,
};
use bytes::Bytes;

opaque_messages! {
    /// The prior state and the wanted one.
    Request {
        /// The resource's type.
        [string, tag = "1"] type_name: String,
        /// The prior state; null on create.
        [message, optional, tag = "2"] prior_state: Option<DynamicValue>,
        /// Core's merge of the prior state and the configuration; null on destroy.
        [message, optional, tag = "3"] proposed_new_state: Option<DynamicValue>,
        /// The configuration; null on destroy.
        [message, optional, tag = "4"] config: Option<DynamicValue>,
        /// The private data from the state.
        [bytes = "bytes", tag = "5"] prior_private: Bytes,
        /// The module's `provider_meta` block.
        [message, optional, tag = "6"] provider_meta: Option<DynamicValue>,
        /// What the caller can do (6.6).
        [message, optional, tag = "7"] client_capabilities: Option<ClientCapabilities>,
        /// In the first plan of the apply phase: the private data that the plan phase returned for
        /// the apply (6.11).
        [bytes = "bytes", tag = "9"] planned_private: Bytes,
        /// The identity of the existing object (6.9).
        [message, optional, tag = "8"] prior_identity: Option<ResourceIdentityData>,
    }

    /// The plan.
    Response {
        /// The planned state, with unknowns for values known after the apply.
        [message, optional, tag = "1"] planned_state: Option<DynamicValue>,
        /// Changes here need a replacement.
        [message, repeated, tag = "2"] requires_replace: Vec<AttributePath>,
        /// The private data for the apply.
        [bytes = "bytes", tag = "3"] planned_private: Bytes,
        /// Errors and warnings.
        [message, repeated, tag = "4"] diagnostics: Vec<Diagnostic>,
        /// Core's checks of the plan only log warnings.
        [bool, tag = "5"] legacy_type_system: bool,
        /// Why the answer is deferred (6.6).
        [message, optional, tag = "6"] deferred: Option<Deferred>,
        /// The planned identity of the object (6.9); for a new object, it may contain unknowns.
        [message, optional, tag = "7"] planned_identity: Option<ResourceIdentityData>,
    }
}
