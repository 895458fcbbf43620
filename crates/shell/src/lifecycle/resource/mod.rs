//! Calls of resources.

pub(crate) mod apply_resource_change;
mod conversion;
pub(crate) mod core_checks;
pub(crate) mod generate_resource_config;
pub(crate) mod import_resource_state;
mod missing_id;
mod move_resource_state;
pub(crate) mod plan_resource_change;
pub(crate) mod read_resource;
pub(crate) mod recorder;
mod upgrade_resource_identity;
mod upgrade_resource_state;
