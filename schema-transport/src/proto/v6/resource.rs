//! Calls about managed resources and data sources.

/// Checks the configuration of a resource.
pub mod validate_resource_config {
    use super::super::{ClientCapabilities, Diagnostic, DynamicValue};

    /// The configuration to check.
    #[derive(Clone, PartialEq, Eq, prost::Message)]
    pub struct Request {
        /// The resource's type.
        #[prost(string, tag = "1")]
        pub type_name: String,
        /// The configuration; parts may be unknown.
        #[prost(message, optional, tag = "2")]
        pub config: Option<DynamicValue>,
        /// What the caller can do (6.8).
        #[prost(message, optional, tag = "3")]
        pub client_capabilities: Option<ClientCapabilities>,
    }

    /// What was found.
    #[derive(Clone, PartialEq, Eq, prost::Message)]
    pub struct Response {
        /// Errors and warnings.
        #[prost(message, repeated, tag = "1")]
        pub diagnostics: Vec<Diagnostic>,
    }
}

/// Checks the configuration of a data source.
pub mod validate_data_resource_config {
    use super::super::{Diagnostic, DynamicValue};

    /// The configuration to check.
    #[derive(Clone, PartialEq, Eq, prost::Message)]
    pub struct Request {
        /// The data source's type.
        #[prost(string, tag = "1")]
        pub type_name: String,
        /// The configuration; parts may be unknown.
        #[prost(message, optional, tag = "2")]
        pub config: Option<DynamicValue>,
    }

    /// What was found.
    #[derive(Clone, PartialEq, Eq, prost::Message)]
    pub struct Response {
        /// Errors and warnings.
        #[prost(message, repeated, tag = "1")]
        pub diagnostics: Vec<Diagnostic>,
    }
}

/// Brings a saved state to the present schema; called for every object read from a state, also at equal versions.
pub mod upgrade_resource_state {
    use super::super::{Diagnostic, DynamicValue, RawState};

    /// The saved state.
    #[derive(Clone, PartialEq, Eq, prost::Message)]
    pub struct Request {
        /// The resource's type.
        #[prost(string, tag = "1")]
        pub type_name: String,
        /// The schema version that wrote it.
        #[prost(int64, tag = "2")]
        pub version: i64,
        /// What it wrote.
        #[prost(message, optional, tag = "3")]
        pub raw_state: Option<RawState>,
    }

    /// The state by the present schema.
    #[derive(Clone, PartialEq, Eq, prost::Message)]
    pub struct Response {
        /// Wholly known, write-only attributes null.
        #[prost(message, optional, tag = "1")]
        pub upgraded_state: Option<DynamicValue>,
        /// Errors and warnings.
        #[prost(message, repeated, tag = "2")]
        pub diagnostics: Vec<Diagnostic>,
    }
}

/// Reads what is there now.
pub mod read_resource {
    use super::super::{ClientCapabilities, Deferred, Diagnostic, DynamicValue};
    use bytes::Bytes;

    /// What to read.
    #[derive(Clone, PartialEq, Eq, prost::Message)]
    #[prost(skip_debug)]
    pub struct Request {
        /// The resource's type.
        #[prost(string, tag = "1")]
        pub type_name: String,
        /// The state so far.
        #[prost(message, optional, tag = "2")]
        pub current_state: Option<DynamicValue>,
        /// The provider's own bytes from the state.
        #[prost(bytes = "bytes", tag = "3")]
        pub private: Bytes,
        /// What the module says about itself.
        #[prost(message, optional, tag = "4")]
        pub provider_meta: Option<DynamicValue>,
        /// What the caller can do (6.6).
        #[prost(message, optional, tag = "5")]
        pub client_capabilities: Option<ClientCapabilities>,
    }

    /// What was read.
    #[derive(Clone, PartialEq, Eq, prost::Message)]
    #[prost(skip_debug)]
    pub struct Response {
        /// The state; null when it is gone.
        #[prost(message, optional, tag = "1")]
        pub new_state: Option<DynamicValue>,
        /// Errors and warnings.
        #[prost(message, repeated, tag = "2")]
        pub diagnostics: Vec<Diagnostic>,
        /// Replaces the bytes in the state: echo them, or they are lost.
        #[prost(bytes = "bytes", tag = "3")]
        pub private: Bytes,
        /// Put off (6.6).
        #[prost(message, optional, tag = "4")]
        pub deferred: Option<Deferred>,
    }
    opaque_debug!(Request, Response);
}

/// Plans a change; called again in the apply phase, and twice for a replacement.
pub mod plan_resource_change {
    use super::super::{AttributePath, ClientCapabilities, Deferred, Diagnostic, DynamicValue};
    use bytes::Bytes;

    /// What is and what shall be.
    #[derive(Clone, PartialEq, Eq, prost::Message)]
    #[prost(skip_debug)]
    pub struct Request {
        /// The resource's type.
        #[prost(string, tag = "1")]
        pub type_name: String,
        /// What is; null on create.
        #[prost(message, optional, tag = "2")]
        pub prior_state: Option<DynamicValue>,
        /// Core's merge of the prior state and the configuration; null on destroy.
        #[prost(message, optional, tag = "3")]
        pub proposed_new_state: Option<DynamicValue>,
        /// The configuration; null on destroy.
        #[prost(message, optional, tag = "4")]
        pub config: Option<DynamicValue>,
        /// The provider's own bytes from the state.
        #[prost(bytes = "bytes", tag = "5")]
        pub prior_private: Bytes,
        /// What the module says about itself.
        #[prost(message, optional, tag = "6")]
        pub provider_meta: Option<DynamicValue>,
        /// What the caller can do (6.6).
        #[prost(message, optional, tag = "7")]
        pub client_capabilities: Option<ClientCapabilities>,
    }

    /// The plan.
    #[derive(Clone, PartialEq, Eq, prost::Message)]
    #[prost(skip_debug)]
    pub struct Response {
        /// What shall be, with unknowns for what is learnt on apply.
        #[prost(message, optional, tag = "1")]
        pub planned_state: Option<DynamicValue>,
        /// Changes here need a replacement.
        #[prost(message, repeated, tag = "2")]
        pub requires_replace: Vec<AttributePath>,
        /// The provider's own bytes, handed to apply.
        #[prost(bytes = "bytes", tag = "3")]
        pub planned_private: Bytes,
        /// Errors and warnings.
        #[prost(message, repeated, tag = "4")]
        pub diagnostics: Vec<Diagnostic>,
        /// Core's plan checks only warn.
        #[prost(bool, tag = "5")]
        pub legacy_type_system: bool,
        /// Put off (6.6).
        #[prost(message, optional, tag = "6")]
        pub deferred: Option<Deferred>,
    }
    opaque_debug!(Request, Response);
}

/// Makes the planned change.
pub mod apply_resource_change {
    use super::super::{Diagnostic, DynamicValue};
    use bytes::Bytes;

    /// The change to make.
    #[derive(Clone, PartialEq, Eq, prost::Message)]
    #[prost(skip_debug)]
    pub struct Request {
        /// The resource's type.
        #[prost(string, tag = "1")]
        pub type_name: String,
        /// What is; null on create.
        #[prost(message, optional, tag = "2")]
        pub prior_state: Option<DynamicValue>,
        /// The plan; null on destroy.
        #[prost(message, optional, tag = "3")]
        pub planned_state: Option<DynamicValue>,
        /// The configuration, wholly known; null on destroy.
        #[prost(message, optional, tag = "4")]
        pub config: Option<DynamicValue>,
        /// The provider's own bytes from the plan.
        #[prost(bytes = "bytes", tag = "5")]
        pub planned_private: Bytes,
        /// What the module says about itself.
        #[prost(message, optional, tag = "6")]
        pub provider_meta: Option<DynamicValue>,
    }

    /// What came of it.
    #[derive(Clone, PartialEq, Eq, prost::Message)]
    #[prost(skip_debug)]
    pub struct Response {
        /// What is now; saved also beside an error.
        #[prost(message, optional, tag = "1")]
        pub new_state: Option<DynamicValue>,
        /// Replaces the bytes in the state.
        #[prost(bytes = "bytes", tag = "2")]
        pub private: Bytes,
        /// Errors and warnings.
        #[prost(message, repeated, tag = "3")]
        pub diagnostics: Vec<Diagnostic>,
        /// Core's check against the plan only warns.
        #[prost(bool, tag = "4")]
        pub legacy_type_system: bool,
    }
    opaque_debug!(Request, Response);
}

/// Finds an existing object by an id.
pub mod import_resource_state {
    use super::super::{ClientCapabilities, Deferred, Diagnostic, DynamicValue};
    use bytes::Bytes;

    /// What to import.
    #[derive(Clone, PartialEq, Eq, prost::Message)]
    pub struct Request {
        /// The resource's type.
        #[prost(string, tag = "1")]
        pub type_name: String,
        /// The id that the user gave.
        #[prost(string, tag = "2")]
        pub id: String,
        /// What the caller can do (6.6).
        #[prost(message, optional, tag = "3")]
        pub client_capabilities: Option<ClientCapabilities>,
    }

    /// What was found; each object is read next.
    #[derive(Clone, PartialEq, Eq, prost::Message)]
    pub struct Response {
        /// The objects.
        #[prost(message, repeated, tag = "1")]
        pub imported_resources: Vec<ImportedResource>,
        /// Errors and warnings.
        #[prost(message, repeated, tag = "2")]
        pub diagnostics: Vec<Diagnostic>,
        /// Put off (6.6).
        #[prost(message, optional, tag = "3")]
        pub deferred: Option<Deferred>,
    }

    /// An object.
    #[derive(Clone, PartialEq, Eq, prost::Message)]
    #[prost(skip_debug)]
    pub struct ImportedResource {
        /// Its type.
        #[prost(string, tag = "1")]
        pub type_name: String,
        /// Enough of its state to read it.
        #[prost(message, optional, tag = "2")]
        pub state: Option<DynamicValue>,
        /// The provider's own bytes.
        #[prost(bytes = "bytes", tag = "3")]
        pub private: Bytes,
    }
    opaque_debug!(ImportedResource);
}

/// Turns the state of one type into another's, for `moved` (6.5).
pub mod move_resource_state {
    use super::super::{Diagnostic, DynamicValue, RawState};
    use bytes::Bytes;

    /// The source.
    #[derive(Clone, PartialEq, Eq, prost::Message)]
    #[prost(skip_debug)]
    pub struct Request {
        /// The source's provider.
        #[prost(string, tag = "1")]
        pub source_provider_address: String,
        /// The source's type.
        #[prost(string, tag = "2")]
        pub source_type_name: String,
        /// The schema version that wrote it.
        #[prost(int64, tag = "3")]
        pub source_schema_version: i64,
        /// What it wrote; JSON only.
        #[prost(message, optional, tag = "4")]
        pub source_state: Option<RawState>,
        /// The target's type.
        #[prost(string, tag = "5")]
        pub target_type_name: String,
        /// The source provider's own bytes.
        #[prost(bytes = "bytes", tag = "6")]
        pub source_private: Bytes,
    }

    /// The target.
    #[derive(Clone, PartialEq, Eq, prost::Message)]
    #[prost(skip_debug)]
    pub struct Response {
        /// The state by the target's schema.
        #[prost(message, optional, tag = "1")]
        pub target_state: Option<DynamicValue>,
        /// Errors and warnings.
        #[prost(message, repeated, tag = "2")]
        pub diagnostics: Vec<Diagnostic>,
        /// The provider's own bytes.
        #[prost(bytes = "bytes", tag = "3")]
        pub target_private: Bytes,
    }
    opaque_debug!(Request, Response);
}

/// Reads a data source.
pub mod read_data_source {
    use super::super::{ClientCapabilities, Deferred, Diagnostic, DynamicValue};

    /// What to read.
    #[derive(Clone, PartialEq, Eq, prost::Message)]
    pub struct Request {
        /// The data source's type.
        #[prost(string, tag = "1")]
        pub type_name: String,
        /// The configuration, wholly known.
        #[prost(message, optional, tag = "2")]
        pub config: Option<DynamicValue>,
        /// What the module says about itself.
        #[prost(message, optional, tag = "3")]
        pub provider_meta: Option<DynamicValue>,
        /// What the caller can do (6.6).
        #[prost(message, optional, tag = "4")]
        pub client_capabilities: Option<ClientCapabilities>,
    }

    /// What was read.
    #[derive(Clone, PartialEq, Eq, prost::Message)]
    pub struct Response {
        /// The whole object, wholly known.
        #[prost(message, optional, tag = "1")]
        pub state: Option<DynamicValue>,
        /// Errors and warnings.
        #[prost(message, repeated, tag = "2")]
        pub diagnostics: Vec<Diagnostic>,
        /// Put off (6.6).
        #[prost(message, optional, tag = "3")]
        pub deferred: Option<Deferred>,
    }
}
