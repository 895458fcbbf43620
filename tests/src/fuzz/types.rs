//! Types in the notation of the wire: what is read and printed is read back.

use schema_runtime::codec::type_json as wire;
use schema_runtime::dynamic::{type_from_json, type_to_json};

/// The notation of the wire and of state files.
pub fn type_json(bytes: &[u8]) {
    let lenient = wire::parse_lenient(bytes);
    match wire::parse(bytes) {
        Ok(ty) => {
            assert_eq!(lenient.as_ref(), Ok(&ty));
            assert!(!ty.friendly_name().is_empty());
            let printed = wire::print(&ty);
            assert_eq!(wire::parse(printed.as_bytes()).as_ref(), Ok(&ty));
            assert_eq!(
                type_from_json(&serde_json::Value::from(&type_to_json(&ty))).as_ref(),
                Ok(&ty)
            );
            let json: serde_json::Value = serde_json::from_str(&printed).expect("it is JSON");
            assert_eq!(type_from_json(&json).as_ref(), Ok(&ty));
        }
        Err(error) => assert!(!error.text().is_empty()),
    }
}
