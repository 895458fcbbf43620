//! msgpack, as the plugin protocol carries values (`DynamicValue.msgpack`).
//!
//! Reading accepts what Core accepts: numbers of every width, as float or as decimal text, text as
//! binary, objects and maps in any key order, refined unknowns. It rejects what Core accepts by
//! accident: text that is not UTF-8, an object or tuple without its attributes or elements. Writing
//! produces the same bytes as Core.
//!
//! ```
//! use schema_runtime::codec::msgpack;
//! use schema_runtime::ty::Type;
//! use schema_runtime::value::Value;
//!
//! let list = Type::list(Type::String);
//! let value = msgpack::decode(&list, &[0x92, 0xa1, b'a', 0xc0])?;
//! assert_eq!(value, Value::List(vec![Value::from("a"), Value::Null]));
//! assert_eq!(msgpack::encode(&list, &value)?, [0x92, 0xa1, b'a', 0xc0]);
//!
//! let error = msgpack::decode(&list, &[0x92, 0xa1, b'a', 0x05]).unwrap_err();
//! assert_eq!(error.to_string(), "[1]: string is required, not a number");
//! # Ok::<(), schema_runtime::codec::CodecError>(())
//! ```

mod decode;
mod encode;
mod reader;
#[cfg(test)]
mod tests;
mod unknown;
mod writer;

use super::error::CodecError;
use super::expected::Expected;
use crate::schema::Block;
use crate::ty::Type;
use crate::value::Value;

/// Reads the object of a block; nil, or no bytes at all, is null.
///
/// # Errors
/// The bytes are not such an object; the first error, with its path.
pub fn decode_block(block: &Block, bytes: &[u8]) -> Result<Value, CodecError> {
    if bytes.is_empty() {
        // A DynamicValue without bytes is a null of the whole type.
        return Ok(Value::Null);
    }
    decode::decode(Expected::Object(block), bytes)
}

/// Reads a value of a type. Bytes after it are ignored, as in Core.
///
/// # Errors
/// The bytes are not such a value; the first error, with its path.
pub fn decode(ty: &Type, bytes: &[u8]) -> Result<Value, CodecError> {
    decode::decode(Expected::Type(ty), bytes)
}

/// Writes the object of a block.
///
/// # Errors
/// The value is not such an object.
pub fn encode_block(block: &Block, value: &Value) -> Result<Vec<u8>, CodecError> {
    encode::encode(Expected::Object(block), value)
}

/// Writes a value of a type.
///
/// # Errors
/// The value is not of the type.
pub fn encode(ty: &Type, value: &Value) -> Result<Vec<u8>, CodecError> {
    encode::encode(Expected::Type(ty), value)
}
