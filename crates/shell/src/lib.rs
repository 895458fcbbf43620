//! The traits that a provider implements, the data that its code gets, and the
//! [`lifecycle`] that runs it.
//!
//! This is an inner crate of `schema-provider`, which exports the parts for provider developers: it
//! promises no semver, and nothing else should depend on it. It does not know the transport: the
//! plugin server and the local runner both reach provider code through [`lifecycle::Instance`].
//!
//! # Modules
//!
//! From the lowest layer up: a module imports only from those above it in the table.
//!
//! | module | subject |
//! |---|---|
//! | `result` | [`Result`], which provider code returns |
//! | `process` | what the calls of a process share: threads, cancellation, masks, the crash log |
//! | `context` | arguments of provider code: [`Cx`], the data of ephemeral resources, lists, functions |
//! | `helpers` | everyday tools: errors of an API, [`id`], [`import`], [`json`], [`pages`], [`wait`] |
//! | `old_program` | `OldProgram`: the program for types not ported yet; feature `old-program` |
//! | `state` | stored state, the input of an upgrade or a move, the lock of a state |
//! | [`untyped`] | providers and their members, without their types |
//! | `traits` | the traits of a provider: [`Provider`], [`Resource`], [`DataSource`] and the other kinds |
//! | [`registration`] | `resources!`, `data_sources!`, `functions!` and similar, and what they check across structs |
//! | `macros` | [`bail!`], [`nothing_to_read!`] |
//! | [`lifecycle`] | runs provider code: one file for each call of the protocol, by kind |
//! | [`prelude`] | what providers import from all the others |

#![warn(missing_debug_implementations)]

mod context;
mod helpers;
pub mod lifecycle;
#[doc(hidden)]
pub mod macros;
#[cfg(feature = "old-program")]
mod old_program;
pub mod prelude;
mod process;
pub mod registration;
mod result;
mod state;
mod traits;
pub mod untyped;

pub use bytes::Bytes;
pub use context::{
    AtArgument, CallKind, Cx, DeferReason, EphemeralData, FunctionError, FunctionResult,
    IntoWarning, ListSink, ListSinkCore, OpenData,
};
#[doc(inline)]
pub use helpers::{ApiError, OptionalExt, id, import, json, pages, wait};
#[cfg(feature = "old-program")]
pub use old_program::OldProgram;
#[cfg(feature = "old-program")]
#[doc(hidden)]
pub use old_program::OldProgramPlace;
#[doc(hidden)]
pub use process::masks;
#[doc(hidden)]
pub use registration::{import_probe, upgrade_probe};
pub use result::{IntoDiagnostics, Result};
#[doc(hidden)]
pub use schema_derive::{
    Action, DataSource, EphemeralResource, ListResource, Provider, Resource, StateStore, Update,
    async_trait, function, schema_for_provider as schema,
};
pub use schema_derive::{
    Function, SchemaEnumForProvider as SchemaEnum, SchemaForProvider as Schema,
    SchemaNewtypeForProvider as SchemaNewtype,
};
pub use schema_runtime::data::{Change, Changes};
pub use schema_runtime::diagnostics::Severity;
pub use schema_runtime::number::Number;
pub use schema_runtime::path::Path;
pub use schema_runtime::value::Value;
pub use state::{
    IdentityUpgrade, LockInfo, LockOutcome, MovedState, OldIdentity, OldState, UnlockOutcome,
    Upgrade,
};
pub use traits::{
    Action, ActionPlan, DataSource, EphemeralResource, Function, IsProvider, ListResource,
    Provider, Renew, Resource, StateStore, Update,
};

// The paths that generated code uses below `schema_provider`: the compile tests import this crate
// under that name, so they need no transport.
#[doc(hidden)]
pub use schema_runtime::__private;
