//! Writing values in the vectors' form.

use schema_runtime::dynamic::type_to_json;
use schema_runtime::number::{Number, Wire};
use schema_runtime::schema::{Block, Field, Kind, Nesting};
use schema_runtime::terraform_core::value_type;
use schema_runtime::ty::Type;
use schema_runtime::value::{Refinement, Value};
use serde_json::{Map, Value as Json, json};

/// A value in the form of a type. A value that is not of the type is written as it is, for
/// messages.
#[must_use]
pub fn write_value(value: &Value, ty: &Type) -> Json {
    match (value, ty) {
        (Value::Null, _) => Json::Null,
        (Value::Unknown(refinement), _) => unknown(refinement.as_deref()),
        (Value::Dynamic(dynamic), Type::Dynamic) => {
            wrapper(&dynamic.ty, write_value(&dynamic.value, &dynamic.ty))
        }
        (Value::Dynamic(dynamic), _) => write_value(&dynamic.value, ty),
        (Value::Bool(flag), _) => json!(flag),
        (Value::Number(number), _) => write_number(number),
        (Value::String(text), _) => json!(**text),
        (Value::List(elements), Type::Tuple(types)) => elements
            .iter()
            .enumerate()
            .map(|(i, element)| write_value(element, types.get(i).unwrap_or(&Type::Dynamic)))
            .collect(),
        (Value::List(elements), _) => write_elements(elements, ty),
        (Value::Set(set), _) => write_elements(set.as_slice(), ty),
        (Value::Map(map), _) => {
            let element = ty.element().unwrap_or(&Type::Dynamic);
            map.iter()
                .map(|(key, value)| (key.to_string(), write_value(value, element)))
                .collect::<Map<_, _>>()
                .into()
        }
        (Value::Object(fields), Type::Object(attributes)) => attributes
            .iter()
            .zip(fields)
            .map(|(a, value)| (a.name.to_string(), write_value(value, &a.ty)))
            .collect::<Map<_, _>>()
            .into(),
        (Value::Object(fields), _) => write_elements(fields, &Type::Dynamic),
    }
}

fn write_elements(elements: &[Value], ty: &Type) -> Json {
    let element = ty.element().unwrap_or(&Type::Dynamic);
    elements
        .iter()
        .map(|value| write_value(value, element))
        .collect()
}

fn wrapper(ty: &Type, value: Json) -> Json {
    json!({"__type__": Json::from(&type_to_json(ty)), "value": value})
}

fn unknown(refinement: Option<&Refinement>) -> Json {
    let Some(refinement) = refinement else {
        return json!({"__unknown__": true});
    };
    let mut refine = Map::new();
    let bound = |bound: &(Number, bool)| json!([write_number(&bound.0), bound.1]);
    if refinement.null == Some(false) {
        refine.insert("not_null".to_owned(), json!(true));
    }
    if let Some(prefix) = &refinement.prefix {
        refine.insert("prefix".to_owned(), json!(**prefix));
    }
    if let Some(min) = &refinement.number_min {
        refine.insert("number_min".to_owned(), bound(min));
    }
    if let Some(max) = &refinement.number_max {
        refine.insert("number_max".to_owned(), bound(max));
    }
    if let Some(min) = refinement.length_min {
        refine.insert("length_min".to_owned(), json!(min));
    }
    if let Some(max) = refinement.length_max {
        refine.insert("length_max".to_owned(), json!(max));
    }
    json!({"__unknown__": true, "refine": refine})
}

fn write_number(number: &Number) -> Json {
    if let Wire::Int(int) = number.wire() {
        return json!(int);
    }
    // A float is written as one only if it is read back as the same number, and travels alike:
    // 0.1 as decimal text equals the float, but its bytes differ.
    let float = number.as_f64();
    let travels = Number::from_f64(float).map(|float| float.wire());
    if float.is_finite()
        && Number::from_f64(float).as_ref() == Ok(number)
        && travels == Ok(number.wire())
    {
        return json!(float);
    }
    if number.is_finite() {
        return json!({"__number__": number.to_string()});
    }
    json!({"__number__": if number.is_negative() { "-Inf" } else { "Inf" }})
}

/// An object in the form of a block; list and map blocks with something dynamic inside become
/// tuples and objects with their type.
#[must_use]
pub fn write_object(value: &Value, block: &Block) -> Json {
    match value {
        Value::Object(fields) => block
            .fields
            .iter()
            .zip(fields)
            .map(|(field, value)| (field.name.to_string(), write_field(value, field, false)))
            .collect::<Map<_, _>>()
            .into(),
        other => write_value(other, &Type::Dynamic),
    }
}

/// `typed`: inside a value that carries its type, where the leaves do not.
fn write_field(value: &Value, field: &Field, typed: bool) -> Json {
    let (nesting, block) = match &field.kind {
        Kind::Attribute { ty } if typed => return write_typed(value, ty),
        Kind::Attribute { ty } => return write_value(value, ty),
        Kind::Nested { nesting, block } | Kind::Block { nesting, block, .. } => (*nesting, block),
        _ => unreachable!("another kind of field"),
    };
    if matches!(value, Value::Null | Value::Unknown(_)) {
        return write_value(value, &Type::Dynamic);
    }
    let dynamic = !typed
        && field.is_block()
        && matches!(nesting, Nesting::List | Nesting::Map)
        && block.has_dynamic();
    let inner_typed = typed || dynamic;
    let object = |value: &Value| match value {
        Value::Object(fields) => block
            .fields
            .iter()
            .zip(fields)
            .map(|(field, value)| {
                (
                    field.name.to_string(),
                    write_field(value, field, inner_typed),
                )
            })
            .collect::<Map<_, _>>()
            .into(),
        other => write_value(other, &Type::Dynamic),
    };
    let json: Json = match value {
        Value::List(elements) => elements.iter().map(object).collect(),
        Value::Set(set) => set.iter().map(object).collect(),
        Value::Map(map) => map
            .iter()
            .map(|(key, value)| (key.to_string(), object(value)))
            .collect::<Map<_, _>>()
            .into(),
        other => object(other),
    };
    if dynamic {
        wrapper(&field_type(value, field), json)
    } else {
        json
    }
}

/// Writes a value by its own type, without wrappers where that type says all.
fn write_typed(value: &Value, ty: &Type) -> Json {
    match (value, ty) {
        (Value::Dynamic(dynamic), _) => write_value(&dynamic.value, &dynamic.ty),
        _ if ty.has_dynamic() => write_value(&bare(value), &value_type(ty, value)),
        _ => write_value(value, ty),
    }
}

/// The value without the types that its leaves carry.
fn bare(value: &Value) -> Value {
    match value {
        Value::Dynamic(dynamic) => bare(&dynamic.value),
        Value::List(elements) => Value::List(elements.iter().map(bare).collect()),
        Value::Object(fields) => Value::Object(fields.iter().map(bare).collect()),
        Value::Set(set) => Value::Set(set.iter().map(bare).collect()),
        Value::Map(map) => Value::Map(map.iter().map(|(k, v)| (k.clone(), bare(v))).collect()),
        other => other.clone(),
    }
}

/// The type of a field's value as it travels.
fn field_type(value: &Value, field: &Field) -> Type {
    let (nesting, block) = match &field.kind {
        Kind::Attribute { ty } => return value_type(ty, value),
        Kind::Nested { nesting, block } | Kind::Block { nesting, block, .. } => (*nesting, block),
        _ => unreachable!("another kind of field"),
    };
    let object = |value: &Value| match value {
        Value::Object(fields) => Type::object(
            block
                .fields
                .iter()
                .zip(fields)
                .map(|(field, value)| (field.name.clone(), field_type(value, field))),
        ),
        _ => block.implied_type(),
    };
    match (nesting, value) {
        (Nesting::List, Value::List(list)) if field.is_block() && block.has_dynamic() => {
            Type::tuple(list.iter().map(object).collect())
        }
        (Nesting::Map, Value::Map(map)) if field.is_block() && block.has_dynamic() => Type::object(
            map.iter()
                .map(|(key, value)| (key.to_string(), object(value))),
        ),
        (Nesting::Single | Nesting::Group, value) => object(value),
        (Nesting::List, Value::List(list)) => {
            Type::list(list.first().map_or_else(|| block.implied_type(), object))
        }
        (Nesting::Set, Value::Set(set)) => Type::set(
            set.as_slice()
                .first()
                .map_or_else(|| block.implied_type(), object),
        ),
        (Nesting::Map, Value::Map(map)) => Type::map(
            map.values()
                .next()
                .map_or_else(|| block.implied_type(), object),
        ),
        _ => field.implied_type(),
    }
}
