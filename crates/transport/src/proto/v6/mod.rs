//! Protocol 6 up to 6.8 (Terraform 1.11), for providers, resources, data sources, functions and ephemeral resources; and
//! of what came later lists, generated configuration, actions (6.10) and state stores (6.11).
//!
//! One file for each call, with its `Request` and `Response`, or what it streams in their place; what several calls
//! use is in [`common`](super::common) and [`schema`].

pub mod apply_resource_change;
mod attribute;
pub mod call_function;
pub mod close_ephemeral_resource;
pub mod configure_provider;
pub mod configure_state_store;
pub mod delete_state;
pub mod generate_resource_config;
pub mod get_functions;
pub mod get_metadata;
pub mod get_provider_schema;
pub mod get_resource_identity_schemas;
pub mod get_states;
pub mod import_resource_state;
pub mod invoke_action;
pub mod list_resource;
pub mod lock_state;
pub mod move_resource_state;
pub mod open_ephemeral_resource;
pub mod plan_action;
pub mod plan_resource_change;
pub mod read_data_source;
pub mod read_resource;
pub mod read_state_bytes;
pub mod renew_ephemeral_resource;
pub mod stop_provider;
pub mod unlock_state;
pub mod upgrade_resource_identity;
pub mod upgrade_resource_state;
pub mod validate_action_config;
pub mod validate_data_resource_config;
pub mod validate_ephemeral_resource_config;
pub mod validate_list_resource_config;
pub mod validate_provider_config;
pub mod validate_resource_config;
pub mod validate_state_store_config;
pub mod write_state_bytes;

use super::schema;

pub use super::common::*;
pub use attribute::{Attribute, Object, ObjectNesting};
pub use schema::BlockNesting;

/// The schema of a provider, a resource, a data source or an ephemeral resource.
pub type Schema = schema::Schema<Attribute>;
/// A block: attributes and nested blocks.
pub type Block = schema::Block<Attribute>;
/// A block within a block.
pub type NestedBlock = schema::NestedBlock<Attribute>;
/// The schema of an action.
pub type ActionSchema = schema::ActionSchema<Attribute>;
