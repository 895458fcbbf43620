//! Reading values in the vectors' form.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use schema_runtime::dynamic::type_from_json;
use schema_runtime::number::Number;
use schema_runtime::schema::{Block, Field, Kind, Nesting};
use schema_runtime::ty::Type;
use schema_runtime::value::{DynamicValue, Refinement, SetValue, Value};
use serde_json::{Map, Value as Json};
use unicode_normalization::UnicodeNormalization;

/// Why a value could not be read: it has not the form that its type or schema asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError(String);

impl ReadError {
    /// The reason, in the words of whoever could not read it.
    #[must_use]
    pub fn new(reason: impl fmt::Display) -> Self {
        ReadError(reason.to_string())
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ReadError {}

type Result<T> = std::result::Result<T, ReadError>;

pub(super) fn fail<T>(text: impl Into<String>) -> Result<T> {
    Err(ReadError(text.into()))
}

fn unexpected<T>(what: &str, json: &Json) -> Result<T> {
    let mut text = json.to_string();
    if text.len() > 120 {
        text = text.chars().take(120).chain(['…']).collect();
    }
    fail(format!("{what} expected, found {text}"))
}

/// A member of a case that must be there.
///
/// # Errors
/// It is not there.
pub fn member<'a>(case: &'a Json, name: &str) -> Result<&'a Json> {
    match case.get(name) {
        Some(member) => Ok(member),
        None => fail(format!("the case has no {name}")),
    }
}

/// A type in the vectors' form, which is Terraform's own.
///
/// # Errors
/// The JSON is no type.
pub fn read_type(json: &Json) -> Result<Type> {
    type_from_json(json).map_err(|error| ReadError(error.to_string()))
}

/// A value that is written by a type.
///
/// # Errors
/// It has not the form of that type.
pub fn read_value(json: &Json, ty: &Type) -> Result<Value> {
    value(json, ty, None)
}

/// An object that is written by a block. A missing attribute is null, a missing block collection
/// is empty. List and map blocks with something dynamic inside, which travel as tuples and
/// objects, become lists and maps whose dynamic leaves carry their type.
///
/// # Errors
/// It has not the form of the block, or names what the block has not.
pub fn read_object(json: &Json, block: &Block) -> Result<Value> {
    match null_or_unknown(json)? {
        Some(value) => Ok(value),
        None => object(json, block, None),
    }
}

fn null_or_unknown(json: &Json) -> Result<Option<Value>> {
    match json {
        Json::Null => Ok(Some(Value::Null)),
        Json::Object(members) if members.contains_key("__unknown__") => {
            let refinement = match members.get("refine") {
                None => None,
                Some(refine) => Some(Arc::new(refinement(refine)?)),
            };
            Ok(Some(Value::Unknown(refinement)))
        }
        _ => Ok(None),
    }
}

fn refinement(json: &Json) -> Result<Refinement> {
    let Json::Object(members) = json else {
        return unexpected("a refinement", json);
    };
    let mut read = Refinement::default();
    for (name, json) in members {
        match name.as_str() {
            "not_null" => read.null = json.as_bool().map(|not_null| !not_null),
            "prefix" => read.prefix = Some(text(json)?),
            "number_min" => read.number_min = Some(bound(json)?),
            "number_max" => read.number_max = Some(bound(json)?),
            "length_min" => read.length_min = json.as_u64(),
            "length_max" => read.length_max = json.as_u64(),
            _ => return unexpected("a known refinement", json),
        }
    }
    Ok(read)
}

fn bound(json: &Json) -> Result<(Number, bool)> {
    match json.as_array().map(Vec::as_slice) {
        Some([limit, Json::Bool(inclusive)]) => Ok((number(limit)?, *inclusive)),
        _ => unexpected("a bound", json),
    }
}

fn text(json: &Json) -> Result<Arc<str>> {
    match json {
        Json::String(text) => Ok(text.nfc().collect::<String>().into()),
        _ => unexpected("a string", json),
    }
}

fn number(json: &Json) -> Result<Number> {
    let parsed = match json {
        Json::Number(number) => {
            let written = number.to_string();
            if written.contains(['.', 'e', 'E']) {
                let float: Option<f64> = written.parse().ok();
                float.and_then(|float| Number::from_f64(float).ok())
            } else {
                Number::parse(&written).ok()
            }
        }
        Json::Object(members) => match members.get("__number__") {
            Some(Json::String(text)) => Number::parse(text).ok(),
            _ => None,
        },
        _ => None,
    };
    match parsed {
        Some(number) => Ok(number),
        None => unexpected("a number", json),
    }
}

/// Reads a value for a place of type `declared`. Inside a value that carries its type, `own` is
/// the type by which it is written; where the place is dynamic it becomes the leaf's own type.
fn value(json: &Json, declared: &Type, own: Option<&Type>) -> Result<Value> {
    let own = own.filter(|own| **own != Type::Dynamic);
    if *declared == Type::Dynamic {
        return match own {
            None => dynamic(json),
            Some(own) => Ok(Value::dynamic(own.clone(), value(json, own, None)?)),
        };
    }
    if let Some(value) = null_or_unknown(json)? {
        return Ok(value);
    }
    match declared {
        Type::String => text(json).map(Value::String),
        Type::Number => number(json).map(Value::Number),
        Type::Bool => match json {
            Json::Bool(flag) => Ok(Value::Bool(*flag)),
            _ => unexpected("true or false", json),
        },
        Type::List(element) => Ok(Value::List(elements(json, |_| element, own)?)),
        Type::Set(element) => Ok(Value::Set(SetValue::from_iter(elements(
            json,
            |_| element,
            own,
        )?))),
        Type::Tuple(types) => {
            if json
                .as_array()
                .is_some_and(|list| list.len() != types.len())
            {
                return unexpected("a tuple of another length", json);
            }
            // Each element of a tuple has its own type: none takes on another's.
            let Json::Array(list) = json else {
                return unexpected("a list", json);
            };
            let read = list.iter().zip(types.iter()).enumerate();
            read.map(|(i, (json, ty))| value(json, ty, own_element(own, i)))
                .collect::<Result<Vec<_>>>()
                .map(Value::List)
        }
        Type::Map(element) => {
            let members = members(json)?;
            let mut read = Vec::with_capacity(members.len());
            for (key, json) in members {
                read.push(value(json, element, own_member(own, key))?);
            }
            agree_on_a_type(&mut read, element);
            let keys = members
                .keys()
                .map(|key| Arc::from(key.nfc().collect::<String>()));
            Ok(Value::Map(keys.zip(read).collect()))
        }
        Type::Object(attributes) => {
            let members = members(json)?;
            if let Some(surplus) = members
                .keys()
                .find(|name| !attributes.iter().any(|a| *a.name == ***name))
            {
                return fail(format!("the type has no attribute {surplus:?}"));
            }
            attributes
                .iter()
                .map(|a| {
                    let json = members.get(&*a.name).unwrap_or(&Json::Null);
                    value(json, &a.ty, own_member(own, &a.name))
                })
                .collect::<Result<Vec<_>>>()
                .map(Value::Object)
        }
        Type::Dynamic => dynamic(json),
    }
}

fn members(json: &Json) -> Result<&Map<String, Json>> {
    match json {
        Json::Object(members) => Ok(members),
        _ => unexpected("an object", json),
    }
}

fn dynamic(json: &Json) -> Result<Value> {
    if let Some(value) = null_or_unknown(json)? {
        return Ok(value);
    }
    let (ty, inner) = wrapped(json)?;
    let value = value(inner, &ty, None)?;
    Ok(Value::Dynamic(Arc::new(DynamicValue { ty, value })))
}

fn wrapped(json: &Json) -> Result<(Type, &Json)> {
    match (json.get("__type__"), json.get("value")) {
        (Some(ty), Some(inner)) => Ok((read_type(ty)?, inner)),
        _ => unexpected("a value with its type", json),
    }
}

fn elements<'t>(
    json: &Json,
    declared: impl Fn(usize) -> &'t Type,
    own: Option<&Type>,
) -> Result<Vec<Value>> {
    let Json::Array(list) = json else {
        return unexpected("a list", json);
    };
    let mut read = list
        .iter()
        .enumerate()
        .map(|(i, json)| value(json, declared(i), own_element(own, i)))
        .collect::<Result<Vec<_>>>()?;
    if !matches!(own, Some(Type::Tuple(_))) {
        agree_on_a_type(&mut read, declared(0));
    }
    Ok(read)
}

fn own_element(own: Option<&Type>, index: usize) -> Option<&Type> {
    match own? {
        Type::Tuple(types) => types.get(index),
        other => other.element(),
    }
}

fn own_member<'t>(own: Option<&'t Type>, name: &str) -> Option<&'t Type> {
    match own? {
        Type::Object(attributes) => attributes.iter().find(|a| *a.name == *name).map(|a| &a.ty),
        other => other.element(),
    }
}

/// All elements of a collection have one type: nulls and unknowns without one take on that of the
/// others.
fn agree_on_a_type(elements: &mut [Value], declared: &Type) {
    if *declared != Type::Dynamic {
        return;
    }
    let ty = elements.iter().find_map(|element| match element {
        Value::Dynamic(dynamic) => Some(dynamic.ty.clone()),
        _ => None,
    });
    let Some(ty) = ty else { return };
    for element in elements {
        if !matches!(element, Value::Dynamic(_)) {
            let bare = std::mem::replace(element, Value::Null);
            *element = Value::dynamic(ty.clone(), bare);
        }
    }
}

fn object(json: &Json, block: &Block, own: Option<&Type>) -> Result<Value> {
    let members = members(json)?;
    if let Some(surplus) = members.keys().find(|name| block.find(name).is_none()) {
        return fail(format!("the schema has no {surplus:?}"));
    }
    block
        .fields
        .iter()
        .map(|field| match members.get(&*field.name) {
            None => Ok(field.absent_value()),
            Some(json) => field_value(json, field, own_member(own, &field.name))
                .map_err(|error| ReadError(format!("{}: {error}", field.name))),
        })
        .collect::<Result<Vec<_>>>()
        .map(Value::Object)
}

fn field_value(json: &Json, field: &Field, own: Option<&Type>) -> Result<Value> {
    let own = own.filter(|own| **own != Type::Dynamic);
    match &field.kind {
        Kind::Attribute { ty } => value(json, ty, own),
        Kind::Nested { nesting, block } => nested(json, *nesting, block, own),
        Kind::Block { nesting, block, .. } => {
            if own.is_none() && json.get("__type__").is_some() {
                let (ty, inner) = wrapped(json)?;
                return nested(inner, *nesting, block, Some(&ty));
            }
            nested(json, *nesting, block, own)
        }
        _ => unreachable!("another kind of field"),
    }
}

fn nested(json: &Json, nesting: Nesting, block: &Block, own: Option<&Type>) -> Result<Value> {
    if let Some(value) = null_or_unknown(json)? {
        return Ok(value);
    }
    let element = |json: &Json, own: Option<&Type>| match null_or_unknown(json)? {
        Some(value) => Ok(value),
        None => object(json, block, own),
    };
    let list = || -> Result<Vec<Value>> {
        let Json::Array(list) = json else {
            return unexpected("a list", json);
        };
        list.iter()
            .enumerate()
            .map(|(i, json)| element(json, own_element(own, i)))
            .collect()
    };
    match nesting {
        Nesting::Single | Nesting::Group => object(json, block, own),
        Nesting::List => list().map(Value::List),
        Nesting::Set => list().map(|list| Value::Set(SetValue::from_iter(list))),
        Nesting::Map => {
            let mut read = BTreeMap::new();
            for (key, json) in members(json)? {
                let key: String = key.nfc().collect();
                read.insert(
                    Arc::from(key.as_str()),
                    element(json, own_member(own, &key))?,
                );
            }
            Ok(Value::Map(read))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use schema_runtime::dynamic::read_block;
    use serde_json::json;

    #[test]
    fn every_form_of_value_is_read() {
        let read = |json: Json, ty: Json| read_value(&json, &read_type(&ty).unwrap()).unwrap();
        assert_eq!(read(json!(null), json!("string")), Value::Null);
        assert_eq!(
            read(json!({"__unknown__": true}), json!("bool")),
            Value::UNKNOWN
        );
        // A decomposed é is read in its composed form.
        assert_eq!(
            read(json!("e\u{301}"), json!("string")),
            Value::from("\u{e9}")
        );
        assert_eq!(
            read(json!(0.1), json!("number")),
            read(json!({"__number__": "0.1"}), json!("number"))
        );
        assert_eq!(
            read(json!(["a", "a"]), json!(["set", "string"])),
            Value::Set([Value::from("a")].into_iter().collect())
        );
        assert_eq!(
            read(
                json!({"__type__": "string", "value": null}),
                json!("dynamic")
            ),
            Value::dynamic(Type::String, Value::Null)
        );
        assert_eq!(
            read(
                json!([{"__type__": "string", "value": "a"}, null]),
                json!(["list", "dynamic"])
            ),
            Value::List(vec![
                Value::dynamic(Type::String, Value::from("a")),
                Value::dynamic(Type::String, Value::Null),
            ])
        );
        assert!(read_value(&json!(1), &Type::String).is_err());
        assert!(read_value(&json!({"b": 1}), &Type::object([("a", Type::Number)])).is_err());
    }

    #[test]
    fn a_dynamic_block_list_is_a_list_with_dynamic_leaves() {
        let block = read_block(
            &json!({"block_types": {"b": {"nesting_mode": "list", "block": {
            "attributes": {"a": {"type": "dynamic", "optional": true}}}}}}),
        )
        .unwrap();
        let json = json!({"b": {
            "__type__": ["tuple", [["object", {"a": "string"}], ["object", {"a": "dynamic"}]]],
            "value": [{"a": "x"}, {"a": null}],
        }});
        let Value::Object(fields) = read_object(&json, &block).unwrap() else {
            panic!("no object");
        };
        assert_eq!(
            fields,
            [Value::List(vec![
                Value::Object(vec![Value::dynamic(Type::String, Value::from("x"))]),
                Value::Object(vec![Value::Null]),
            ])]
        );
    }
}
