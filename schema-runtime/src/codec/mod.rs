//! Codecs: values to and from the bytes of the plugin protocol and of state files.
//!
//! Everything here is directed by a schema ([`Block`](crate::schema::Block)) or a type
//! ([`Type`](crate::ty::Type)): bytes become a [`Value`](crate::value::Value) in one pass, without
//! an untyped tree in between, and input that does not fit is an error with its path.
//!
//! - [`msgpack`]: the wire of the plugin protocol (`DynamicValue.msgpack`).
//! - [`json`]: state files and `RawState.json`.
//! - [`type_json`]: types as JSON (`["list","string"]`), as in schemas.
//! - [`document`]: any JSON, exact and in its original order.
//! - [`flatmap`]: states last written by Terraform before 0.12.
//!
//! Shared parts:
//!
//! - `expected`: one view of types and schemas, for codecs that are directed by either.
//! - `encode`: the shared walk that writes a value; msgpack and JSON each have their own `encode`
//!   for the items that it finds. Reading is not shared: what is lenient, and what may come in any
//!   order, differs at every step, so that each has its own `decode`.
//! - `dynamic`: the concrete type of a value in a place of dynamic type.
//! - `text`: strings in the normal form of values.
//! - `error`: [`CodecError`], what does not fit and where.
//!
//! Input is untrusted: nothing is allocated for announced lengths before their bytes exist, and
//! values and types, also inside each other, are nested at most [`MAX_VALUE_DEPTH`] deep.
//!
//! ```
//! use schema_runtime::codec::{UnsupportedAttributes, json, msgpack};
//! use schema_runtime::ty::Type;
//!
//! let ty = Type::list(Type::Number);
//! let value = json::decode(&ty, b"[1, 2.5]", UnsupportedAttributes::Refuse).unwrap();
//! let bytes = msgpack::encode(&ty, &value).unwrap();
//! assert_eq!(msgpack::decode(&ty, &bytes).unwrap(), value);
//! // An error names the place, and not the value.
//! let error = json::decode(&ty, br#"[1, "x"]"#, UnsupportedAttributes::Refuse).unwrap_err();
//! assert!(error.to_string().contains("[1]"));
//! ```

#[doc(hidden)]
pub mod document;
pub(crate) mod dynamic;
mod encode;
mod error;
pub(crate) mod expected;
#[doc(hidden)]
pub mod flatmap;
pub mod json;
mod json_reader;
mod json_writer;
pub mod msgpack;
mod text;
pub mod type_json;

pub use error::CodecError;

/// How deep values and types may be nested. Terraform's own schemas stay far below; deeper input
/// is an error, so that no input can exhaust the stack.
pub const MAX_VALUE_DEPTH: usize = 200;

/// The most unknown elements that replace an unknown list of known length: such a list takes a few
/// bytes and may announce any length.
pub(crate) const MAX_IMPLIED_ELEMENTS: usize = 65_536;

/// What happens to a JSON attribute that the schema does not know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnsupportedAttributes {
    /// It is omitted: the state of an older schema may hold attributes that no longer exist.
    Drop,
    /// It is an error.
    Refuse,
}
