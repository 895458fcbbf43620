//! Values as JSON and as configurations, and values to try.

use std::fmt::Write as _;

use schema_runtime::dynamic::type_from_json;
use schema_runtime::number::Number;
use schema_runtime::path::{BorrowedStep, object_steps};
use schema_runtime::schema::{Block, Field, Flags, Nesting, grouped};
use schema_runtime::ty::Type;
use schema_runtime::value::Value;
use serde_json::{Map, Value as Json};

/// The member that marks an unknown value in JSON, as in the test vectors.
pub(crate) const UNKNOWN: &str = "__unknown__";

/// An object of a block from JSON; members that the block lacks are omitted.
pub(crate) fn of_json(block: &Block, json: &Json) -> Value {
    if json.get(UNKNOWN).is_some() {
        return Value::UNKNOWN;
    }
    let Json::Object(members) = json else {
        return Value::Null;
    };
    let of = |field: &Field| field_of_json(field, members.get(&*field.name).unwrap_or(&Json::Null));
    Value::Object(block.fields.iter().map(of).collect())
}

pub(crate) fn field_of_json(field: &Field, json: &Json) -> Value {
    if json.is_null() {
        return field.absent_value();
    }
    let Some((nesting, block)) = field.nested_block() else {
        return of_type(&field.implied_type(), json);
    };
    if json.get(UNKNOWN).is_some() {
        return Value::UNKNOWN;
    }
    let one = |json: &Json| of_json(block, json);
    match (nesting, json) {
        (Nesting::List, Json::Array(all)) => Value::List(all.iter().map(one).collect()),
        (Nesting::Set, Json::Array(all)) => Value::Set(all.iter().map(one).collect()),
        (Nesting::Map, Json::Object(all)) => {
            let all = all.iter();
            Value::Map(all.map(|(k, v)| (k.as_str().into(), one(v))).collect())
        }
        (Nesting::Single | Nesting::Group, json) => match json {
            Json::Array(all) => all.first().map_or(Value::Null, one),
            json => one(json),
        },
        (Nesting::Map, _) => field.absent_value(),
        // One block where several are allowed.
        (_, json) => grouped(nesting, one(json)),
    }
}

/// A value of a type from JSON, converted as in Terraform; null if the conversion fails.
pub(crate) fn of_type(ty: &Type, json: &Json) -> Value {
    if json.is_null() {
        return Value::Null;
    }
    if json.get(UNKNOWN).is_some() {
        return Value::UNKNOWN;
    }
    match (ty, json) {
        (Type::String, Json::String(text)) => Value::string(text.as_str()),
        (Type::String, Json::Number(_) | Json::Bool(_)) => Value::string(json.to_string()),
        (Type::Number, Json::Number(number)) => number_of(&number.to_string()),
        (Type::Number, Json::String(text)) => number_of(text),
        (Type::Bool, Json::Bool(truth)) => Value::Bool(*truth),
        (Type::Bool, Json::String(text)) => text.parse().map_or(Value::Null, Value::Bool),
        (Type::List(inner), Json::Array(all)) => {
            Value::List(all.iter().map(|json| of_type(inner, json)).collect())
        }
        (Type::Set(inner), Json::Array(all)) => {
            Value::Set(all.iter().map(|json| of_type(inner, json)).collect())
        }
        (Type::Map(inner), Json::Object(all)) => {
            let one = |(k, v): (&String, &Json)| (k.as_str().into(), of_type(inner, v));
            Value::Map(all.iter().map(one).collect())
        }
        (Type::Tuple(types), Json::Array(all)) if types.len() == all.len() => {
            let all = types.iter().zip(all);
            Value::List(all.map(|(ty, json)| of_type(ty, json)).collect())
        }
        (Type::Object(attributes), Json::Object(members)) => {
            let of = |name: &str| members.get(name).unwrap_or(&Json::Null);
            let all = attributes.iter().map(|one| of_type(&one.ty, of(&one.name)));
            Value::Object(all.collect())
        }
        // As in Terraform's state, with its type beside it, or plain.
        (Type::Dynamic, json) => {
            let (ty, value) = match (json.get("type"), json.get("value"), json) {
                (Some(ty), Some(value), _) => (type_from_json(ty).ok(), value),
                (.., Json::Bool(_)) => (Some(Type::Bool), json),
                (.., Json::Number(_)) => (Some(Type::Number), json),
                (.., Json::String(_)) => (Some(Type::String), json),
                _ => (None, json),
            };
            let of = |ty: Type| Value::dynamic(ty.clone(), of_type(&ty, value));
            ty.map_or(Value::Null, of)
        }
        _ => Value::Null,
    }
}

fn number_of(text: &str) -> Value {
    Number::parse(text).map_or(Value::Null, Value::Number)
}

/// An object of a block as JSON, by name; an unknown is an object with one member.
pub(crate) fn to_json(block: &Block, value: &Value) -> Json {
    match value {
        Value::Object(_) => {
            let fields = block.with_values(value);
            let members =
                fields.map(|(field, value)| (field.name.to_string(), field_json(field, value)));
            Json::Object(members.collect())
        }
        other => plain(other),
    }
}

pub(crate) fn field_json(field: &Field, value: &Value) -> Json {
    match field.nested_block() {
        None => type_json(&field.implied_type(), value),
        Some((_, block)) if value.is_collection() => {
            elements_json(value, |one| to_json(block, one))
        }
        Some((_, block)) => to_json(block, value),
    }
}

/// A list, set or map.
fn elements_json(value: &Value, one: impl Fn(&Value) -> Json) -> Json {
    match value {
        Value::Map(all) => {
            let all = all.iter().map(|(key, value)| (key.to_string(), one(value)));
            all.collect::<Map<_, _>>().into()
        }
        value => value.children().map(one).collect(),
    }
}

fn type_json(ty: &Type, value: &Value) -> Json {
    match (ty, value) {
        (Type::List(inner) | Type::Set(inner) | Type::Map(inner), value)
            if value.is_collection() =>
        {
            elements_json(value, |one| type_json(inner, one))
        }
        (Type::Tuple(types), Value::List(all)) => {
            let all = types.iter().zip(all);
            all.map(|(ty, one)| type_json(ty, one)).collect()
        }
        (Type::Object(attributes), Value::Object(values)) => {
            let members = attributes.iter().zip(values);
            let members =
                members.map(|(one, value)| (one.name.to_string(), type_json(&one.ty, value)));
            Json::Object(members.collect())
        }
        (_, Value::Dynamic(dynamic)) => {
            let ty = schema_runtime::codec::type_json::print(&dynamic.ty);
            let ty: Json = serde_json::from_str(&ty).unwrap_or_default();
            serde_json::json!({"type": ty, "value": type_json(&dynamic.ty, &dynamic.value)})
        }
        (_, other) => plain(other),
    }
}

/// A value that holds no others.
fn plain(value: &Value) -> Json {
    match value {
        Value::Bool(truth) => Json::Bool(*truth),
        Value::Number(number) => {
            let text = number.to_json_text().unwrap_or_default();
            serde_json::from_str(&text).unwrap_or(Json::String(text))
        }
        Value::String(text) => Json::String(text.to_string()),
        Value::Unknown(_) => serde_json::json!({UNKNOWN: true}),
        _ => Json::Null,
    }
}

/// A value that may be shown: of a secret, only whether it is set.
pub(crate) fn masked(field: &Field, value: &Value) -> Value {
    match field.nested_block() {
        _ if field.is_secret() && !value.is_null() => Value::string("(sensitive)"),
        Some((_, block)) => value.map_objects(|object| masked_object(block, object)),
        None => value.clone(),
    }
}

/// The same for an object of a block.
pub(crate) fn masked_object(block: &Block, object: &Value) -> Value {
    block.map_values(object, masked)
}

/// A configuration as its user would write it, with unknown values as `(unknown)`.
pub(crate) fn hcl(block: &Block, value: &Value, indent: usize) -> String {
    let mut text = String::new();
    let pad = "  ".repeat(indent);
    for (field, value) in block.with_values(value) {
        if value.is_null() {
            continue;
        }
        if let (true, Some((_, inside))) = (field.is_block(), field.nested_block()) {
            for (step, one) in object_steps(value) {
                let label = match step {
                    Some(BorrowedStep::Key(key)) => format!(" {key:?}"),
                    _ => String::new(),
                };
                let body = hcl(inside, one, indent + 1);
                let _ = writeln!(text, "{pad}{}{label} {{\n{body}{pad}}}", field.name);
            }
        } else {
            let shown = short(&field_json(field, value));
            let _ = writeln!(text, "{pad}{} = {shown}", field.name);
        }
    }
    text
}

/// JSON in Terraform's notation.
pub(crate) fn short(json: &Json) -> String {
    match json {
        Json::Object(members) if members.contains_key(UNKNOWN) => "(unknown)".to_owned(),
        Json::Object(members) if members.is_empty() => "{}".to_owned(),
        Json::Object(members) => {
            let all = members
                .iter()
                .map(|(key, one)| format!("{key} = {}", short(one)));
            format!("{{ {} }}", all.collect::<Vec<_>>().join(", "))
        }
        Json::Array(all) => {
            format!("[{}]", all.iter().map(short).collect::<Vec<_>>().join(", "))
        }
        // A template would begin here.
        Json::String(_) => json.to_string().replace("${", "$${").replace("%{", "%%{"),
        plain => plain.to_string(),
    }
}

/// Strings of many forms: one for each form that libraries and providers require.
const TEXTS: &str = "a|1|b|10.0.0.0/8|10.0.0.1|{}|https://example.com/a|10s|aGVsbG8=|2026-01-31T12:00:00Z|f81d4fae-7dec-11d0-a765-00a0c91e6bf6|\
    /abc|0644|true|2001:db8::1|00:00:5e:00:53:01|a@example.com|example.com|Abcdef1!|a:b|a/b|\
    1.2.3|8080||A|abcdefghijklmnop| a|\u{e4}\u{1f600}|tcp";

/// Numbers inside and at the limits of what programs accept.
const NUMBERS: &str = "1 80 2 0 10 100 1000 8 -1 65535 65536 0.5 2147483648 9007199254740993 1e30";

/// Values of a field to try, the most promising first. Unknown and null are not among them.
pub(crate) fn candidates(field: &Field) -> Vec<Value> {
    match field.nested_block() {
        Some(_) => Vec::new(),
        None => of_that_type(&field.implied_type(), 0),
    }
}

fn of_that_type(ty: &Type, depth: usize) -> Vec<Value> {
    if depth > 4 {
        return Vec::new();
    }
    let inner = |ty: &Type| of_that_type(ty, depth + 1);
    match ty {
        Type::String => TEXTS.split('|').map(Value::string).collect(),
        Type::Number => NUMBERS.split(' ').map(number_of).collect(),
        Type::Bool => vec![Value::Bool(true), Value::Bool(false)],
        Type::Dynamic => {
            let text = |text| Value::dynamic(Type::String, Value::string(text));
            let truth = Value::dynamic(Type::Bool, Value::Bool(true));
            vec![text("a"), truth, text("b")]
        }
        Type::List(ty) => lists(inner(ty)).map(Value::List).collect(),
        Type::Set(ty) => {
            let set = |all: Vec<Value>| Value::Set(all.into_iter().collect());
            lists(inner(ty)).map(set).collect()
        }
        Type::Map(ty) => {
            let keyed = |all: Vec<Value>| {
                let all = all.into_iter().enumerate();
                Value::Map(all.map(|(k, one)| (format!("k{k}").into(), one)).collect())
            };
            lists(inner(ty)).map(keyed).collect()
        }
        Type::Tuple(types) => {
            let all = types.iter().map(|ty| inner(ty).into_iter().next());
            let tuple = all.collect::<Option<_>>().map(Value::List);
            tuple.into_iter().collect()
        }
        Type::Object(attributes) => {
            let all: Vec<_> = attributes.iter().map(|one| inner(&one.ty)).collect();
            let nth = |n: usize, one: &Vec<Value>| {
                let at = n % one.len().max(1);
                one.get(at).cloned().unwrap_or(Value::Null)
            };
            let object = |n| Value::Object(all.iter().map(|one| nth(n, one)).collect());
            (0..3).map(object).collect()
        }
    }
}

/// Lists of one element each, then of two, of zero, of a null, of an unknown.
fn lists(elements: Vec<Value>) -> impl Iterator<Item = Vec<Value>> {
    let mut all: Vec<Vec<Value>> = elements.iter().map(|one| vec![one.clone()]).collect();
    if let [first, second, ..] = elements.as_slice() {
        all.insert(1, vec![first.clone(), second.clone()]);
        all.insert(2, vec![second.clone(), first.clone()]);
        all.push(vec![first.clone(), Value::UNKNOWN]);
        all.push(vec![first.clone(), Value::Null]);
        all.push(vec![first.clone(), first.clone()]);
    }
    all.push(Vec::new());
    all.into_iter()
}

/// Replaces each unknown with a value, as after an apply.
pub(crate) fn filled(block: &Block, value: &Value) -> Value {
    block.replace_fields(value, &|field, value| match field.nested_block() {
        // Write-only values are in no state.
        _ if field.is(Flags::WRITE_ONLY) => Some(Value::Null),
        _ if value.is_wholly_known() => None,
        None => Some(candidates(field).into_iter().next().unwrap_or(Value::Null)),
        Some(_) => value.is_unknown().then(|| field.absent_value()),
    })
}
