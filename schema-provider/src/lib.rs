//! Write Terraform providers in Rust.
//!
//! A provider is an annotated struct for its own settings, one for each resource and data source,
//! and an implementation of [`Provider`], [`Resource`], [`Update`], [`DataSource`] or a newer kind for each.
//! Start with `use schema_provider::prelude::*`.
//!
//! The crate is the one name that a provider depends on. But for [`run()`] what it exports stands in inner
//! crates, of which only `schema-runtime` promises semver.
//!
//! # Modules
//!
//! | module | from | subject |
//! |---|---|---|
//! | [`schema_runtime`] | itself | schemas, values, plans and states, without I/O |
//! | [`prelude`], [`untyped`], [`registration`] | `schema-shell` | what an author implements and registers |
//! | [`import`], [`wait`], [`pages`], [`id`], [`json`] | `schema-shell` | what authors of providers need daily |
//! | [`lifecycle`] | `schema-shell` | what runs author code |
//! | [`plugin`] | `schema-transport`, `schema-panic` | how the program talks to Terraform |
//! | [`server`] | `schema-server` | the calls of the plugin protocol, answered by the lifecycle |
//! | `local` | `schema-local` | the local runner; feature `local` |
//! | `testing` | `schema-testing` | the test harness and the conformance kit; feature `testing` |
//! | `run` | here | the whole `main` of a provider's program |
//!
//! # Features
//!
//! * `local`, on by default: run by hand, a provider's program is the `local` runner. Without it a
//!   program only serves.
//! * `testing`: the test harness and the conformance kit, for dev-dependencies; implies `local`.
//! * `jiff`, `url`: `jiff::Timestamp` and `url::Url` as attributes.

// The derive names this crate by its own name, also in our own tests.
#[allow(unused_extern_crates)]
extern crate self as schema_provider;

mod run;

pub use run::{masks, run};
pub use schema_runtime;
#[doc(inline)]
pub use schema_server as server;
#[doc(inline)]
pub use schema_shell::{
    Action, ActionPlan, ApiError, AtArgument, Bytes, Change, Changes, Cx, DataSource, Ephemeral,
    EphemeralData, FoundExt, Function, FunctionError, FunctionResult, IdentityUpgrade,
    IntoDiagnostics, List, LockInfo, LockOutcome, MovedState, Number, OldIdentity, OldState,
    OpenData, Path, Progress, Provider, Renew, Resource, Result, Schema, SchemaEnum, SchemaNewtype,
    Severity, StateStore, UnlockOutcome, Update, Upgrade, Value, actions, bail, data_sources,
    ephemeral_resources, functions, id, import, json, lifecycle, list_resources, nothing_to_read,
    pages, prelude, registration, resources, state_stores, untyped, wait,
};
#[cfg(feature = "testing")]
#[doc(inline)]
pub use schema_testing as testing;

/// The plugin protocol's transport: how a provider's program talks to Terraform.
///
/// [`run`] does all of this. It is here for programs that want another `main`, and for
/// what serves a provider that is not written with the traits of this crate.
pub mod plugin {
    #[doc(inline)]
    pub use schema_panic as panic;
    #[doc(inline)]
    pub use schema_transport::{
        Address, Bytes, Environment, Handler, MAGIC_COOKIE, MemoryGuard, Network, Options,
        Protocol, ServeError, Server, StreamClosed, StreamReceiver, StreamSender, default_source,
        log, proto, reserve_output, run, runtime, serve,
    };
}

/// The local runner: what a provider's program is when it is run by hand.
#[cfg(feature = "local")]
pub mod local {
    #[doc(inline)]
    pub use schema_local::{Captured, ExitStatus, Io, run, run_process};
}

#[doc(hidden)]
pub use schema_runtime::__private;

/// For the project's own fuzz targets; no part of the interface.
#[cfg(feature = "fuzzing")]
#[doc(hidden)]
pub mod __fuzz {
    pub use schema_local::evaluated::{Evaluated, evaluated};
}
