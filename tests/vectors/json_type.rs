//! Types as JSON.

use schema_runtime::codec::type_json;
use schema_runtime::dynamic::type_to_json;
use sdk_tests::vectors::{Kind, Summary, for_each_case, read_type, write_answer};
use serde_json::{Value as Json, json};

use crate::text;

#[test]
fn types_are_read_and_printed_as_core_does() {
    let mut summary = Summary::new("types as JSON");
    let (mut read, mut refused, mut lenient) = (0, 0, 0);
    let unusable = for_each_case(Kind::JsonType, |case| {
        summary.count(case["name"].as_str().unwrap_or("?"), check(case));
        read += usize::from(case.get("type").is_some());
        refused += usize::from(case.get("error").is_some());
        lenient += usize::from(case.get("lenient_type").is_some());
    });
    summary.unusable(unusable);
    sdk_tests::say!(
        "types: {read} read and printed, {refused} refused, {lenient} of them only leniently"
    );
    summary.finish();
}

fn check(case: &Json) -> Result<(), String> {
    let text = text(case, "type_json")?;
    let found = type_json::parse(text.as_bytes());
    let leniently = type_json::parse_lenient(text.as_bytes());
    answer(case, &found, &leniently);
    let expected = |member: &str| match case.get(member) {
        Some(json) => read_type(json).map(Some).map_err(|e| e.to_string()),
        None => Ok(None),
    };
    let strict = expected("type")?;
    if found.as_ref().ok() != strict.as_ref() {
        return Err(format!("{found:?}"));
    }
    if let Ok(found) = &found {
        if Some(found.friendly_name().as_str()) != case["friendly_name"].as_str() {
            return Err(format!("named {}", found.friendly_name()));
        }
        let printed = type_json::print(found);
        if type_json::parse(printed.as_bytes()).as_ref() != Ok(found) {
            return Err(format!("printed as {printed}"));
        }
    }
    let lenient = expected("lenient_type")?.or(strict);
    if leniently.as_ref().ok() != lenient.as_ref() {
        return Err(format!("leniently {leniently:?}"));
    }
    Ok(())
}

type Found = Result<schema_runtime::ty::Type, schema_runtime::codec::CodecError>;

fn answer(case: &Json, found: &Found, leniently: &Found) {
    let answers = match (found, leniently) {
        (Ok(found), _) => vec![
            ("type", Json::from(&type_to_json(found))),
            ("friendly_name", json!(found.friendly_name())),
        ],
        (Err(error), Ok(lenient)) => vec![
            ("error", json!(error.to_string())),
            ("lenient_type", Json::from(&type_to_json(lenient))),
        ],
        (Err(error), Err(_)) => vec![("error", json!(error.to_string()))],
    };
    let theirs = ["type", "friendly_name", "error", "lenient_type"];
    write_answer(case, &theirs, answers);
}
