//! All schemas of the provider.

use super::{Attribute, Diagnostic, Function, ServerCapabilities};
use crate::proto::schema::{ActionSchema, AttributeMessage, Schema};
use std::collections::BTreeMap;

messages! {
    /// Asks for the schemas.
    #[derive(Copy)]
    Request {}
}

/// The schemas, with the attributes of protocol 6.
pub type Response = ResponseOf<Attribute>;
with_diagnostics!(Response);

/// The schemas, with the attributes of either protocol; at most 64 MiB.
#[derive(Clone, PartialEq, Eq, prost::Message)]
pub struct ResponseOf<A: AttributeMessage> {
    /// The provider's own configuration; must be set.
    #[prost(message, optional, tag = "1")]
    pub provider: Option<Schema<A>>,
    /// Resources by type name.
    #[prost(btree_map = "string, message", tag = "2")]
    pub resource_schemas: BTreeMap<String, Schema<A>>,
    /// Data sources by type name.
    #[prost(btree_map = "string, message", tag = "3")]
    pub data_source_schemas: BTreeMap<String, Schema<A>>,
    /// Errors and warnings.
    #[prost(message, repeated, tag = "4")]
    pub diagnostics: Vec<Diagnostic>,
    /// The `provider_meta` block that modules may have.
    #[prost(message, optional, tag = "5")]
    pub provider_meta: Option<Schema<A>>,
    /// What the provider can do (6.3).
    #[prost(message, optional, tag = "6")]
    pub server_capabilities: Option<ServerCapabilities>,
    /// Functions by name (6.5).
    #[prost(btree_map = "string, message", tag = "7")]
    pub functions: BTreeMap<String, Function>,
    /// Ephemeral resources by type name (6.7).
    #[prost(btree_map = "string, message", tag = "8")]
    pub ephemeral_resource_schemas: BTreeMap<String, Schema<A>>,
    /// Configurations of lists by the listed resources' type name (6.10).
    #[prost(btree_map = "string, message", tag = "9")]
    pub list_resource_schemas: BTreeMap<String, Schema<A>>,
    /// State stores by type name (6.11); protocol 5 has none.
    #[prost(btree_map = "string, message", tag = "10")]
    pub state_store_schemas: BTreeMap<String, Schema<A>>,
    /// Actions by type name (6.10).
    #[prost(btree_map = "string, message", tag = "11")]
    pub action_schemas: BTreeMap<String, ActionSchema<A>>,
}
