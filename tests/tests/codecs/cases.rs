//! Reading vector files: cases, types and values.

use std::path::{Path, PathBuf};

use schema_runtime::codec::type_json;
use schema_runtime::number::Number;
use schema_runtime::ty::Type;
use schema_runtime::value::{Refinement, Value};
use serde_json::Value as Json;

/// The cases of a core vector file that `ours` takes, or those of the file that `VECTORS` names.
pub(crate) fn load(file: &str, ours: fn(&Json) -> bool) -> Vec<Json> {
    let path = match std::env::var_os("VECTORS") {
        Some(path) => PathBuf::from(path),
        None => directory().join("core").join(file),
    };
    let text = std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let cases: Vec<Json> = text
        .lines()
        .map(|line| serde_json::from_str(line).expect("a vector file has one JSON object a line"))
        .filter(ours)
        .collect();
    assert!(
        !cases.is_empty() || std::env::var_os("VECTORS").is_some(),
        "{file} has no cases"
    );
    println!("{}: {} cases of this form", path.display(), cases.len());
    cases
}

/// Whether a case has this member.
pub(crate) fn has(case: &Json, member: &str) -> bool {
    case.get(member).is_some()
}

/// Whether a case is of one of these kinds.
pub(crate) fn is_kind(case: &Json, kinds: &[&str]) -> bool {
    case["kind"]
        .as_str()
        .is_some_and(|kind| kinds.contains(&kind))
}

fn directory() -> PathBuf {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .map(|above| above.join("shared/data/vectors"));
    std::env::var_os("VECTORS_DIR")
        .map(PathBuf::from)
        .into_iter()
        .chain(beside)
        .chain(["/work/shared/data/vectors".into()])
        .find(|directory| directory.is_dir())
        .expect("the reference vectors; set VECTORS_DIR")
}

/// A member that must be text.
pub(crate) fn text<'a>(case: &'a Json, member: &str) -> &'a str {
    case[member]
        .as_str()
        .unwrap_or_else(|| panic!("{}: {member} is no text", case["name"]))
}

pub(crate) fn ty(json: &Json) -> Type {
    type_json::parse(json.to_string().as_bytes()).expect("a vector's type")
}

/// A value; nothing for one that holds text which is not UTF-8.
pub(crate) fn value(ty: &Type, json: &Json) -> Option<Value> {
    if json.is_null() {
        return Some(Value::Null);
    }
    if json.get("__unknown__").is_some() {
        return Some(Value::Unknown(
            json.get("refine").map(|refine| refinement(refine).into()),
        ));
    }
    if json.get("__string_hex__").is_some() {
        return None;
    }
    Some(match ty {
        Type::String => Value::from(json.as_str().expect("text")),
        Type::Bool => Value::from(json.as_bool().expect("a bool")),
        Type::Number => Value::Number(number(json)),
        Type::Dynamic => {
            let ty = self::ty(&json["__type__"]);
            let value = value(&ty, &json["value"])?;
            Value::dynamic(ty, value)
        }
        Type::List(element) => Value::List(elements(element, json)?),
        Type::Set(element) => Value::Set(elements(element, json)?.into_iter().collect()),
        Type::Tuple(types) => {
            let items = json.as_array().expect("an array");
            assert_eq!(items.len(), types.len());
            let values = types.iter().zip(items).map(|(ty, json)| value(ty, json));
            Value::List(values.collect::<Option<_>>()?)
        }
        Type::Map(element) => Value::Map(
            json.as_object()
                .expect("an object")
                .iter()
                .map(|(key, json)| Some((key.as_str().into(), value(element, json)?)))
                .collect::<Option<_>>()?,
        ),
        Type::Object(attributes) => {
            let members = json.as_object().expect("an object");
            assert_eq!(members.len(), attributes.len());
            let values = attributes.iter().map(|a| {
                value(
                    &a.ty,
                    members.get(a.name.as_str()).expect("every attribute"),
                )
            });
            Value::Object(values.collect::<Option<_>>()?)
        }
    })
}

fn elements(ty: &Type, json: &Json) -> Option<Vec<Value>> {
    json.as_array()
        .expect("an array")
        .iter()
        .map(|json| value(ty, json))
        .collect()
}

fn number(json: &Json) -> Number {
    if let Some(text) = json.get("__number__") {
        return Number::parse(text.as_str().expect("text")).expect("a number");
    }
    let text = json.to_string();
    if text.contains(['.', 'e', 'E']) {
        Number::from_f64(text.parse().expect("a float")).expect("a number")
    } else {
        Number::parse(&text).expect("a number")
    }
}

fn refinement(json: &Json) -> Refinement {
    let bound = |member: &str| {
        json.get(member).map(|bound| {
            let inclusive = bound[1].as_bool().expect("whether inclusive");
            (number(&bound[0]), inclusive)
        })
    };
    Refinement {
        null: json.get("not_null").map(|_| false),
        prefix: json.get("prefix").and_then(Json::as_str).map(Into::into),
        number_min: bound("number_min"),
        number_max: bound("number_max"),
        length_min: json.get("length_min").and_then(Json::as_u64),
        length_max: json.get("length_max").and_then(Json::as_u64),
    }
}
