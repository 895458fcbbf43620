//! Calls about ephemeral resources (6.7).

/// Checks the configuration of an ephemeral resource.
pub mod validate_ephemeral_resource_config {
    use super::super::{Diagnostic, DynamicValue};

    /// The configuration to check.
    #[derive(Clone, PartialEq, Eq, prost::Message)]
    pub struct Request {
        /// The ephemeral resource's type.
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

/// Opens an ephemeral resource; in plan and in apply.
pub mod open_ephemeral_resource {
    use super::super::{ClientCapabilities, Deferred, Diagnostic, DynamicValue, Timestamp};
    use bytes::Bytes;

    /// What to open.
    #[derive(Clone, PartialEq, Eq, prost::Message)]
    pub struct Request {
        /// The ephemeral resource's type.
        #[prost(string, tag = "1")]
        pub type_name: String,
        /// The configuration, wholly known.
        #[prost(message, optional, tag = "2")]
        pub config: Option<DynamicValue>,
        /// What the caller can do.
        #[prost(message, optional, tag = "3")]
        pub client_capabilities: Option<ClientCapabilities>,
    }

    /// What was opened.
    #[derive(Clone, PartialEq, Eq, prost::Message)]
    #[prost(skip_debug)]
    pub struct Response {
        /// Errors and warnings.
        #[prost(message, repeated, tag = "1")]
        pub diagnostics: Vec<Diagnostic>,
        /// Renew it then.
        #[prost(message, optional, tag = "2")]
        pub renew_at: Option<Timestamp>,
        /// The whole object.
        #[prost(message, optional, tag = "3")]
        pub result: Option<DynamicValue>,
        /// The provider's own bytes, for renewing and closing.
        #[prost(bytes = "bytes", optional, tag = "4")]
        pub private: Option<Bytes>,
        /// Put off.
        #[prost(message, optional, tag = "5")]
        pub deferred: Option<Deferred>,
    }
    opaque_debug!(Response);
}

/// Keeps an ephemeral resource open for longer.
pub mod renew_ephemeral_resource {
    use super::super::{Diagnostic, Timestamp};
    use bytes::Bytes;

    /// What to renew.
    #[derive(Clone, PartialEq, Eq, prost::Message)]
    #[prost(skip_debug)]
    pub struct Request {
        /// The ephemeral resource's type.
        #[prost(string, tag = "1")]
        pub type_name: String,
        /// The provider's own bytes.
        #[prost(bytes = "bytes", optional, tag = "2")]
        pub private: Option<Bytes>,
    }

    /// What came of it.
    #[derive(Clone, PartialEq, Eq, prost::Message)]
    #[prost(skip_debug)]
    pub struct Response {
        /// Errors and warnings.
        #[prost(message, repeated, tag = "1")]
        pub diagnostics: Vec<Diagnostic>,
        /// Renew it again then.
        #[prost(message, optional, tag = "2")]
        pub renew_at: Option<Timestamp>,
        /// The provider's own bytes, for the next renewal.
        #[prost(bytes = "bytes", optional, tag = "3")]
        pub private: Option<Bytes>,
    }
    opaque_debug!(Request, Response);
}

/// Closes an ephemeral resource.
pub mod close_ephemeral_resource {
    use super::super::Diagnostic;
    use bytes::Bytes;

    /// What to close.
    #[derive(Clone, PartialEq, Eq, prost::Message)]
    #[prost(skip_debug)]
    pub struct Request {
        /// The ephemeral resource's type.
        #[prost(string, tag = "1")]
        pub type_name: String,
        /// The provider's own bytes, those from opening.
        #[prost(bytes = "bytes", optional, tag = "2")]
        pub private: Option<Bytes>,
    }
    opaque_debug!(Request);

    /// What came of it.
    #[derive(Clone, PartialEq, Eq, prost::Message)]
    pub struct Response {
        /// Errors and warnings.
        #[prost(message, repeated, tag = "1")]
        pub diagnostics: Vec<Diagnostic>,
    }
}
