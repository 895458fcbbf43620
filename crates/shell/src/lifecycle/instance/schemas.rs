//! [`Schemas`]: all schemas of a provider.

use std::collections::BTreeMap;

use schema_runtime::refs::Ref;
use schema_runtime::schema::{FunctionSchema, IdentitySchema, Schema};

/// The schemas of a provider.
#[derive(Clone, Debug)]
pub struct Schemas {
    /// The schema of its settings.
    pub provider: Ref<Schema>,
    /// The schema of `provider_meta` blocks, if it accepts any.
    pub provider_meta: Option<Ref<Schema>>,
    /// The schemas of its resources, by type name.
    pub resources: BTreeMap<String, Ref<Schema>>,
    /// The schemas of its data sources, by type name.
    pub data_sources: BTreeMap<String, Ref<Schema>>,
    /// The schemas of its ephemeral resources, by type name.
    pub ephemeral_resources: BTreeMap<String, Ref<Schema>>,
    /// The schemas of its list resources' `config`, by type name.
    pub list_resources: BTreeMap<String, Ref<Schema>>,
    /// The schemas of its actions' `config`, by type name.
    pub actions: BTreeMap<String, Ref<Schema>>,
    /// The schemas of its state stores, by type name.
    pub state_stores: BTreeMap<String, Ref<Schema>>,
    /// The identity schemas of its resources that have one, by type name.
    pub identities: BTreeMap<String, Ref<IdentitySchema>>,
    /// The signatures of its functions, by name.
    pub functions: BTreeMap<String, Ref<FunctionSchema>>,
}
