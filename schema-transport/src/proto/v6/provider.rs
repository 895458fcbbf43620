//! Calls about the provider itself.

/// Names of everything the provider has (6.4); Terraform 1.11 does not call it.
pub mod get_metadata {
    use super::super::{Diagnostic, ServerCapabilities};

    /// Asks for the names.
    #[derive(Clone, Copy, PartialEq, Eq, prost::Message)]
    pub struct Request {}

    /// The names.
    #[derive(Clone, PartialEq, Eq, prost::Message)]
    pub struct Response {
        /// What the provider can do.
        #[prost(message, optional, tag = "1")]
        pub server_capabilities: Option<ServerCapabilities>,
        /// Errors and warnings.
        #[prost(message, repeated, tag = "2")]
        pub diagnostics: Vec<Diagnostic>,
        /// Data sources.
        #[prost(message, repeated, tag = "3")]
        pub data_sources: Vec<Named>,
        /// Resources.
        #[prost(message, repeated, tag = "4")]
        pub resources: Vec<Named>,
        /// Functions (6.5).
        #[prost(message, repeated, tag = "5")]
        pub functions: Vec<Named>,
        /// Ephemeral resources (6.7).
        #[prost(message, repeated, tag = "6")]
        pub ephemeral_resources: Vec<Named>,
    }

    /// A name.
    #[derive(Clone, PartialEq, Eq, prost::Message)]
    pub struct Named {
        /// The type's or the function's name.
        #[prost(string, tag = "1")]
        pub name: String,
    }
}

/// The schemas of everything the provider has.
pub mod get_provider_schema {
    use super::super::{Diagnostic, Function, Schema, ServerCapabilities};
    use std::collections::BTreeMap;

    /// Asks for the schemas.
    #[derive(Clone, Copy, PartialEq, Eq, prost::Message)]
    pub struct Request {}

    /// The schemas; at most 64 MiB.
    #[derive(Clone, PartialEq, Eq, prost::Message)]
    pub struct Response {
        /// The provider's own configuration; must be set.
        #[prost(message, optional, tag = "1")]
        pub provider: Option<Schema>,
        /// Resources by type name.
        #[prost(btree_map = "string, message", tag = "2")]
        pub resource_schemas: BTreeMap<String, Schema>,
        /// Data sources by type name.
        #[prost(btree_map = "string, message", tag = "3")]
        pub data_source_schemas: BTreeMap<String, Schema>,
        /// Errors and warnings.
        #[prost(message, repeated, tag = "4")]
        pub diagnostics: Vec<Diagnostic>,
        /// What a module may say about itself to the provider.
        #[prost(message, optional, tag = "5")]
        pub provider_meta: Option<Schema>,
        /// What the provider can do (6.3).
        #[prost(message, optional, tag = "6")]
        pub server_capabilities: Option<ServerCapabilities>,
        /// Functions by name (6.5).
        #[prost(btree_map = "string, message", tag = "7")]
        pub functions: BTreeMap<String, Function>,
        /// Ephemeral resources by type name (6.7).
        #[prost(btree_map = "string, message", tag = "8")]
        pub ephemeral_resource_schemas: BTreeMap<String, Schema>,
    }
}

/// Checks the provider's configuration.
pub mod validate_provider_config {
    use super::super::{Diagnostic, DynamicValue};

    /// The configuration to check.
    #[derive(Clone, PartialEq, Eq, prost::Message)]
    pub struct Request {
        /// The configuration; parts may be unknown.
        #[prost(message, optional, tag = "1")]
        pub config: Option<DynamicValue>,
    }

    /// What was found.
    #[derive(Clone, PartialEq, Eq, prost::Message)]
    pub struct Response {
        /// Errors and warnings.
        #[prost(message, repeated, tag = "2")]
        pub diagnostics: Vec<Diagnostic>,
    }
}

/// Hands the provider its configuration; once in a process.
pub mod configure_provider {
    use super::super::{ClientCapabilities, Diagnostic, DynamicValue};

    /// The configuration.
    #[derive(Clone, PartialEq, Eq, prost::Message)]
    pub struct Request {
        /// The calling Terraform's version.
        #[prost(string, tag = "1")]
        pub terraform_version: String,
        /// The configuration; parts may be unknown.
        #[prost(message, optional, tag = "2")]
        pub config: Option<DynamicValue>,
        /// What the caller can do (6.6).
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

/// The user interrupted: end what is running.
pub mod stop_provider {
    /// The interruption.
    #[derive(Clone, Copy, PartialEq, Eq, prost::Message)]
    pub struct Request {}

    /// Whether it was taken.
    #[derive(Clone, PartialEq, Eq, prost::Message)]
    pub struct Response {
        /// Not empty: it failed.
        #[prost(string, tag = "1")]
        pub error: String,
    }
}
