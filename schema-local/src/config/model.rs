//! [`Configuration`]: the blocks of all files, as data.

use std::collections::BTreeMap;
use std::sync::Arc;

use schema_runtime::path::Path;

use crate::address::ResourceAddress;
use crate::eval::{Constraint, TypedValue};
use crate::hcl::ast::{Body, Expr};
use crate::source::Location;

/// What the files of a directory say.
#[derive(Debug, Default)]
pub(crate) struct Configuration {
    /// The settings of the provider, where they are written.
    pub(crate) provider: Option<ProviderBlock>,
    /// What the module tells the provider about itself.
    pub(crate) provider_meta: Option<ProviderBlock>,
    /// Resources and data sources.
    pub(crate) resources: BTreeMap<ResourceAddress, ResourceBlock>,
    pub(crate) variables: BTreeMap<Arc<str>, Variable>,
    pub(crate) locals: BTreeMap<Arc<str>, Local>,
    pub(crate) outputs: BTreeMap<Arc<str>, Output>,
}

#[derive(Debug)]
pub(crate) struct ProviderBlock {
    pub(crate) body: Body,
    pub(crate) at: Location,
}

#[derive(Debug)]
pub(crate) struct Variable {
    pub(crate) constraint: Constraint,
    /// Whether a type was written; text from outside is an expression only where it was.
    pub(crate) typed: bool,
    pub(crate) default: Option<TypedValue>,
    pub(crate) sensitive: bool,
    pub(crate) nullable: bool,
    pub(crate) at: Location,
}

#[derive(Debug)]
pub(crate) struct Local {
    pub(crate) value: Expr,
    pub(crate) at: Location,
}

#[derive(Debug)]
pub(crate) struct Output {
    pub(crate) value: Expr,
    pub(crate) sensitive: bool,
    pub(crate) at: Location,
}

/// A resource or a data source.
#[derive(Debug)]
pub(crate) struct ResourceBlock {
    /// Without what the language itself has in it.
    pub(crate) body: Body,
    pub(crate) depends_on: Vec<(ResourceAddress, Location)>,
    pub(crate) lifecycle: Lifecycle,
    pub(crate) at: Location,
    /// Where the type stands.
    pub(crate) type_at: Location,
}

/// The `lifecycle` block.
#[derive(Debug, Default)]
pub(crate) struct Lifecycle {
    pub(crate) prevent_destroy: bool,
    pub(crate) ignore_changes: Vec<(Path, Location)>,
    /// `ignore_changes = all`.
    pub(crate) ignore_all: bool,
}
