//! What the author of a Terraform provider implements and gets, and the [`lifecycle`] that runs
//! their code.
//!
//! This is an inner crate of `schema-provider`, which exports what of it is for authors: it
//! promises no semver, and nothing else should depend on it. It knows of no transport: the plugin
//! server and the local runner both reach author code through [`lifecycle::Instance`].
//!
//! # Modules
//!
//! From the lowest layer up: a module imports only from those above it in the table.
//!
//! | module | subject |
//! |---|---|
//! | `result` | [`Result`], which author code returns |
//! | `api_error` | what an API's errors mean: not there, worth another try |
//! | [`id`] | unique names |
//! | [`json`] | documents of an API as values |
//! | `user_agent` | how a provider names itself to an API |
//! | `signal` | a call's signal to end |
//! | `timeouts` | how long author code may take |
//! | `threads` | where author code runs: a runtime, and a thread for each call |
//! | [`masks`] | what no log may show |
//! | `default_methods` | which methods an author left to the trait |
//! | `crash_log` | what was being made when a process died |
//! | `state_lock` | [`LockInfo`]: who holds the lock of a state |
//! | `deferral` | answers that are put off to a later run |
//! | `context` | [`Cx`]: what author code gets beside its data |
//! | `raw_state` | state in its stored form |
//! | `old_identity` | identities that an upgrade starts from |
//! | `old_state` | state that an upgrade or a move starts from |
//! | [`import`] | patterns of import ids, and ids of several values |
//! | `function` | [`Function`] and its errors |
//! | `ephemeral_data` | [`OpenData`] and [`EphemeralData`]: what author code of ephemeral resources gets |
//! | `found` | [`Found`]: where a list puts what it finds |
//! | [`untyped`] | providers, and what they have, without their types |
//! | `definition` | what is named in `resources!`, `data_sources!`, `functions!` and their kin |
//! | `provider` | [`Provider`] |
//! | `resource` | [`Resource`] and [`Update`] |
//! | `data_source` | [`DataSource`] |
//! | `ephemeral` | [`Ephemeral`] and [`Renew`] |
//! | `list` | [`List`] |
//! | `action` | [`Action`] and [`ActionPlan`] |
//! | `state_store` | [`StateStore`] |
//! | `typed` | what is registered by its struct, without its type |
//! | [`registration`] | `resources!`, `data_sources!`, `functions!` and their kin, and what they check across structs |
//! | `upgrade_probe` | whether a resource has an upgrade of its own |
//! | [`pages`] | lists that come in pages |
//! | [`wait`] | waiting for a state, for an object to be gone; retries |
//! | `macros` | [`bail!`], [`nothing_to_read!`] |
//! | [`lifecycle`] | runs author code: one file for each call of the protocol |
//! | [`prelude`] | what authors import of all the others |

mod action;
mod api_error;
mod context;
mod crash_log;
mod data_source;
mod default_methods;
mod deferral;
mod definition;
mod ephemeral;
mod ephemeral_data;
mod found;
mod function;
pub mod id;
pub mod import;
pub mod json;
pub mod lifecycle;
mod list;
#[doc(hidden)]
pub mod macros;
#[doc(hidden)]
pub mod masks;
mod old_identity;
mod old_state;
pub mod pages;
pub mod prelude;
mod provider;
mod raw_state;
pub mod registration;
mod resource;
mod result;
mod signal;
mod state_lock;
mod state_store;
mod threads;
mod timeouts;
mod typed;
pub mod untyped;
#[doc(hidden)]
pub mod upgrade_probe;
mod user_agent;
pub mod wait;

pub use action::{Action, ActionPlan};
pub use api_error::{ApiError, FoundExt};
pub use bytes::Bytes;
pub use context::{Cx, IntoWarning, Progress};
pub use data_source::DataSource;
pub use deferral::DeferReason;
pub use ephemeral::{Ephemeral, Renew};
pub use ephemeral_data::{EphemeralData, OpenData};
pub use found::{Found, FoundCore};
pub use function::{AtArgument, Function, FunctionError, FunctionResult};
pub use list::List;
pub use old_identity::{IdentityUpgrade, OldIdentity};
pub use old_state::{MovedState, OldState, Upgrade};
pub use provider::{IsProvider, Provider};
pub use resource::{Resource, Update};
pub use result::{IntoDiagnostics, Result};
pub use schema_derive::{
    Function, SchemaEnumForProvider as SchemaEnum, SchemaForProvider as Schema,
    SchemaNewtypeForProvider as SchemaNewtype,
};
#[doc(hidden)]
pub use schema_derive::{function, schema_for_provider as schema};
pub use schema_runtime::data::{Change, Changes};
pub use schema_runtime::diagnostics::Severity;
pub use schema_runtime::number::Number;
pub use schema_runtime::path::Path;
pub use schema_runtime::value::Value;
pub use state_lock::{LockInfo, LockOutcome, UnlockOutcome};
pub use state_store::StateStore;

// What generated code names below `schema_provider`: the tests of what compiles have this crate by
// that name, so that they need no transport.
#[doc(hidden)]
pub use schema_runtime::__private;
