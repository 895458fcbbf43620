//! What the author of a Terraform provider implements and gets, and the [`lifecycle`] that runs
//! their code.
//!
//! This is an inner crate of `schema-provider`, which exports what of it is for authors: it
//! promises no semver, and nothing else should depend on it. It knows of no transport: the plugin
//! server and the local runner both reach author code through [`lifecycle::Instance`].

mod api_error;
mod context;
mod data_source;
pub mod id;
pub mod import;
pub mod json;
pub mod lifecycle;
pub mod pages;
pub mod prelude;
mod provider;
pub mod registration;
mod resource;
pub mod untyped;
mod user_agent;
pub mod wait;

pub use api_error::{ApiError, FoundExt};
pub use context::{Cx, Progress};
pub use data_source::DataSource;
pub use provider::Provider;
pub use resource::{MovedState, OldState, Resource, Update, Upgrade};
pub use schema_derive::{
    SchemaEnumForProvider as SchemaEnum, SchemaForProvider as Schema,
    SchemaNewtypeForProvider as SchemaNewtype,
};
pub use schema_runtime::data::{Change, Changes};
pub use schema_runtime::diagnostics::Severity;
pub use schema_runtime::number::Number;
pub use schema_runtime::path::Path;
pub use schema_runtime::value::Value;

// What generated code names below `schema_provider`: the tests of what compiles have this crate by
// that name, so that they need no transport.
#[doc(hidden)]
pub use schema_runtime::__private;

/// What author code returns: a value, or diagnostics. Every `std::error::Error` becomes a
/// diagnostic with `?`.
pub type Result<T = (), E = schema_runtime::diagnostics::Diagnostics> = std::result::Result<T, E>;
