//! Functions for JSON, base64, hashes and files.

use std::io::Read as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use schema_runtime::codec::document::Document as Json;
use schema_runtime::codec::json::write_string;
use schema_runtime::number::Number;
use schema_runtime::ty::Type;
use schema_runtime::value::Value;
use sha2::digest::Digest;

use super::{Args, CallResult, Failure};
use crate::language::eval::TypedValue;
use crate::language::hcl::nfc;

/// The maximum size of a file that a configuration reads.
const MAX_FILE: u64 = 16 * 1024 * 1024;

pub(super) fn jsonencode(args: &Args<'_>) -> CallResult {
    let value = args.at(0);
    if !value.value.is_wholly_known() {
        return Ok(TypedValue::unknown_not_null(Type::String));
    }
    Ok(TypedValue::string(json_of(value)?))
}

/// A value without unknowns, as JSON.
pub(super) fn json_of(value: &TypedValue) -> Result<String, Failure> {
    let mut json = String::new();
    encode(value, &mut json)?;
    Ok(json)
}

fn encode(value: &TypedValue, json: &mut String) -> Result<(), Failure> {
    match &value.value {
        Value::Null => json.push_str("null"),
        Value::Bool(value) => json.push_str(if *value { "true" } else { "false" }),
        Value::Number(number) => match number.to_json_text() {
            Some(text) => json.push_str(&text),
            None => return Err("JSON cannot represent an infinite number".into()),
        },
        Value::String(text) => write_string(json, text),
        Value::Dynamic(inner) => {
            let inner = TypedValue::new(inner.ty.clone(), inner.value.clone());
            encode(&inner, json)?;
        }
        _ => {
            let named = matches!(value.ty, Type::Map(_) | Type::Object(_));
            json.push(if named { '{' } else { '[' });
            for (i, (key, element)) in value.elements().unwrap_or_default().iter().enumerate() {
                if i > 0 {
                    json.push(',');
                }
                if named {
                    write_string(json, key.value.as_str().unwrap_or(""));
                    json.push(':');
                }
                encode(element, json)?;
            }
            json.push(if named { '}' } else { ']' });
        }
    }
    Ok(())
}

pub(super) fn jsondecode(args: &Args<'_>) -> CallResult {
    let json: Json = args.text(0).parse().map_err(|error: serde_json::Error| {
        Failure::Shows(format!(
            "the string is not JSON, at line {}, column {}",
            error.line(),
            error.column()
        ))
    })?;
    value_of_json(json).map_err(Failure::from)
}

/// Converts a JSON document to a value.
///
/// # Errors
/// A number that is invalid.
pub(crate) fn value_of_json(json: Json) -> Result<TypedValue, &'static str> {
    Ok(match json {
        Json::Null => TypedValue::null_of(Type::Dynamic),
        Json::Bool(value) => TypedValue::bool(value),
        Json::Number(number) => {
            TypedValue::number(Number::parse_json(&number).map_err(|_| "a number is out of range")?)
        }
        Json::String(text) => TypedValue::string(nfc(&text)),
        Json::Array(values) => {
            let values: Result<_, _> = values.into_iter().map(value_of_json).collect();
            TypedValue::tuple(values?)
        }
        Json::Object(values) => {
            let values = values.into_iter();
            let values = values.map(|(name, value)| Ok((nfc(&name), value_of_json(value)?)));
            TypedValue::object(values.collect::<Result<_, &str>>()?)
        }
    })
}

pub(super) fn base64(bytes: &[u8]) -> CallResult {
    Ok(TypedValue::string(STANDARD.encode(bytes)))
}

pub(super) fn base64decode(args: &Args<'_>) -> CallResult {
    // Line breaks are ignored.
    let text = args.text(0).replace(['\r', '\n'], "");
    let bytes = STANDARD
        .decode(text)
        .map_err(|_| Failure::from("the string is not base64"))?;
    let text =
        String::from_utf8(bytes).map_err(|_| Failure::from("the decoded string is not UTF-8"))?;
    Ok(TypedValue::string(nfc(&text)))
}

pub(super) fn hex<D: Digest>(bytes: &[u8]) -> CallResult {
    let digest = D::digest(bytes);
    let digits = digest.iter().map(|byte| format!("{byte:02x}"));
    Ok(TypedValue::string(digits.collect::<String>()))
}

pub(super) fn base64_of<D: Digest>(bytes: &[u8]) -> CallResult {
    base64(&D::digest(bytes))
}

pub(super) fn fileexists(args: &Args<'_>) -> CallResult {
    let path = args.text(0);
    match std::fs::metadata(args.directory.join(path)) {
        Ok(there) if there.is_file() => Ok(TypedValue::bool(true)),
        Ok(_) => Err(failed(path, "is not an ordinary file")),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(TypedValue::bool(false)),
        Err(error) => Err(failed(path, &format!("cannot be read: {error}"))),
    }
}

fn failed(path: &str, reason: &str) -> Failure {
    Failure::Shows(format!("the file \"{path}\" {reason}"))
}

/// The content of the file that the first argument names.
pub(super) fn bytes(args: &Args<'_>) -> Result<Vec<u8>, Failure> {
    let path = args.text(0);
    let mut bytes = Vec::new();
    std::fs::File::open(args.directory.join(path))
        .and_then(|file| {
            // Reading a pipe would wait forever.
            if file.metadata()?.is_file() {
                file.take(MAX_FILE + 1).read_to_end(&mut bytes)
            } else {
                Err(std::io::Error::other("it is not an ordinary file"))
            }
        })
        .map_err(|error| failed(path, &format!("cannot be read: {error}")))?;
    if bytes.len() as u64 > MAX_FILE {
        return Err(failed(path, "is larger than 16 MiB"));
    }
    Ok(bytes)
}

pub(super) fn file(args: &Args<'_>) -> CallResult {
    let text = String::from_utf8(bytes(args)?);
    let text = text.map_err(|_| failed(args.text(0), "is not UTF-8 text"))?;
    Ok(TypedValue::string(nfc(&text)))
}
