//! Values on the wire.

use schema_runtime::codec::msgpack;
use schema_runtime::ty::Type;
use schema_runtime::value::Value;
use sdk_tests::vectors::{
    Kind, Summary, for_each_case, member, read_type, read_value, write_answer, write_value,
};
use serde_json::{Value as Json, json};

use crate::{refusal, text};

#[test]
fn values_are_encoded_as_in_core() {
    let mut summary = Summary::new("msgpack");
    let (mut written, mut read, mut refused) = (0, 0, 0);
    let mut accidents = Vec::new();
    let unusable = for_each_case(Kind::Msgpack, |case| {
        let name = case["name"].as_str().unwrap_or("?");
        let outcome = if case["kind"] == "encode" {
            written += 1;
            encode(case)
        } else if case.get("error").is_some() {
            refused += 1;
            decode(case, None)
        } else if is_accident(case) {
            accidents.push(name.to_owned());
            decode(case, None)
        } else {
            read += 1;
            decode(case, Some(&case["value"]))
        };
        summary.count(name, outcome);
    });
    summary.unusable(unusable);
    sdk_tests::say!(
        "msgpack: {written} encoded and decoded, {read} decoded, {refused} refused, \
         {} accidents of core refused ({})",
        accidents.len(),
        accidents.join(", ")
    );
    summary.finish();
}

/// Core reads an object or tuple without its attributes or elements as a value of another type, and
/// accepts strings that are not UTF-8; we reject both.
fn is_accident(case: &Json) -> bool {
    case.get("value_type").is_some() || case["value"].to_string().contains("__string_hex__")
}

pub(crate) fn bytes(case: &Json) -> Result<Vec<u8>, String> {
    let hex = text(case, "msgpack_hex")?;
    (0..hex.len())
        .step_by(2)
        .map(|i| u8::from_str_radix(hex.get(i..i + 2)?, 16).ok())
        .map(|digit| digit.ok_or_else(|| format!("{hex} is not hexadecimal")))
        .collect()
}

fn ty(case: &Json) -> Result<Type, String> {
    read_type(member(case, "type").map_err(|e| e.to_string())?).map_err(|e| e.to_string())
}

fn value(ty: &Type, json: &Json) -> Result<Value, String> {
    read_value(json, ty).map_err(|e| e.to_string())
}

fn encode(case: &Json) -> Result<(), String> {
    let (ty, bytes) = (ty(case)?, bytes(case)?);
    let before = value(&ty, &case["value"])?;
    let ours = msgpack::encode(&ty, &before).map_err(|e| e.to_string())?;
    let found = msgpack::decode(&ty, &ours).map_err(|e| e.to_string())?;
    let hex: String = ours.iter().map(|byte| format!("{byte:02x}")).collect();
    let mut answers = vec![("msgpack_hex", json!(hex))];
    if found != before {
        answers.push(("decoded_value", write_value(&found, &ty)));
    }
    write_answer(case, &["msgpack_hex", "decoded_value"], answers);
    if ours != bytes {
        return Err(format!("written as {hex}"));
    }
    let after = value(&ty, case.get("decoded_value").unwrap_or(&case["value"]))?;
    if found != after {
        return Err(format!("read back as {found:?}"));
    }
    Ok(())
}

fn decode(case: &Json, expected: Option<&Json>) -> Result<(), String> {
    let ty = ty(case)?;
    let found = msgpack::decode(&ty, &bytes(case)?);
    let answer = match &found {
        Ok(value) => ("value", write_value(value, &ty)),
        Err(error) => ("error", refusal(&error.path(), error.text())),
    };
    write_answer(case, &["value", "value_type", "error"], [answer]);
    match (found, expected) {
        (Err(_), None) => Ok(()),
        (Ok(found), Some(expected)) => {
            let expected = value(&ty, expected)?;
            // Equal numbers may be encoded differently: what was read must be written equally.
            if found == expected && sorted_bytes(&ty, &found)? == sorted_bytes(&ty, &expected)? {
                Ok(())
            } else {
                Err(format!("read as {found:?}"))
            }
        }
        (found, _) => Err(format!("{found:?}")),
    }
}

/// The bytes of a value, without the order that sets may differ in.
fn sorted_bytes(ty: &Type, value: &Value) -> Result<Vec<u8>, String> {
    let mut bytes = msgpack::encode(ty, value).map_err(|e| e.to_string())?;
    bytes.sort_unstable();
    Ok(bytes)
}
