//! Inputs on which core crashes are errors for us.

use schema_runtime::codec::{msgpack, type_json};
use schema_runtime::convert::{convert, unify_unsafe};
use schema_runtime::ty::Type;
use sdk_tests::vectors::{Kind, Summary, for_each_case, read_type, read_value, write_answer};
use serde_json::Value as Json;

use crate::msgpack::bytes;
use crate::text;

#[test]
fn inputs_that_crash_core_are_errors() {
    let mut summary = Summary::new("inputs of codecs and conversions that crash core");
    let unusable = for_each_case(Kind::Panic, |entry| {
        let case = &entry["case"];
        let found = match entry["file"].as_str() {
            Some("msgpack") => wire(case),
            Some("json-type") => type_text(case),
            Some("conversion") => conversion(case),
            // The checks of plans and results have a suite of their own.
            _ => return summary.leave_out(),
        };
        // Input that is not rejected is written unchanged.
        let answer = match &found {
            Ok(None) => ("error", Json::from("refused")),
            Ok(Some(found)) => ("accepted", Json::from(found.as_str())),
            Err(unreadable) => ("unreadable", Json::from(unreadable.as_str())),
        };
        write_answer(entry, &["panic"], [answer]);
        let outcome = match found {
            Ok(None) => Ok(()),
            Ok(Some(found)) => Err(found),
            Err(unreadable) => Err(unreadable),
        };
        summary.count(case["name"].as_str().unwrap_or("?"), outcome);
    });
    summary.unusable(unusable);
    summary.finish();
}

/// The result, unless it is an error; or why the case cannot be read.
type Found = Result<Option<String>, String>;

fn ty(json: &Json) -> Result<Type, String> {
    read_type(json).map_err(|e| e.to_string())
}

fn wire(case: &Json) -> Found {
    let found = msgpack::decode(&ty(&case["type"])?, &bytes(case)?);
    Ok(found.ok().map(|value| format!("{value:?}")))
}

fn type_text(case: &Json) -> Found {
    let found = type_json::parse(text(case, "type_json")?.as_bytes());
    Ok(found.ok().map(|ty| ty.to_string()))
}

fn conversion(case: &Json) -> Found {
    if case["kind"] == "convert" {
        let (from, to) = (ty(&case["from_type"])?, ty(&case["to_type"])?);
        let value = read_value(&case["value"], &from).map_err(|e| e.to_string())?;
        let found = convert(value, &from, &to);
        return Ok(found.ok().map(|found| format!("{found:?}")));
    }
    let types = case["types"].as_array().ok_or("types are no list")?;
    let types: Vec<Type> = types.iter().map(ty).collect::<Result<_, _>>()?;
    Ok(unify_unsafe(&types).map(|ty| ty.to_string()))
}
