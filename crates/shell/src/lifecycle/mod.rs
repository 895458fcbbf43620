//! The life of a provider in one process: what the plugin server and the local runner both go
//! through.
//!
//! An [`Instance`] answers the calls of the provider protocol, on values. It runs the author's code
//! on threads of its own, turns panics into diagnostics, tells that code when to end and gives up on
//! it some time later, and decides what is saved.
//!
//! For a tool that drives a provider without Terraform; a test of a provider has the harness in `testing`.
//!
//! ```
//! use schema_provider::Value;
//! use schema_provider::lifecycle::{Instance, PlanRequest};
//! use schema_provider::prelude::*;
//! # #[derive(Schema)]
//! # #[schema(provider = "disk")]
//! # pub struct Disk {}
//! # impl Provider for Disk {
//! #     type Client = ();
//! #     fn resources() -> &'static [ResourceDef<Self>] { resources![Image] }
//! #     async fn configure(_: &Cx, _: ConfigData<'_, Self>) -> Result { Ok(()) }
//! # }
//! # impl Resource for Image {
//! #     type Provider = Disk;
//! #     async fn create(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result { Ok(()) }
//! #     nothing_to_read!();
//! #     async fn delete(_: &Cx<Self>, _: &mut ResourceData<Self>) -> Result { Ok(()) }
//! # }
//!
//! #[derive(Schema)]
//! #[schema(resource = "disk_image")]
//! pub struct Image {
//!     #[field(required, force_new)]
//!     name: String,
//! }
//!
//! # fn main() -> Result {
//! let instance = Instance::new::<Disk>(Environment::default())?;
//! # schema_provider::plugin::runtime()?.block_on(async {
//! let said = instance.configure_provider(Value::Object(Vec::new())).await;
//! assert!(said.is_empty(), "{said}");
//! let plan = instance
//!     .plan_resource_change(PlanRequest {
//!         type_name: "disk_image".to_owned(),
//!         prior_state: Value::Null,
//!         // The fields in the order of their names: id, name.
//!         config: Value::Object(vec![Value::Null, Value::from("a")]),
//!         prior_private: Vec::new(),
//!         planned_private: None,
//!         prior_identity: None,
//!     })
//!     .await;
//! assert_eq!(plan.planned_state, Value::Object(vec![Value::UNKNOWN, Value::from("a")]));
//! # });
//! # Ok(())
//! # }
//! ```
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
//! | `state_stores` | the state stores that are configured, and ids of states |
//! | `state_chunks` | a state in chunks |
//! | `opened` | what is open of ephemeral resources |
//! | `check_opened` | what Terraform would refuse of what was opened |
//! | `renewal` | when it is renewed |
//! | `missing_id` | an object in a state that has no id |

mod apply_resource_change;
mod author_functions;
mod author_outcome;
mod call;
mod call_function;
mod check_opened;
mod close_ephemeral_resource;
mod configure_provider;
mod configure_state_store;
mod conversion;
mod core_checks;
mod defaults;
mod delete_state;
mod entries;
mod generate_resource_config;
mod get_provider_schema;
mod get_states;
mod identity;
mod import_resource_state;
mod instance;
mod invoke_action;
mod list_resource;
mod lock_state;
mod missing_id;
mod move_resource_state;
mod open_ephemeral_resource;
mod opened;
mod plan_action;
mod plan_resource_change;
mod private;
mod provider_meta;
mod read_data_source;
mod read_resource;
mod read_state_bytes;
mod recorder;
mod renew_ephemeral_resource;
mod renewal;
mod state_chunks;
mod state_stores;
mod stop_provider;
mod unlock_state;
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
mod write_state_bytes;

pub use crate::context::Progress;
pub use crate::crash_log::CRASH_LOG;
pub use crate::deferral::{DeferReason, Deferral};
pub use crate::found::ListEvent;
pub use crate::raw_state::RawState;
pub use apply_resource_change::{ApplyRequest, ApplyResponse};
pub use call_function::FunctionFailure;
#[doc(hidden)]
pub use call_function::FunctionFault;
// For the conformance kit, which tells mistakes apart by them.
#[doc(hidden)]
pub use call::{PANICKED, is_abandoned, is_panic};
#[doc(hidden)]
pub use check_opened::is_refused_open;
pub use configure_state_store::StateStoreResponse;
#[doc(hidden)]
pub use core_checks::is_contradiction;
#[doc(hidden)]
pub use generate_resource_config::generated as generated_config;
pub use get_provider_schema::Schemas;
pub use get_states::StatesResponse;
#[doc(hidden)]
pub use identity::{IdentityFault, identity_fault};
pub use import_resource_state::{ImportBy, Imported};
pub use instance::{Grace, Instance, STRICT};
pub use invoke_action::{ActionEvent, ActionEvents, InvokeActionRequest};
#[doc(hidden)]
pub use list_resource::is_without_identity;
pub use list_resource::{ListRequest, Listing};
pub use lock_state::LockResponse;
pub use open_ephemeral_resource::OpenResponse;
pub use plan_action::{PlanActionRequest, PlanActionResponse};
pub use plan_resource_change::{PlanRequest, PlanResponse};
pub use read_data_source::DataResponse;
pub use read_resource::{ReadRequest, ReadResponse};
pub use read_state_bytes::StateResponse;
pub use renew_ephemeral_resource::RenewResponse;
#[doc(hidden)]
pub use renewal::is_soon_renewal;
pub use state_chunks::{IncomingState, StateChunk, StateChunks};
