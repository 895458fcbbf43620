//! Write Terraform providers in Rust.
//!
//! A provider is an annotated struct for its own settings, one for each resource and data source,
//! and an implementation of [`Provider`], [`Resource`], [`Update`] or [`DataSource`] for each.
//! Start with `use schema_provider::prelude::*`.
//!
//! The crate is the shell around `schema-runtime`, where all schemas, values, plans and states are
//! handled without I/O: here are the traits an author implements, the [`lifecycle`] that runs
//! their code, and the [`plugin`] server that talks to Terraform.

// The derive names this crate by its own name, also in our own tests.
#[allow(unused_extern_crates)]
extern crate self as schema_provider;

#[cfg(not(panic = "unwind"))]
compile_error!(
    "a provider needs `panic = \"unwind\"`: a panic in a resource's code must become an error of that \
     resource, and not end the process in the middle of an apply; remove `panic = \"abort\"` from the \
     profile"
);

mod api_error;
mod context;
mod data_source;
pub mod id;
pub mod import;
pub mod json;
pub mod lifecycle;
pub mod local;
pub mod pages;
pub mod plugin;
pub mod prelude;
mod provider;
pub mod registration;
mod resource;
mod run;
pub mod server;
pub mod testing;
pub mod untyped;
mod user_agent;
pub mod wait;

pub use api_error::{ApiError, FoundExt};
pub use context::{Cx, Progress};
pub use data_source::DataSource;
pub use provider::Provider;
pub use resource::{MovedState, OldState, Resource, Update, Upgrade};
pub use run::run;
pub use schema_derive::{
    SchemaEnumForProvider as SchemaEnum, SchemaForProvider as Schema,
    SchemaNewtypeForProvider as SchemaNewtype,
};
pub use schema_runtime;
pub use schema_runtime::data::{Change, Changes};
pub use schema_runtime::diagnostics::Severity;
pub use schema_runtime::number::Number;
pub use schema_runtime::path::Path;
pub use schema_runtime::value::Value;

/// What author code returns: a value, or diagnostics. Every `std::error::Error` becomes a
/// diagnostic with `?`.
pub type Result<T = (), E = schema_runtime::diagnostics::Diagnostics> = std::result::Result<T, E>;

#[doc(hidden)]
pub use schema_runtime::__private;

/// For the project's own fuzz targets; no part of the interface.
#[cfg(feature = "fuzzing")]
#[doc(hidden)]
pub mod __fuzz {
    pub use crate::local::evaluated::{Evaluated, evaluated};
}
