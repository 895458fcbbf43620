//! [`RawState`]: state in its stored form.

use std::collections::BTreeMap;

use schema_runtime::codec::{CodecError, UnsupportedAttributes, flatmap, json};
use schema_runtime::schema::{Block, Field};
use schema_runtime::value::Value;

/// State in its stored form, which may have been written with another schema.
#[derive(Clone, PartialEq, Eq)]
pub enum RawState {
    /// The object as JSON.
    Json(Vec<u8>),
    /// The flat form of Terraform before 0.12.
    Flatmap(BTreeMap<String, String>),
}

impl std::fmt::Debug for RawState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Values may be secret.
        f.write_str(match self {
            RawState::Json(_) => "RawState::Json",
            RawState::Flatmap(_) => "RawState::Flatmap",
        })
    }
}

impl RawState {
    /// Reads the object of a block; attributes that the block does not have are omitted.
    ///
    /// # Errors
    /// The state is not an object of this block.
    pub fn decode(&self, block: &Block) -> Result<Value, CodecError> {
        match self {
            RawState::Json(bytes) => json::decode_block(block, bytes, UnsupportedAttributes::Drop),
            RawState::Flatmap(flat) => flatmap::decode_block(block, flat),
        }
    }

    /// One field of the object, if it fits.
    pub(crate) fn field(&self, field: Field) -> Option<Value> {
        let block = Block::plain([field]);
        match self.decode(&block).ok()? {
            Value::Object(mut values) => values.pop(),
            _ => None,
        }
    }
}
