//! JSON, as state files and `RawState.json` carry values.
//!
//! Reading is as lenient as states of old providers require: numbers and bools may be strings, and
//! vice versa; a missing attribute is null (a missing block collection is empty); and unknown
//! attributes are dropped or rejected, as requested ([`UnsupportedAttributes`]). Numbers are read
//! exactly, from their text.
//!
//! ```
//! use schema_runtime::codec::{UnsupportedAttributes, json};
//! use schema_runtime::ty::Type;
//!
//! let ty = Type::object([("size", Type::Number), ("name", Type::String)]);
//! let value = json::decode(&ty, br#"{"size": "10", "gone": [1]}"#, UnsupportedAttributes::Drop)?;
//! assert_eq!(json::encode(&ty, &value)?, r#"{"name":null,"size":10}"#);
//!
//! let error = json::decode(&ty, br#"{"gone": [1]}"#, UnsupportedAttributes::Refuse).unwrap_err();
//! assert_eq!(error.path().to_string(), "gone");
//! # Ok::<(), schema_runtime::codec::CodecError>(())
//! ```

mod decode;
mod encode;

#[cfg(test)]
mod tests;

use super::UnsupportedAttributes;
use super::error::CodecError;
use super::expected::Expected;
#[doc(hidden)]
pub use super::json_writer::string as write_string;
use crate::schema::Block;
use crate::ty::Type;
use crate::value::Value;

/// Reads the object of a block.
///
/// # Errors
/// The text is not JSON or not such an object; the first error, with its path.
pub fn decode_block(
    block: &Block,
    json: &[u8],
    unsupported: UnsupportedAttributes,
) -> Result<Value, CodecError> {
    decode::decode(Expected::Object(block), json, unsupported)
}

/// Reads a value of a type.
///
/// # Errors
/// The text is not JSON or not such a value; the first error, with its path.
pub fn decode(
    ty: &Type,
    json: &[u8],
    unsupported: UnsupportedAttributes,
) -> Result<Value, CodecError> {
    decode::decode(Expected::Type(ty), json, unsupported)
}

/// Writes the object of a block, on one line.
///
/// # Errors
/// The value is not such an object, or holds an unknown or infinite value, which JSON lacks.
pub fn encode_block(block: &Block, value: &Value) -> Result<String, CodecError> {
    encode::encode(Expected::Object(block), value)
}

/// Writes a value of a type, on one line.
///
/// # Errors
/// The value is not of the type, or holds an unknown or infinite value, which JSON lacks.
pub fn encode(ty: &Type, value: &Value) -> Result<String, CodecError> {
    encode::encode(Expected::Type(ty), value)
}
