//! The calls, by kind: the function of the same name answers each.

mod action;
mod data_source;
mod ephemeral_resource;
mod function;
mod get_provider_schema;
mod list_resource;
mod provider;
mod resource;
mod state_store;
mod validate_config;

pub(crate) use action::*;
pub(crate) use data_source::*;
pub(crate) use ephemeral_resource::*;
pub(crate) use function::*;
pub(crate) use get_provider_schema::*;
pub(crate) use list_resource::*;
pub(crate) use provider::*;
pub(crate) use resource::*;
pub(crate) use state_store::*;
pub(crate) use validate_config::*;
