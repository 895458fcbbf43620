//! Schemas from JSON: what is read and printed is read back.

use schema_runtime::codec::msgpack;
use schema_runtime::dynamic::{block_json, document_json, read_block, read_document};
use schema_runtime::schema::{Environment, SchemaKind};
use schema_runtime::validate::validate;
use schema_runtime::value::Value;

use crate::go_sdk::{Lowering, SdkSchema};

/// The first byte says which of the three forms the rest is.
pub fn schema(bytes: &[u8]) {
    let Some((form, json)) = bytes.split_first() else {
        return;
    };
    let Ok(json) = serde_json::from_slice::<serde_json::Value>(json) else {
        return;
    };
    match form % 3 {
        0 => match read_block(&json) {
            Ok(block) => {
                let printed = block_json(&block, SchemaKind::Resource);
                let again = read_block(&(&printed).into()).expect("what is printed can be read");
                assert_eq!(block_json(&again, SchemaKind::Resource), printed);
                let empty = block.empty_object();
                let packed = msgpack::encode_block(&block, &empty).expect("an empty object fits");
                assert_eq!(msgpack::decode_block(&block, &packed), Ok(empty));
            }
            Err(error) => assert!(!error.text.is_empty()),
        },
        1 => match read_document(&json) {
            Ok(providers) => {
                let printed = document_json(&providers);
                let again = read_document(&(&printed).into()).expect("what is printed can be read");
                assert_eq!(document_json(&again), printed);
            }
            Err(error) => assert!(!error.text.is_empty()),
        },
        _ => match SdkSchema::read(&json) {
            Ok(schema) => {
                for lowering in [Lowering::Reference, Lowering::Ours] {
                    match schema.lower(lowering, SchemaKind::Resource, "x_y") {
                        Ok(lowered) => {
                            let config = lowered.block.empty_object();
                            let _ = validate(&lowered, &config, &Environment::default());
                            let _ = validate(&lowered, &Value::Null, &Environment::default());
                        }
                        Err(error) => assert!(!error.text.is_empty()),
                    }
                }
            }
            Err(error) => assert!(!error.text.is_empty()),
        },
    }
}
