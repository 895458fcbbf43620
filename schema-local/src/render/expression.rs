//! A value as an expression that makes it, as `terraform output` prints it.

use schema_runtime::ty::Type;
use schema_runtime::value::Value;

use super::display::quoted;

/// The expression; collections on several lines, with the function that makes their type.
pub(crate) fn expression_text(ty: &Type, value: &Value) -> String {
    expression(ty, value, 0)
}

fn expression(ty: &Type, value: &Value, indent: usize) -> String {
    match value {
        Value::Dynamic(dynamic) => expression(&dynamic.ty, &dynamic.value, indent),
        Value::Null => null(ty),
        Value::Unknown(_) => "(known after apply)".to_owned(),
        Value::Bool(value) => value.to_string(),
        Value::Number(value) => value.to_string(),
        Value::String(text) => string(text, indent),
        Value::List(elements) => {
            let items = elements.iter().enumerate().map(|(index, element)| {
                let ty = match ty {
                    Type::Tuple(types) => types.get(index),
                    ty => ty.element(),
                };
                expression(ty.unwrap_or(&Type::Dynamic), element, indent + 2)
            });
            let text = sequence(items, indent);
            match ty {
                Type::List(_) => format!("tolist({text})"),
                _ => text,
            }
        }
        Value::Set(elements) => {
            let element = ty.element().unwrap_or(&Type::Dynamic);
            let items = elements.iter().map(|e| expression(element, e, indent + 2));
            format!("toset({})", sequence(items, indent))
        }
        Value::Map(elements) => {
            let element = ty.element().unwrap_or(&Type::Dynamic);
            let items = elements
                .iter()
                .map(|(key, value)| (&**key, expression(element, value, indent + 2)));
            format!("tomap({})", mapping(items, indent))
        }
        Value::Object(values) => {
            let attributes = match ty {
                Type::Object(attributes) => &**attributes,
                _ => &[],
            };
            let items = attributes.iter().zip(values).map(|(attribute, value)| {
                let text = expression(&attribute.ty, value, indent + 2);
                (attribute.name.as_str(), text)
            });
            mapping(items, indent)
        }
    }
}

fn null(ty: &Type) -> String {
    match ty {
        Type::String => "tostring(null)".to_owned(),
        Type::Number => "tonumber(null)".to_owned(),
        Type::Bool => "tobool(null)".to_owned(),
        Type::List(element) => format!("tolist(null) /* of {element} */"),
        Type::Set(element) => format!("toset(null) /* of {element} */"),
        Type::Map(element) => format!("tomap(null) /* of {element} */"),
        Type::Object(_) | Type::Tuple(_) | Type::Dynamic => "null".to_owned(),
    }
}

/// A text in quotes; one of several lines as a heredoc, whose end does not occur in it.
fn string(text: &str, indent: usize) -> String {
    let lines: Vec<&str> = text.split('\n').collect();
    if lines.len() < 2 {
        return quoted(text);
    }
    let mut end = "EOT".to_owned();
    while lines.contains(&end.as_str()) {
        end.push('_');
    }
    let (start, prefix) = match indent {
        0 => ("<<", String::new()),
        _ => ("<<-", " ".repeat(indent)),
    };
    let mut result = format!("{start}{end}\n");
    for line in lines {
        if !line.is_empty() {
            result.push_str(&prefix);
            result.push_str(line);
        }
        result.push('\n');
    }
    result.push_str(&prefix);
    result.push_str(&end);
    result
}

fn sequence(items: impl Iterator<Item = String>, indent: usize) -> String {
    let lines: String = items
        .map(|item| format!("{}{item},\n", " ".repeat(indent + 2)))
        .collect();
    enclosed("[", &lines, "]", indent)
}

fn mapping<'k>(items: impl Iterator<Item = (&'k str, String)>, indent: usize) -> String {
    let lines: String = items
        .map(|(key, value)| {
            let space = " ".repeat(indent + 2);
            format!("{space}{} = {value}\n", quoted(key))
        })
        .collect();
    enclosed("{", &lines, "}", indent)
}

fn enclosed(open: &str, lines: &str, close: &str, indent: usize) -> String {
    if lines.is_empty() {
        return format!("{open}{close}");
    }
    format!("{open}\n{lines}{}{close}", " ".repeat(indent))
}
