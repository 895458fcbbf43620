//! Any input: a value or an error, never a panic.

use std::collections::BTreeMap;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use schema_runtime::codec::{UnsupportedAttributes, flatmap, json, msgpack, type_json};
use schema_runtime::path::Path;
use schema_runtime::ty::Type;

use crate::generate::{Wanted, ty, typed};

const ALL: Wanted = Wanted { unknown: true };
const KNOWN: Wanted = Wanted { unknown: false };

/// Bytes changed, put in and taken out.
fn damaged(bytes: Vec<u8>, damage: &[(Index, u8, u8)]) -> Vec<u8> {
    let mut bytes = bytes;
    for (index, kind, byte) in damage {
        let place = index.index(bytes.len() + 1);
        match kind % 4 {
            0 => bytes.insert(place, *byte),
            1 => bytes.truncate(place),
            _ if place == bytes.len() => {}
            2 => {
                bytes.remove(place);
            }
            _ => bytes[place] = *byte,
        }
    }
    bytes
}

/// Whatever is read can be written, and read again as the same.
fn check_msgpack(ty: &Type, bytes: &[u8]) -> Result<(), TestCaseError> {
    if let Ok(value) = msgpack::decode(ty, bytes) {
        let again = msgpack::encode(ty, &value).unwrap();
        let found = msgpack::decode(ty, &again).unwrap();
        // Whole floats beyond 64 bits are other numbers after the first way.
        let settled = msgpack::encode(ty, &found).unwrap();
        prop_assert_eq!(msgpack::decode(ty, &settled), Ok(found));
    }
    Ok(())
}

fn check_json(ty: &Type, text: &[u8]) -> Result<(), TestCaseError> {
    for unsupported in [UnsupportedAttributes::Drop, UnsupportedAttributes::Refuse] {
        if let Ok(value) = json::decode(ty, text, unsupported) {
            let again = json::encode(ty, &value).unwrap();
            prop_assert_eq!(
                json::decode(ty, again.as_bytes(), UnsupportedAttributes::Refuse),
                Ok(value)
            );
        }
    }
    Ok(())
}

proptest! {
    #[test]
    fn random_bytes_are_read_or_rejected(ty in ty(), bytes in vec(any::<u8>(), 0..200)) {
        check_msgpack(&ty, &bytes)?;
        check_json(&ty, &bytes)?;
    }

    #[test]
    fn damaged_msgpack_is_read_or_rejected(
        (ty, value) in typed(ALL),
        damage in vec(any::<(Index, u8, u8)>(), 1..4),
    ) {
        let bytes = damaged(msgpack::encode(&ty, &value).unwrap(), &damage);
        check_msgpack(&ty, &bytes)?;
        check_msgpack(&Type::Dynamic, &bytes)?;
    }

    #[test]
    fn damaged_json_is_read_or_rejected(
        (ty, value) in typed(KNOWN),
        damage in vec((any::<Index>(), any::<u8>(), prop::sample::select(&b"[]{}\",:0-9.eE+nt\\u"[..])), 1..4),
    ) {
        let text = damaged(json::encode(&ty, &value).unwrap().into_bytes(), &damage);
        check_json(&ty, &text)?;
    }

    #[test]
    fn damaged_types_are_read_or_rejected(
        ty in ty(),
        damage in vec((any::<Index>(), any::<u8>(), prop::sample::select(&b"[]{}\",:( )=$\\"[..])), 1..4),
    ) {
        let json = damaged(type_json::print(&ty).into_bytes(), &damage);
        if let Ok(ty) = type_json::parse(&json) {
            prop_assert_eq!(type_json::parse_lenient(&json), Ok(ty.clone()));
            prop_assert_eq!(type_json::parse(type_json::print(&ty).as_bytes()), Ok(ty));
        }
    }

    #[test]
    fn any_text_is_a_path_or_none(text in "[a-z0-9.\\[\\]\"\\\\#%é]{0,20}") {
        if let Ok(path) = Path::parse(&text) {
            prop_assert_eq!(Path::parse(&path.to_string()), Ok(path));
        }
    }

    #[test]
    fn any_flat_map_is_read_or_rejected(
        ty in ty(),
        entries in vec(("[a-c0-3]{1,2}(\\.([#%]|[a-c0-3]{0,2})){0,4}", "[0-9]{0,10}|true|x"), 0..30),
    ) {
        let flat: BTreeMap<String, String> = entries.into_iter().collect();
        let root = Type::object([("a", ty.clone()), ("b", Type::map(Type::String)), ("c", ty)]);
        if let Ok(value) = flatmap::decode(&root, &flat) {
            prop_assert!(msgpack::encode(&root, &value).is_ok());
        }
    }
}
