//! Schemas, values, plans and state of Terraform providers: the pure core of the Rust provider
//! SDK. No I/O, no async, no clock, no environment.

// The derive names this crate by its own name, also in our own tests.
#[allow(unused_extern_crates)]
extern crate self as schema_runtime;

#[doc(hidden)]
pub mod __private;
pub mod address;
pub mod attr;
pub mod check;
pub mod codec;
pub mod convert;
pub mod core;
mod correlate;
pub mod data;
pub mod defaults;
pub mod diagnostics;
pub mod dynamic;
pub mod field_type;
pub mod number;
pub mod object;
pub mod path;
pub mod plan;
pub mod schema;
pub mod set;
#[cfg(test)]
mod testing;
pub mod ty;
pub mod validate;
pub mod validators;
pub mod value;

pub use schema_derive::{Schema, SchemaEnum, SchemaNewtype};
pub use schema_rules::refs;
