//! Generated configuration, formatted as if written manually.

use schema_docs::key;
use schema_rules::quoted;
use schema_runtime::path::{BorrowedStep, object_steps};
use schema_runtime::schema::{Block, Field, Flags, Schema};
use schema_runtime::value::Value;
use schema_shell::lifecycle::Schemas;

use crate::render::padded;
use crate::run::events::ListedEvent;

/// The generated resource for an object, and the block that imports it.
pub(crate) fn resource_and_import(
    schemas: &Schemas,
    listed: &ListedEvent<'_>,
) -> Option<(String, String)> {
    let (name, alias, config) = listed.generated?;
    let type_name = listed.type_name;
    let schema = schemas.resources.get(type_name)?;
    let identity_schema = schemas.identities.get(type_name)?;
    let provider = match (&schemas.provider.type_name, alias) {
        (provider, Some(alias)) => format!("{provider}.{alias}"),
        (provider, None) => provider.to_string(),
    };
    let mut resource = format!("resource \"{type_name}\" \"{name}\" {{\n");
    let named = vec![("provider".to_owned(), provider.clone())];
    body(&schema.block, config, 1, named, &mut resource);
    resource.push('}');
    let mut import = format!(
        "import {{\n  to       = {type_name}.{name}\n  provider = {provider}\n  identity = "
    );
    object(identity_schema.block(), listed.identity, 1, &mut import);
    import.push_str("\n}");
    Some((resource, import))
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
    let mut text = format!("# Generated from {from}\nresource \"{type_name}\" \"{name}\" {{\n");
    let alias = alias.map(|alias| ("provider".to_owned(), format!("{provider}.{alias}")));
    body(
        &schema.block,
        config,
        1,
        alias.into_iter().collect(),
        &mut text,
    );
    text.push_str("}\n\n");
    text
}

fn indent(depth: usize, text: &mut String) {
    text.extend(std::iter::repeat_n("  ", depth));
}

/// A name, and the expression that represents its value.
type Argument = (String, String);

/// Arguments one below the other, as `terraform fmt` formats them: the values of single lines are
/// aligned.
fn arguments(all: &[Argument], depth: usize, text: &mut String) {
    let one_line = |(_, value): &Argument| !value.contains('\n');
    let mut rest = all;
    while let Some((name, value)) = rest.first() {
        let run = rest
            .iter()
            .take_while(|argument| one_line(argument))
            .count();
        let (now, later) = rest.split_at(run.max(1));
        rest = later;
        if run == 0 {
            indent(depth, text);
            text.push_str(&format!("{name} = {value}\n"));
            continue;
        }
        let width = now.iter().map(|(name, _)| name.chars().count());
        let width = width.max().unwrap_or_default();
        for (name, value) in now {
            indent(depth, text);
            text.push_str(&format!("{} = {value}\n", padded(name, width)));
        }
    }
}

/// A body: these arguments first, then the others, then the blocks; null values are omitted.
fn body(block: &Block, value: &Value, depth: usize, first: Vec<Argument>, text: &mut String) {
    let written =
        fields(block, value).filter(|(field, value)| !field.is_block() && !value.is_null());
    let written = written.map(|(field, value)| attribute(field, value, depth));
    let all: Vec<Argument> = first.into_iter().chain(written).collect();
    arguments(&all, depth, text);
    for (field, value) in fields(block, value) {
        if let Some((_, inner)) = field.nested_block().filter(|_| field.is_block()) {
            let mut one = |label: Option<&str>, value: &Value| {
                indent(depth, text);
                text.push_str(&field.name);
                if let Some(label) = label {
                    text.push_str(&format!(" {}", quoted(label)));
                }
                text.push_str(" {\n");
                body(inner, value, depth + 1, Vec::new(), text);
                indent(depth, text);
                text.push_str("}\n");
            };
            for (step, object) in object_steps(value).filter(|(_, it)| it.as_object().is_some()) {
                match step {
                    Some(BorrowedStep::Key(key)) => one(Some(key), object),
                    _ => one(None, object),
                }
            }
        }
    }
}

fn fields<'a>(block: &'a Block, value: &'a Value) -> impl Iterator<Item = (&'a Field, &'a Value)> {
    block
        .fields
        .iter()
        .zip(value.as_object().unwrap_or_default())
}

/// One or more lines. As in Terraform, sensitive values are not written to a file: the user fills
/// them in.
fn attribute(field: &Field, value: &Value, depth: usize) -> Argument {
    let mut text = String::new();
    if field.is(Flags::SENSITIVE) {
        text.push_str("null # sensitive");
    } else {
        of_field(field, value, depth, &mut text);
    }
    (field.name.to_string(), text)
}

fn of_field(field: &Field, value: &Value, depth: usize, text: &mut String) {
    let Some((_, inner)) = field.nested_block() else {
        return plain(&field.implied_type(), value, depth, text);
    };
    match value.is_collection() {
        true => collection(value, depth, text, |value, depth, text| {
            object(inner, value, depth, text);
        }),
        false => object(inner, value, depth, text),
    }
}

/// An object with a block's fields, as an expression.
fn object(block: &Block, value: &Value, depth: usize, text: &mut String) {
    if value.is_null() {
        return text.push_str("null");
    }
    let written = fields(block, value).filter(|(_, value)| !value.is_null());
    let written = written.map(|(field, value)| {
        let (name, text) = attribute(field, value, depth + 1);
        (key(&name), text)
    });
    braces(&written.collect::<Vec<_>>(), depth, text);
}

/// An object or a map with these entries.
fn braces(all: &[Argument], depth: usize, text: &mut String) {
    if all.is_empty() {
        return text.push_str("{}");
    }
    text.push_str("{\n");
    arguments(all, depth + 1, text);
    indent(depth, text);
    text.push('}');
}

/// A list, a tuple, a set or a map.
fn collection(
    value: &Value,
    depth: usize,
    text: &mut String,
    mut one: impl FnMut(&Value, usize, &mut String),
) {
    if let Value::Map(elements) = value {
        let written = elements.iter().map(|(name, element)| {
            let mut text = String::new();
            one(element, depth + 1, &mut text);
            (key(name), text)
        });
        return braces(&written.collect::<Vec<_>>(), depth, text);
    }
    text.push('[');
    for (index, element) in value.children().enumerate() {
        if index > 0 {
            text.push_str(", ");
        }
        one(element, depth, text);
    }
    text.push(']');
}

/// A value of a type without a schema.
fn plain(ty: &schema_runtime::ty::Type, value: &Value, depth: usize, text: &mut String) {
    use schema_runtime::ty::Type;
    match (ty, value) {
        (_, Value::String(string)) => text.push_str(&quoted(string)),
        (_, Value::Number(number)) => text.push_str(&number.to_string()),
        (_, Value::Bool(value)) => text.push_str(&value.to_string()),
        (_, Value::Dynamic(dynamic)) => plain(&dynamic.ty, &dynamic.value, depth, text),
        (Type::List(of) | Type::Set(of) | Type::Map(of), value) if value.is_collection() => {
            collection(value, depth, text, |value, depth, text| {
                plain(of, value, depth, text);
            });
        }
        (Type::Tuple(types), Value::List(_)) => {
            let mut types = types.iter();
            collection(value, depth, text, |value, depth, text| {
                plain(types.next().unwrap_or(&Type::Dynamic), value, depth, text);
            });
        }
        (Type::Object(attributes), Value::Object(values)) => {
            let written = attributes.iter().zip(values).map(|(attribute, value)| {
                let mut text = String::new();
                plain(&attribute.ty, value, depth + 1, &mut text);
                (key(&attribute.name), text)
            });
            braces(&written.collect::<Vec<_>>(), depth, text);
        }
        _ => text.push_str("null"),
    }
}
