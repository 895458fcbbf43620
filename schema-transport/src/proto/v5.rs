//! Protocol 5: the messages that differ from [protocol 6](super::v6), and how a protocol-6 answer becomes one.
//!
//! All other calls use protocol 6's messages as they are; several have another name on the wire
//! (`GetSchema`, `PrepareProviderConfig`, `ValidateResourceTypeConfig`, `ValidateDataSourceConfig`, `Configure`, `Stop`).

mod lower;
mod schema;

pub use lower::Misfit;
pub use schema::{Attribute, Block, NestedBlock, Schema};

/// The schemas of everything the provider has.
pub mod get_provider_schema {
    use super::super::common::{Diagnostic, Function, ServerCapabilities};
    use super::Schema;
    use std::collections::BTreeMap;

    pub use super::super::v6::get_provider_schema::Request;

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
        /// What the provider can do (5.3).
        #[prost(message, optional, tag = "6")]
        pub server_capabilities: Option<ServerCapabilities>,
        /// Functions by name (5.5).
        #[prost(btree_map = "string, message", tag = "7")]
        pub functions: BTreeMap<String, Function>,
        /// Ephemeral resources by type name (5.7).
        #[prost(btree_map = "string, message", tag = "8")]
        pub ephemeral_resource_schemas: BTreeMap<String, Schema>,
    }
}

/// Checks the provider's configuration.
pub mod prepare_provider_config {
    use super::super::common::{Diagnostic, DynamicValue};

    pub use super::super::v6::validate_provider_config::Request;

    /// What was found.
    #[derive(Clone, PartialEq, Eq, prost::Message)]
    pub struct Response {
        /// The configuration as it was; Terraform only logs a difference.
        #[prost(message, optional, tag = "1")]
        pub prepared_config: Option<DynamicValue>,
        /// Errors and warnings.
        #[prost(message, repeated, tag = "2")]
        pub diagnostics: Vec<Diagnostic>,
    }
}
