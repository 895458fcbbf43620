//! Generated configuration, formatted as if written manually.

use schema_docs::key;
use schema_rules::quoted;
use schema_runtime::path::{BorrowedStep, object_steps};
use schema_runtime::schema::{Block, Field, Flags, Schema};
use schema_runtime::ty::Type;
use schema_runtime::value::Value;
use schema_shell::lifecycle::Schemas;

use crate::render::{padded, widest};
use crate::run::events::ListedObject;

/// The generated resource for an object, and the block that imports it.
pub(crate) fn resource_and_import(
    schemas: &Schemas,
    listed: &ListedObject,
) -> Option<(String, String)> {
    let (name, config) = listed.generated.as_ref()?;
    let type_name = &*listed.type_name;
    let schema = schemas.resources.get(type_name)?;
    let identity_schema = schemas.identities.get(type_name)?;
    let provider = match (&schemas.provider.type_name, &listed.alias) {
        (provider, Some(alias)) => format!("{provider}.{alias}"),
        (provider, None) => provider.to_string(),
    };
    let named = vec![("provider".to_owned(), provider.clone())];
    let resource = body(&schema.block, config, 1, named);
    let identity = object(identity_schema.block(), listed.event.identity.as_ref()?, 1);
    Some((
        format!("resource \"{type_name}\" \"{name}\" {{\n{resource}}}"),
        format!(
            "import {{\n  to       = {type_name}.{name}\n  provider = {provider}\n  identity = {identity}\n}}"
        ),
    ))
}

/// A resource with this configuration, for an existing `import` block.
pub(crate) fn resource_for_import(
    schema: &Schema,
    name: &str,
    (provider, alias): (&str, Option<&str>),
    config: &Value,
    from: &str,
) -> String {
    let type_name = &schema.type_name;
    let from = quoted(from);
    let alias = alias.map(|alias| ("provider".to_owned(), format!("{provider}.{alias}")));
    let inner = body(&schema.block, config, 1, alias.into_iter().collect());
    format!("# Generated from {from}\nresource \"{type_name}\" \"{name}\" {{\n{inner}}}\n\n")
}

fn indent(depth: usize) -> String {
    "  ".repeat(depth)
}

/// A name, and the expression that represents its value.
type Argument = (String, String);

/// Arguments one below the other, as `terraform fmt` formats them: the values of single lines are
/// aligned.
fn arguments(all: &[Argument], depth: usize) -> String {
    let mut text = String::new();
    for together in
        all.chunk_by(|(_, one), (_, other)| !one.contains('\n') && !other.contains('\n'))
    {
        let width = widest(together.iter().map(|(name, _)| name));
        for (name, value) in together {
            let name = padded(name, width);
            text.push_str(&format!("{}{name} = {value}\n", indent(depth)));
        }
    }
    text
}

/// A body: these arguments first, then the others, then the blocks; null values are omitted.
fn body(block: &Block, value: &Value, depth: usize, mut all: Vec<Argument>) -> String {
    let mut blocks = String::new();
    for (field, value) in block.with_values(value) {
        let Some((_, inner)) = field.nested_block().filter(|_| field.is_block()) else {
            if !value.is_null() {
                all.push(attribute(field, value, depth));
            }
            continue;
        };
        for (step, object) in object_steps(value).filter(|(_, it)| it.as_object().is_some()) {
            let label = match step {
                Some(BorrowedStep::Key(key)) => format!(" {}", quoted(key)),
                _ => String::new(),
            };
            let (spaces, name) = (indent(depth), &field.name);
            let inner = body(inner, object, depth + 1, Vec::new());
            blocks.push_str(&format!("{spaces}{name}{label} {{\n{inner}{spaces}}}\n"));
        }
    }
    arguments(&all, depth) + &blocks
}

/// One or more lines. As in Terraform, sensitive values are not written to a file: the user fills
/// them in.
fn attribute(field: &Field, value: &Value, depth: usize) -> Argument {
    let text = match field.nested_block() {
        _ if field.is(Flags::SENSITIVE) => "null # sensitive".to_owned(),
        None => plain(&field.implied_type(), value, depth),
        Some((_, inner)) if value.is_collection() => {
            collection(value, depth, |value, depth| object(inner, value, depth))
        }
        Some((_, inner)) => object(inner, value, depth),
    };
    (field.name.to_string(), text)
}

/// An object with a block's fields, as an expression.
fn object(block: &Block, value: &Value, depth: usize) -> String {
    if value.is_null() {
        return "null".to_owned();
    }
    let written = block
        .with_values(value)
        .filter(|(_, value)| !value.is_null());
    let written = written.map(|(field, value)| {
        let (name, text) = attribute(field, value, depth + 1);
        (key(&name), text)
    });
    braces(&written.collect::<Vec<_>>(), depth)
}

/// An object or a map with these entries.
fn braces(all: &[Argument], depth: usize) -> String {
    match all {
        [] => "{}".to_owned(),
        all => format!("{{\n{}{}}}", arguments(all, depth + 1), indent(depth)),
    }
}

/// A list, a tuple, a set or a map.
fn collection(value: &Value, depth: usize, mut one: impl FnMut(&Value, usize) -> String) -> String {
    if let Value::Map(elements) = value {
        let written = elements.iter();
        let written = written.map(|(name, element)| (key(name), one(element, depth + 1)));
        return braces(&written.collect::<Vec<_>>(), depth);
    }
    let elements: Vec<String> = value
        .children()
        .map(|element| one(element, depth))
        .collect();
    format!("[{}]", elements.join(", "))
}

/// A value of a type without a schema.
fn plain(ty: &Type, value: &Value, depth: usize) -> String {
    match (ty, value) {
        (_, Value::String(string)) => quoted(string),
        (_, Value::Number(number)) => number.to_string(),
        (_, Value::Bool(value)) => value.to_string(),
        (_, Value::Dynamic(dynamic)) => plain(&dynamic.ty, &dynamic.value, depth),
        (Type::List(of) | Type::Set(of) | Type::Map(of), value) if value.is_collection() => {
            collection(value, depth, |value, depth| plain(of, value, depth))
        }
        (Type::Tuple(types), Value::List(_)) => {
            let mut types = types.iter();
            collection(value, depth, |value, depth| {
                plain(types.next().unwrap_or(&Type::Dynamic), value, depth)
            })
        }
        (Type::Object(attributes), Value::Object(values)) => {
            let written = attributes.iter().zip(values);
            let written =
                written.map(|(one, value)| (key(&one.name), plain(&one.ty, value, depth + 1)));
            braces(&written.collect::<Vec<_>>(), depth)
        }
        _ => "null".to_owned(),
    }
}
