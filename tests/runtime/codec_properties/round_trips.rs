//! Written values are read back unchanged.

use proptest::prelude::*;
use schema_runtime::codec::{UnsupportedAttributes, json, msgpack, type_json};
use schema_runtime::convert::{convert, convert_to, unify, unify_unsafe};
use schema_runtime::path::{Path, Step};
use schema_runtime::refs::Text;
use schema_runtime::value::Value;

use crate::generate::{Wanted, fixed_type, text, ty, typed, value};

const ALL: Wanted = Wanted { unknown: true };
const KNOWN: Wanted = Wanted { unknown: false };

/// Whether it has a set with an unknown somewhere in it. Core makes an unknown list of the old
/// element type of such a set, and then rejects it beside lists of the new one; so do we.
fn holds_set_of_unknown_length(value: &Value) -> bool {
    match value {
        Value::Set(set) => set.iter().any(|element| !element.is_wholly_known()),
        Value::List(elements) | Value::Object(elements) => {
            elements.iter().any(holds_set_of_unknown_length)
        }
        Value::Map(map) => map.values().any(holds_set_of_unknown_length),
        Value::Dynamic(dynamic) => holds_set_of_unknown_length(&dynamic.value),
        _ => false,
    }
}

proptest! {
    #[test]
    fn msgpack_keeps_every_value((ty, value) in typed(ALL)) {
        let bytes = msgpack::encode(&ty, &value).unwrap();
        let found = msgpack::decode(&ty, &bytes).unwrap();
        prop_assert_eq!(&found, &value);
        prop_assert_eq!(msgpack::encode(&ty, &found).unwrap(), bytes);
    }

    #[test]
    fn json_keeps_every_known_value((ty, value) in typed(KNOWN)) {
        let text = json::encode(&ty, &value).unwrap();
        let found = json::decode(&ty, text.as_bytes(), UnsupportedAttributes::Refuse).unwrap();
        prop_assert_eq!(&found, &value);
        // Any other reader of JSON takes it too.
        prop_assert!(serde_json::from_str::<serde_json::Value>(&text).is_ok());
    }

    #[test]
    fn types_are_read_back(ty in ty()) {
        prop_assert_eq!(&type_json::parse(type_json::print(&ty).as_bytes()).unwrap(), &ty);
    }

    #[test]
    fn paths_are_read_back(steps in prop::collection::vec(
        prop_oneof![
            "[a-z_][a-z0-9_-]{0,5}".prop_map(|name| Step::Attribute(Text::from(name))),
            any::<u64>().prop_map(Step::Index),
            text().prop_map(|key| Step::Key(Text::from(key))),
        ],
        0..6,
    )) {
        let path: Path = steps.into_iter().collect();
        prop_assert_eq!(Path::parse(&path.to_string()).unwrap(), path);
    }

    #[test]
    fn what_converts_is_of_the_type_it_says((from, value) in typed(ALL), to in ty()) {
        if let Ok((ty, converted)) = convert(value.clone(), &from, &to) {
            prop_assert!(msgpack::encode(&ty, &converted).is_ok(), "{:?} as {}", converted, ty);
            if !holds_set_of_unknown_length(&value) {
                prop_assert_eq!(
                    convert(converted.clone(), &ty, &to),
                    Ok((ty, converted)),
                    "a second conversion changes nothing"
                );
            }
            let place = convert_to(value, &from, &to).unwrap();
            prop_assert!(msgpack::encode(&to, &place).is_ok(), "{:?} in {}", place, to);
        }
    }

    #[test]
    fn every_value_of_safely_unified_types_converts(
        values in prop::collection::vec(
            fixed_type().prop_flat_map(|ty| value(&ty, ALL).prop_map(move |v| (ty.clone(), v))),
            1..4,
        )
    ) {
        let types: Vec<_> = values.iter().map(|(ty, _)| ty.clone()).collect();
        if let Some(common) = unify(&types) {
            // A safe common type is also an unsafe one, or a more general one exists.
            prop_assert!(unify_unsafe(&types).is_some());
            for (ty, value) in values {
                let excused = holds_set_of_unknown_length(&value);
                let found = convert(value, &ty, &common);
                prop_assert!(found.is_ok() || excused, "{} to {}: {:?}", ty, common, found);
            }
        }
    }

    #[test]
    fn an_attribute_may_come_in_any_order(
        entries in prop::collection::btree_map(text(), any::<bool>(), 1..12),
        turn in any::<usize>(),
    ) {
        use schema_runtime::ty::Type;
        let ty = Type::object(entries.keys().map(|name| (name.clone(), Type::Bool)));
        let mut shuffled: Vec<_> = entries.iter().collect();
        let length = shuffled.len();
        shuffled.rotate_left(turn % length);
        let mut bytes = vec![0xde, 0, u8::try_from(length).unwrap()];
        for (name, value) in shuffled {
            bytes.push(0xdb);
            bytes.extend(u32::try_from(name.len()).unwrap().to_be_bytes());
            bytes.extend(name.as_bytes());
            bytes.push(if *value { 0xc3 } else { 0xc2 });
        }
        let expected = Value::Object(entries.values().map(|v| Value::from(*v)).collect());
        prop_assert_eq!(msgpack::decode(&ty, &bytes), Ok(expected));
    }
}
