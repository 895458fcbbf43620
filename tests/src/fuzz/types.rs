//! Type constraints in both notations: what is read and printed is read back.

use schema_runtime::codec::{type_expression as expression, type_json as wire};
use schema_runtime::dynamic::{type_from_json, type_to_json};

/// The notation of the language.
pub fn type_expression(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    match expression::parse(&text) {
        Ok(ty) => {
            assert_eq!(expression::parse(&ty.to_string()).as_ref(), Ok(&ty));
            assert_eq!(wire::parse(wire::print(&ty).as_bytes()).as_ref(), Ok(&ty));
            assert!(!ty.friendly_name().is_empty());
        }
        Err(error) => {
            assert!(!error.text().is_empty());
            let lines = text.split('\n').count();
            assert!((1..=lines).contains(&error.line()), "{error}");
            let line = text.split('\n').nth(error.line() - 1).unwrap_or_default();
            let columns = line.chars().count() + 1;
            assert!((1..=columns).contains(&error.column()), "{error}");
        }
    }
}

/// The notation of the wire and of state files.
pub fn type_json(bytes: &[u8]) {
    let lenient = wire::parse_lenient(bytes);
    match wire::parse(bytes) {
        Ok(ty) => {
            assert_eq!(lenient.as_ref(), Ok(&ty));
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
