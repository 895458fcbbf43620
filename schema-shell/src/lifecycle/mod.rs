//! The life of a provider in one process: what the plugin server and the local runner both go
//! through.
//!
//! An [`Instance`] answers the calls of the provider protocol, on values. It runs the author's code
//! on threads of its own, turns panics into diagnostics, tells that code when to end and gives up on
//! it some time later, and decides what is saved.
//!
//! A call has one file here, with its request and response, under the name that it has in protocol
//! 6, in the transport's table and in the server. What the calls share:
//!
//! | file | subject |
//! |---|---|
//! | `entries` | what a provider has registered, by name |
//! | `instance` | [`Instance`]: what is known of a provider in one process |
//! | `call` | one call of author code: its thread, its end, its failures |
//! | `functions` | which of our own steps call author code |
//! | `author_outcome` | what author code left in its data, as it is saved |
//! | `validation` | what the checks of all configurations have in common |
//! | `conversion` | author code that makes a state from another one: an upgrade and a move |
//! | `core_checks` | what core would say to a plan and to a result, said by us, with the cure |
//! | `provider_meta` | what the module that a call is about says of itself |
//! | `private` | what is kept with an object: the author's private data and our own |
//! | `recorder` | the journal of one call |
//! | `identity` | what identifies objects, and whether it stays the same |
//! | `missing_id` | an object in a state that has no id |

mod apply_resource_change;
mod author_outcome;
mod call;
mod call_function;
mod configure_provider;
mod conversion;
mod core_checks;
mod entries;
mod functions;
mod generate_resource_config;
mod get_provider_schema;
mod identity;
mod import_resource_state;
mod instance;
mod list_resource;
mod missing_id;
mod move_resource_state;
mod plan_resource_change;
mod private;
mod provider_meta;
mod read_data_source;
mod read_resource;
mod recorder;
mod stop_provider;
mod upgrade_resource_identity;
mod upgrade_resource_state;
mod validate_action_config;
mod validate_data_resource_config;
mod validate_ephemeral_resource_config;
mod validate_list_resource_config;
mod validate_provider_config;
mod validate_resource_config;
mod validate_state_store_config;
mod validation;

pub use crate::context::Progress;
pub use crate::crash_log::CRASH_LOG;
pub use crate::raw_state::RawState;
pub use apply_resource_change::{ApplyRequest, ApplyResponse};
pub use call_function::FunctionFailure;
#[doc(hidden)]
pub use call_function::FunctionFault;
// For the conformance kit, which tells mistakes apart by them.
pub use crate::found::ListEvent;
#[doc(hidden)]
pub use call::{PANICKED, is_abandoned, is_panic};
#[doc(hidden)]
pub use core_checks::is_contradiction;
#[doc(hidden)]
pub use generate_resource_config::generated as generated_config;
pub use get_provider_schema::Schemas;
#[doc(hidden)]
pub use identity::{IdentityFault, identity_fault};
pub use import_resource_state::{ImportBy, Imported};
pub use instance::{Grace, Instance, STRICT};
#[doc(hidden)]
pub use list_resource::is_without_identity;
pub use list_resource::{ListRequest, Listing};
pub use plan_resource_change::{PlanRequest, PlanResponse};
pub use read_data_source::DataResponse;
pub use read_resource::{ReadRequest, ReadResponse};
