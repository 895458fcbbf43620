//! The lifecycle of a provider in one process, which the plugin server and the local runner share.
//!
//! An [`Instance`] answers the calls of the provider protocol, on values. It runs provider code on
//! its own threads, turns panics into diagnostics, asks that code to end in time, abandons it some
//! time later, and decides what is saved.
//!
//! For tools that run a provider without Terraform; for tests of a provider, use the harness in
//! `testing`.
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
//! Each call has one file here, with its request and response, under its name in protocol 6, in the
//! transport's table and in the server: in the folder of its kind, or next to the folders if the
//! kind has one call. (All checks of configurations are `validate_config`.)
//!
//! # Modules
//!
//! From the lowest layer up: a module imports only from those above it in the table.
//!
//! | module | subject |
//! |---|---|
//! | `private` | the data kept with an object: the provider developer's private data and our own |
//! | `identity` | identities of objects, and whether they stay the same |
//! | `instance` | [`Instance`]: a provider in one process, and one call of provider code |
//! | `defaults` | the configuration that provider code gets |
//! | `validate_config` | checks of all configurations |
//! | `provider` | the provider's own calls: schemas, settings, stop |
//! | `resource` | calls of resources |
//! | `read_data_source` | the call of data sources |
//! | `ephemeral_resource` | calls of ephemeral resources, and which are open |
//! | `call_function` | the call of functions |
//! | `list_resource` | the call of list resources |
//! | `action` | calls of actions |
//! | `state_store` | calls of state stores, and a state in chunks |

mod action;
mod call_function;
mod defaults;
mod ephemeral_resource;
mod identity;
mod instance;
mod list_resource;
mod private;
mod provider;
mod read_data_source;
mod resource;
mod state_store;
mod validate_config;

pub use crate::context::{DeferReason, Deferral, ListEvent, Progress};
pub use crate::process::crash_log::CRASH_LOG;
pub use crate::state::RawState;
pub use call_function::FunctionFailure;
#[doc(hidden)]
pub use call_function::FunctionFault;
pub use resource::apply_resource_change::{ApplyRequest, ApplyResponse};
// For the conformance kit, which distinguishes mistakes by them.
pub use action::invoke_action::{ActionEvent, ActionEvents, InvokeActionRequest};
pub use action::plan_action::{PlanActionRequest, PlanActionResponse};
#[doc(hidden)]
pub use ephemeral_resource::check_opened::is_refused_open;
pub use ephemeral_resource::open_ephemeral_resource::OpenResponse;
pub use ephemeral_resource::renew_ephemeral_resource::RenewResponse;
#[doc(hidden)]
pub use ephemeral_resource::renewal::is_soon_renewal;
#[doc(hidden)]
pub use identity::{IdentityFault, identity_fault};
pub use instance::behind::Imported;
#[doc(hidden)]
pub use instance::behind::{
    Behind, BehindAnswer, BehindCall, BehindRequest, Imported as BehindObject,
};
#[doc(hidden)]
pub use instance::call::{PANICKED, is_abandoned, is_panic};
pub use instance::schemas::Schemas;
pub use instance::{Grace, Instance, STRICT};
#[doc(hidden)]
pub use list_resource::is_without_identity;
pub use list_resource::{ListRequest, Listing};
pub use read_data_source::DataResponse;
#[doc(hidden)]
pub use resource::core_checks::is_contradiction;
#[doc(hidden)]
pub use resource::generate_resource_config::generated as generated_config;
pub use resource::import_resource_state::ImportBy;
pub use resource::plan_resource_change::{PlanRequest, PlanResponse};
pub use resource::read_resource::{ReadRequest, ReadResponse};
pub use state_store::configure_state_store::StateStoreResponse;
pub use state_store::get_states::StatesResponse;
pub use state_store::lock_state::LockResponse;
pub use state_store::read_state_bytes::StateResponse;
pub use state_store::state_chunks::{IncomingState, StateChunk, StateChunks};

/// Requests and answers hold values that may be secret, so their `Debug` shows only the type.
macro_rules! opaque {
    ($($type:ident)+) => {$(
        impl std::fmt::Debug for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(stringify!($type))
            }
        }
    )+};
}

opaque! {
    InvokeActionRequest PlanActionRequest OpenResponse RenewResponse ListRequest DataResponse
    ApplyRequest ApplyResponse Imported PlanRequest PlanResponse ReadRequest
    ReadResponse BehindCall BehindRequest BehindAnswer
}
