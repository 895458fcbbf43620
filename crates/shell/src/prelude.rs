//! The names that a provider imports: `schema_provider::prelude` says what each is for.

pub use crate::context::{
    AtArgument, CallKind, Cx, DeferReason, EphemeralData, FunctionError, FunctionResult, ListSink,
    OpenData,
};
pub use crate::helpers::{ApiError, OptionalExt, wait};
pub use crate::macros::{bail, nothing_to_read};
pub use crate::registration::{
    ActionDef, DataSourceDef, EphemeralDef, FunctionDef, ListDef, ResourceDef, StateStoreDef,
    actions, data_sources, ephemeral_resources, functions, list_resources, resources, state_stores,
};
pub use crate::result::Result;
pub use crate::state::{MovedState, OldState};
pub use crate::traits::{
    Action, ActionPlan, DataSource, EphemeralResource, Function, ListResource, Provider, Renew,
    Resource, StateStore, Update,
};
pub use bytes::Bytes;
#[doc(hidden)]
pub use schema_derive::{
    Action, DataSource, EphemeralResource, ListResource, Provider, Resource, StateStore, Update,
    async_trait, function, schema_for_provider as schema,
};
pub use schema_derive::{
    Function, SchemaEnumForProvider as SchemaEnum, SchemaForProvider as Schema,
    SchemaNewtypeForProvider as SchemaNewtype,
};
pub use schema_runtime::attr::AttrPath;
pub use schema_runtime::data::{ConfigData, PlanData, PlanKind, ResourceData, Suppress, Val};
pub use schema_runtime::diagnostics::{Diagnostic, Diagnostics, DiagnosticsContext};
pub use schema_runtime::field_type::{
    Canonical, CaseInsensitive, Cidr, Dynamic, Json, Secret, Set,
};
pub use schema_runtime::number::Number;
pub use schema_runtime::schema::Environment;
pub use std::collections::BTreeMap;
