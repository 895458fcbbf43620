//! Configuration that was generated, as a person would write it.

use schema_docs::key;
use schema_rules::quoted;
use schema_runtime::schema::{Block, Field, Flags, Schema};
use schema_runtime::value::Value;
use schema_shell::lifecycle::Schemas;

use crate::render::padded;
use crate::run::events::ListedEvent;

/// A resource with the configuration that is generated of an object, and the block that imports
/// that.
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

/// A resource with this configuration, for an `import` block that is written already.
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

/// Arguments one below the other, as `terraform fmt` has them: values of one line behind a common
/// column.
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

/// Arguments, these first, and then blocks; what is null is omitted.
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
            match value {
                Value::Object(_) => one(None, value),
                Value::List(elements) => elements.iter().for_each(|element| one(None, element)),
                Value::Set(elements) => elements.iter().for_each(|element| one(None, element)),
                Value::Map(elements) => {
                    elements
                        .iter()
                        .for_each(|(key, element)| one(Some(key), element));
                }
                _ => {}
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

/// One line, or several. As Terraform has it, what is sensitive is not written into a file: who
/// reviews that fills it in.
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
    let one = |value: &Value, depth: usize, text: &mut String| object(inner, value, depth, text);
    match value {
        Value::List(elements) => sequence(elements.iter(), depth, text, one),
        Value::Set(elements) => sequence(elements.iter(), depth, text, one),
        Value::Map(elements) => {
            let elements = elements.iter().map(|(key, value)| (&**key, value));
            mapping(elements, depth, text, one);
        }
        value => one(value, depth, text),
    }
}

/// An object of a block's fields, as an expression.
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

/// An object or a map of these.
fn braces(all: &[Argument], depth: usize, text: &mut String) {
    if all.is_empty() {
        return text.push_str("{}");
    }
    text.push_str("{\n");
    arguments(all, depth + 1, text);
    indent(depth, text);
    text.push('}');
}

fn sequence<'a>(
    elements: impl Iterator<Item = &'a Value>,
    depth: usize,
    text: &mut String,
    one: impl Fn(&Value, usize, &mut String),
) {
    text.push('[');
    for (index, element) in elements.enumerate() {
        if index > 0 {
            text.push_str(", ");
        }
        one(element, depth, text);
    }
    text.push(']');
}

fn mapping<'a>(
    elements: impl Iterator<Item = (&'a str, &'a Value)>,
    depth: usize,
    text: &mut String,
    one: impl Fn(&Value, usize, &mut String),
) {
    let written = elements.map(|(name, element)| {
        let mut text = String::new();
        one(element, depth + 1, &mut text);
        (key(name), text)
    });
    braces(&written.collect::<Vec<_>>(), depth, text);
}

/// A value of a type without a schema.
fn plain(ty: &schema_runtime::ty::Type, value: &Value, depth: usize, text: &mut String) {
    use schema_runtime::ty::Type;
    match (ty, value) {
        (_, Value::String(string)) => text.push_str(&quoted(string)),
        (_, Value::Number(number)) => text.push_str(&number.to_string()),
        (_, Value::Bool(value)) => text.push_str(&value.to_string()),
        (_, Value::Dynamic(dynamic)) => plain(&dynamic.ty, &dynamic.value, depth, text),
        (Type::List(of), Value::List(elements)) => {
            sequence(elements.iter(), depth, text, |value, depth, text| {
                plain(of, value, depth, text);
            });
        }
        (Type::Set(of), Value::Set(elements)) => {
            sequence(elements.iter(), depth, text, |value, depth, text| {
                plain(of, value, depth, text);
            });
        }
        (Type::Map(of), Value::Map(elements)) => {
            let elements = elements.iter().map(|(key, value)| (&**key, value));
            mapping(elements, depth, text, |value, depth, text| {
                plain(of, value, depth, text)
            });
        }
        (Type::Tuple(types), Value::List(elements)) => {
            text.push('[');
            for (index, (of, element)) in types.iter().zip(elements).enumerate() {
                if index > 0 {
                    text.push_str(", ");
                }
                plain(of, element, depth, text);
            }
            text.push(']');
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
