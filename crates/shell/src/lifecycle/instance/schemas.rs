//! [`Schemas`]: those of everything that a provider has.

use std::collections::BTreeMap;

use schema_runtime::refs::Ref;
use schema_runtime::schema::{FunctionSchema, IdentitySchema, Schema};

/// The schemas of a provider.
#[derive(Clone, Debug)]
pub struct Schemas {
    /// Of its settings.
    pub provider: Ref<Schema>,
    /// Of what modules tell it in `provider_meta` blocks, if it takes any.
    pub provider_meta: Option<Ref<Schema>>,
    /// Of its resources, by type name.
    pub resources: BTreeMap<String, Ref<Schema>>,
    /// Of its data sources, by type name.
    pub data_sources: BTreeMap<String, Ref<Schema>>,
    /// Of its ephemeral resources, by type name.
    pub ephemeral_resources: BTreeMap<String, Ref<Schema>>,
    /// Of what its list resources take, by type name.
    pub list_resources: BTreeMap<String, Ref<Schema>>,
    /// Of what its actions take, by type name.
    pub actions: BTreeMap<String, Ref<Schema>>,
    /// Of its state stores, by type name.
    pub state_stores: BTreeMap<String, Ref<Schema>>,
    /// What identifies the objects of its resources, by type name, of those that say it.
    pub identities: BTreeMap<String, Ref<IdentitySchema>>,
    /// The signatures of its functions, by name.
    pub functions: BTreeMap<String, Ref<FunctionSchema>>,
}
