//! Values in plain JSON, read with a schema.
//!
//! Missing values are null, or empty for blocks. `{"__unknown__": true}` is an unknown value at any
//! path. A dynamic value has the type of its JSON: an array is a tuple.

use schema_runtime::number::Number;
use schema_runtime::schema::{Block, Field, Kind, Nesting};
use schema_runtime::ty::Type;
use schema_runtime::value::{SetValue, Value};
use serde_json::{Map, Value as Json};

/// What represents an unknown value.
const UNKNOWN: &str = "__unknown__";

/// Reads the object of a block; null is null.
///
/// # Errors
/// The first value that does not fit, with its path.
///
/// ```
/// use schema_runtime::dynamic::read_block;
/// use schema_runtime::value::Value;
/// use serde_json::json;
///
/// let block = read_block(&json!({"attributes": {
///     "id": {"type": "string", "computed": true},
///     "size": {"type": "number", "optional": true},
/// }})).unwrap();
/// let value = plugin_load::values::read(&block, &json!({"size": {"__unknown__": true}}))?;
/// assert_eq!(value, Value::Object(vec![Value::Null, Value::UNKNOWN]));
///
/// let error = plugin_load::values::read(&block, &json!({"size": true})).unwrap_err();
/// assert_eq!(error, "size: number is required, not true");
/// # Ok::<(), String>(())
/// ```
pub fn read(block: &Block, json: &Json) -> Result<Value, String> {
    object(block, json, "")
}

type Read = Result<Value, String>;

fn below(at: &str, name: &str) -> String {
    if at.is_empty() {
        name.to_owned()
    } else {
        format!("{at}.{name}")
    }
}

fn required(at: &str, what: &str, json: &Json) -> String {
    let at = if at.is_empty() { "the value" } else { at };
    format!("{at}: {what} is required, not {json}")
}

/// Null and unknown are the same for every type.
fn special(json: &Json) -> Option<Value> {
    match json {
        Json::Null => Some(Value::Null),
        Json::Object(members)
            if members.len() == 1 && members.get(UNKNOWN) == Some(&Json::Bool(true)) =>
        {
            Some(Value::UNKNOWN)
        }
        _ => None,
    }
}

fn array<'j>(json: &'j Json, at: &str) -> Result<&'j Vec<Json>, String> {
    json.as_array()
        .ok_or_else(|| required(at, "an array", json))
}

fn members<'j>(json: &'j Json, at: &str) -> Result<&'j Map<String, Json>, String> {
    json.as_object()
        .ok_or_else(|| required(at, "an object", json))
}

fn list(
    json: &Json,
    at: &str,
    element: impl Fn(&Json, &str) -> Read,
) -> Result<Vec<Value>, String> {
    let elements = array(json, at)?.iter().enumerate();
    elements
        .map(|(i, json)| element(json, &format!("{at}[{i}]")))
        .collect()
}

fn map(json: &Json, at: &str, element: impl Fn(&Json, &str) -> Read) -> Read {
    let elements = members(json, at)?.iter();
    elements
        .map(|(key, json)| Ok((key.as_str().into(), element(json, &below(at, key))?)))
        .collect::<Result<_, String>>()
        .map(Value::Map)
}

fn object(block: &Block, json: &Json, at: &str) -> Read {
    if let Some(value) = special(json) {
        return Ok(value);
    }
    let members = members(json, at)?;
    if let Some(name) = members.keys().find(|name| block.field(name).is_none()) {
        return Err(format!("{}: the schema has no such field", below(at, name)));
    }
    let values = block
        .fields
        .iter()
        .map(|field| match members.get(&*field.name) {
            None | Some(Json::Null) => Ok(field.absent_value()),
            Some(json) => self::field(field, json, &below(at, &field.name)),
        });
    values.collect::<Result<_, _>>().map(Value::Object)
}

fn field(field: &Field, json: &Json, at: &str) -> Read {
    let (nesting, block) = match &field.kind {
        Kind::Nested { nesting, block } | Kind::Block { nesting, block, .. } => (nesting, block),
        _ => return of_type(&field.implied_type(), json, at),
    };
    if let Some(value) = special(json) {
        return Ok(value);
    }
    let element = |json: &Json, at: &str| object(block, json, at);
    match nesting {
        Nesting::Single | Nesting::Group => object(block, json, at),
        Nesting::List => list(json, at, element).map(Value::List),
        Nesting::Set => Ok(Value::Set(SetValue::from_iter(list(json, at, element)?))),
        Nesting::Map => map(json, at, element),
    }
}

fn of_type(ty: &Type, json: &Json, at: &str) -> Read {
    if let Some(value) = special(json) {
        return Ok(value);
    }
    match (ty, json) {
        (Type::String, Json::String(text)) => Ok(Value::string(text.as_str())),
        (Type::Bool, Json::Bool(value)) => Ok(Value::Bool(*value)),
        (Type::Number, Json::Number(number)) => Number::parse_json(&number.to_string())
            .map(Value::Number)
            .map_err(|error| format!("{at}: {error}")),
        (Type::String | Type::Bool | Type::Number, _) => {
            Err(required(at, &ty.friendly_name(), json))
        }
        (Type::List(element), _) => {
            list(json, at, |json, at| of_type(element, json, at)).map(Value::List)
        }
        (Type::Set(element), _) => {
            let elements = list(json, at, |json, at| of_type(element, json, at))?;
            Ok(Value::Set(SetValue::from_iter(elements)))
        }
        (Type::Map(element), _) => map(json, at, |json, at| of_type(element, json, at)),
        (Type::Tuple(types), _) => {
            let elements = array(json, at)?;
            if elements.len() != types.len() {
                return Err(format!("{at}: {} elements are required", types.len()));
            }
            let pairs = types.iter().zip(elements).enumerate();
            pairs
                .map(|(i, (ty, json))| of_type(ty, json, &format!("{at}[{i}]")))
                .collect::<Result<_, _>>()
                .map(Value::List)
        }
        (Type::Object(attributes), _) => {
            let members = members(json, at)?;
            let known = |name: &str| attributes.iter().any(|attribute| *attribute.name == *name);
            if let Some(name) = members.keys().find(|name| !known(name)) {
                return Err(format!(
                    "{}: the type has no such attribute",
                    below(at, name)
                ));
            }
            let values = attributes.iter().map(|attribute| {
                let json = members.get(&*attribute.name).unwrap_or(&Json::Null);
                of_type(&attribute.ty, json, &below(at, &attribute.name))
            });
            values.collect::<Result<_, _>>().map(Value::Object)
        }
        (Type::Dynamic, _) => {
            let ty = own_type(json);
            let value = of_type(&ty, json, at)?;
            Ok(Value::dynamic(ty, value))
        }
    }
}

/// The type of a JSON value without a schema.
fn own_type(json: &Json) -> Type {
    match json {
        _ if special(json).is_some() => Type::Dynamic,
        Json::Null => Type::Dynamic,
        Json::Bool(_) => Type::Bool,
        Json::Number(_) => Type::Number,
        Json::String(_) => Type::String,
        Json::Array(elements) => Type::tuple(elements.iter().map(own_type).collect()),
        Json::Object(members) => {
            let attributes = members.iter();
            Type::object(attributes.map(|(name, json)| (name.clone(), own_type(json))))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::read;
    use schema_runtime::codec::msgpack;
    use schema_runtime::dynamic::read_block;
    use schema_runtime::schema::Block;
    use serde_json::{Value as Json, json};

    fn block() -> Block {
        let inner = json!({"attributes": {"n": {"type": "number", "optional": true}}});
        let blocks = |nesting: &str| json!({"nesting_mode": nesting, "block": inner});
        read_block(&json!({
            "attributes": {
                "any": {"type": "dynamic", "optional": true},
                "list": {"type": ["list", "string"], "optional": true},
                "map": {"type": ["map", "bool"], "optional": true},
                "object": {"type": ["object", {"a": "string", "b": ["tuple", ["bool"]]}], "optional": true},
                "set": {"type": ["set", "number"], "optional": true},
                "nested": {
                    "nested_type": {"nesting_mode": "single", "attributes": inner["attributes"]},
                    "optional": true,
                },
            },
            "block_types": {
                "bg": blocks("group"), "bl": blocks("list"), "bm": blocks("map"), "bs": blocks("set"),
                "b1": blocks("single"),
            },
        }))
        .unwrap()
    }

    /// The codec accepts a value at each path and returns it unchanged.
    #[test]
    fn every_kind_of_place() {
        let values: [Json; 6] = [
            json!({}),
            json!(null),
            json!({"list": ["a", null, {"__unknown__": true}], "map": {"k": true}, "set": [1, 1, 2.5]}),
            json!({"object": {"b": [false]}, "nested": {"n": 12345678901234567890_u64}}),
            json!({"any": [1, {"a": null, "b": {"__unknown__": true}}], "b1": {"n": 1}, "bg": {}}),
            json!({"bl": [{}, {"n": 1}], "bs": [{"n": 1}, {"n": 1}], "bm": {"k": {}}, "list": {"__unknown__": true}}),
        ];
        let block = block();
        for json in values {
            let value = read(&block, &json).unwrap();
            let bytes = msgpack::encode_block(&block, &value).unwrap();
            assert_eq!(
                msgpack::decode_block(&block, &bytes).unwrap(),
                value,
                "{json}"
            );
        }
    }

    #[test]
    fn invalid_values_are_errors() {
        let block = block();
        let place = |json: Json| read(&block, &json).unwrap_err();
        for (json, text) in [
            (json!({"no": 1}), "no: the schema"),
            (json!({"list": ["a", 1]}), "list[1]: string"),
            (json!({"map": {"k": "true"}}), "map.k: bool"),
            (json!({"set": {}}), "set: an array"),
            (json!({"object": {"c": 1}}), "object.c: the type"),
            (json!({"object": {"b": []}}), "object.b: 1 elements"),
            (json!({"bl": [{"n": "1"}]}), "bl[0].n: number"),
            (json!({"b1": []}), "b1: an object"),
            (json!([]), "the value: an object"),
        ] {
            let error = place(json);
            assert!(error.starts_with(text), "{error}");
        }
    }
}
