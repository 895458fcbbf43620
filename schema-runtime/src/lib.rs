//! Schemas, values, plans and state of Terraform providers: the pure core of the Rust provider
//! SDK. No I/O, no async, no clock, no environment.
//!
//! # Modules
//!
//! From the lowest layer up: a module imports only from those above it in the table.
//!
//! | module | subject |
//! |---|---|
//! | [`refs`] | `Ref`: static or shared data, so that derived and dynamic schemas are the same tables |
//! | `debug` | `Debug` of types that are shown in part |
//! | `sealed` | traits that only the SDK implements |
//! | `lock` | locks that outlive a panic |
//! | `serde_as_text` | serde for types that are a string |
//! | [`number`] | exact numbers of any size |
//! | [`ty`] | types, and their notation in errors |
//! | [`value`] | null, unknown and known values; sets of them |
//! | [`path`] | where a value is in an object; paths from and to text |
//! | [`diagnostics`] | errors and warnings |
//! | [`schema`] | the tables: `Schema`, `Block`, `Field`, and `Extra` for the defaults, validators, relations and functions of fields |
//! | [`default_values`] | the value of a default: literals, default functions, the environment |
//! | [`codec`] | msgpack, JSON, flat maps, type notations |
//! | [`secrets`] | the parts of secret values, and removing them from strings |
//! | [`convert`] | conversion and unification of types |
//! | [`field_type`] | Rust types as schema types; canonical forms |
//! | [`object`] | derived structs, alone and in collections |
//! | [`attr`] | typed field constants |
//! | [`address`] | flatmap path (`partition.0.size_mb`) to a field constant's steps, and back |
//! | [`validate`] | what is wrong with a configuration |
//! | [`validators`] | the catalogue of checks, by hand |
//! | [`check`] | what is wrong with a schema: the rules, defaults against their own validators |
//! | [`dynamic`] | schemas built at run time, from Terraform's schema JSON |
//! | [`terraform_core`] | Terraform Core's own functions: proposed new state, plan validity, compatibility |
//! | `correlate` | which element of one set is which element of another |
//! | `reconcile` | how written values are stored: semantic equality, state functions, zeros and nulls |
//! | `private` | bytes that are stored with an object and hidden from users |
//! | [`plan`] | the plan engine: `draft`, hook, `finish`; the differences of a plan as a list |
//! | [`data`] | what provider code sees: `ResourceData`, `PlanData`, `ConfigData`, `Suppress`; what is saved |

#![warn(missing_debug_implementations)]

// The derive refers to this crate by its own name, in our own tests too.
#[allow(unused_extern_crates)]
extern crate self as schema_runtime;

#[doc(hidden)]
pub mod __private;
#[doc(hidden)]
pub mod address;
pub mod attr;
pub mod check;
pub mod codec;
#[doc(hidden)]
pub mod convert;
mod correlate;
pub mod data;
mod debug;
#[doc(hidden)]
pub mod default_values;
pub mod diagnostics;
pub mod dynamic;
pub mod field_type;
mod lock;
pub mod number;
pub mod object;
pub mod path;
pub mod plan;
mod private;
mod reconcile;
pub mod refs;
pub mod schema;
mod sealed;
#[doc(hidden)]
pub mod secrets;
mod serde_as_text;
#[doc(hidden)]
pub mod terraform_core;
#[cfg(test)]
mod tests;
pub mod ty;
pub mod validate;
pub mod validators;
pub mod value;

#[doc(hidden)]
pub use schema_derive::schema;
pub use schema_derive::{Schema, SchemaEnum, SchemaNewtype};
