//! Everything a provider's author needs: `use schema_provider::prelude::*`.

pub use crate::registration::{DataSourceDef, ResourceDef};
pub use crate::{
    Cx, DataSource, MovedState, OldState, Provider, Resource, Result, Schema, SchemaEnum,
    SchemaNewtype, Update, data_sources, resources,
};
pub use schema_runtime::attr::AttrPath;
pub use schema_runtime::data::{
    Change, Changes, ConfigData, PlanAction, PlanData, ResourceData, Suppress, Val,
};
pub use schema_runtime::diagnostics::{Diagnostic, Diagnostics, Severity};
pub use schema_runtime::field_type::{
    Canonical, CaseInsensitive, Cidr, Dynamic, Json, Secret, Set,
};
pub use schema_runtime::number::Number;
pub use schema_runtime::path::Path;
pub use schema_runtime::schema::Environment;
pub use schema_runtime::value::Value;
pub use std::collections::BTreeMap;
