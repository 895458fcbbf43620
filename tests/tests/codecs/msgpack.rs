//! Values on the wire.

use schema_runtime::codec::msgpack;
use serde_json::Value as Json;

use crate::cases::{is_kind, load, text, ty, value};

pub(crate) fn bytes(case: &Json) -> Vec<u8> {
    let hex = text(case, "msgpack_hex");
    (0..hex.len())
        .step_by(2)
        .map(|i| u8::from_str_radix(&hex[i..i + 2], 16).expect("hexadecimal digits"))
        .collect()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn values_travel_as_with_core() {
    let cases = load("msgpack.jsonl", |case| is_kind(case, &["encode", "decode"]));
    let (mut written, mut read, mut refused) = (0, 0, 0);
    let mut accidents = Vec::new();
    let mut wrong = Vec::new();
    for case in &cases {
        let ty = ty(&case["type"]);
        let bytes = bytes(case);
        let found = msgpack::decode(&ty, &bytes);
        if text(case, "kind") == "encode" {
            let before = value(&ty, &case["value"]).expect("text in a value to be encoded");
            match msgpack::encode(&ty, &before) {
                Ok(ours) if ours == bytes => {}
                Ok(ours) => wrong.push(format!("{case}\n  encodes to {}", hex(&ours))),
                Err(error) => wrong.push(format!("{case}\n  does not encode: {error}")),
            }
            let after = value(&ty, case.get("decoded_value").unwrap_or(&case["value"]));
            if found.as_ref().ok() != after.as_ref() {
                wrong.push(format!("{case}\n  decodes to {found:?}"));
            }
            written += 1;
        } else if case.get("error").is_some() {
            match found {
                Err(_) => refused += 1,
                Ok(found) => wrong.push(format!("{case}\n  decodes to {found:?}")),
            }
        } else {
            // Core reads an object or tuple without its attributes or elements as another type,
            // and text that is not UTF-8; we refuse both.
            let expected = value(&ty_of_value(case), &case["value"]);
            if case.get("value_type").is_some() || expected.is_none() {
                accidents.push(text(case, "name"));
                if let Ok(found) = found {
                    wrong.push(format!("{case}\n  decodes to {found:?}"));
                }
                continue;
            }
            match (found, expected) {
                // Equal numbers may differ on the wire: what was read must travel on alike.
                (Ok(found), Some(expected))
                    if found == expected
                        && sorted_bytes(&ty, &found) == sorted_bytes(&ty, &expected) =>
                {
                    read += 1;
                }
                (found, _) => wrong.push(format!("{case}\n  decodes to {found:?}")),
            }
        }
    }
    println!(
        "msgpack: {written} encoded and decoded, {read} decoded, {refused} refused, \
         {} accidents of core refused ({})",
        accidents.len(),
        accidents.join(", ")
    );
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

fn ty_of_value(case: &Json) -> schema_runtime::ty::Type {
    ty(case.get("value_type").unwrap_or(&case["type"]))
}

/// The bytes of a value, without the order that sets may differ in.
fn sorted_bytes(ty: &schema_runtime::ty::Type, value: &schema_runtime::value::Value) -> Vec<u8> {
    let mut bytes = msgpack::encode(ty, value).expect("what was read can be written");
    bytes.sort_unstable();
    bytes
}
