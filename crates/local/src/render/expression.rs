//! A value as an expression, in the form of `terraform console`, and its type.

use schema_rules::{is_shown, quoted_with};
use schema_runtime::ty::Type;
use schema_runtime::value::Value;

use crate::language::eval::TypedValue;

/// A value, with sensitive parts hidden.
pub(crate) fn value(typed: &TypedValue) -> String {
    let mut text = String::new();
    write_value(typed, 0, &mut text);
    text
}

fn write_value(typed: &TypedValue, indent: usize, text: &mut String) {
    if typed.whole_kinds().sensitive && !typed.value.is_unknown() {
        text.push_str("(sensitive value)");
        return;
    }
    if typed.whole_kinds().ephemeral {
        text.push_str("(ephemeral value)");
        return;
    }
    match &typed.value {
        Value::Unknown(_) => text.push_str("(known after apply)"),
        Value::Null => text.push_str(&null(&typed.ty)),
        Value::Bool(value) => text.push_str(if *value { "true" } else { "false" }),
        Value::Number(number) => text.push_str(&number.to_string()),
        Value::String(string) => write_string(string, indent, text),
        Value::Dynamic(inner) => {
            let inner = TypedValue::new(inner.ty.clone(), inner.value.clone());
            write_value(&inner, indent, text);
        }
        _ => write_elements(typed, indent, text),
    }
}

fn null(ty: &Type) -> String {
    match ty {
        Type::String => "tostring(null)".to_owned(),
        Type::Number => "tonumber(null)".to_owned(),
        Type::Bool => "tobool(null)".to_owned(),
        Type::List(element) => format!("tolist(null) /* of {} */", element.friendly_name()),
        Type::Set(element) => format!("toset(null) /* of {} */", element.friendly_name()),
        Type::Map(element) => format!("tomap(null) /* of {} */", element.friendly_name()),
        Type::Dynamic => "null".to_owned(),
        ty => format!("null /* {} */", ty.friendly_name()),
    }
}

fn write_elements(typed: &TypedValue, indent: usize, text: &mut String) {
    let named = matches!(typed.ty, Type::Map(_) | Type::Object(_));
    let (open, close) = match (&typed.ty, named) {
        (Type::List(_), _) => ("tolist([", "])"),
        (Type::Set(_), _) => ("toset([", "])"),
        (Type::Map(_), _) => ("tomap({", "})"),
        (_, true) => ("{", "}"),
        (_, false) => ("[", "]"),
    };
    text.push_str(open);
    let elements = typed.elements().unwrap_or_default();
    for (key, element) in &elements {
        text.push('\n');
        text.push_str(&" ".repeat(indent + 2));
        if named {
            write_quoted(key.value.as_str().unwrap_or(""), text);
            text.push_str(" = ");
        }
        write_value(element, indent + 2, text);
        if !named {
            text.push(',');
        }
    }
    if !elements.is_empty() {
        text.push('\n');
        text.push_str(&" ".repeat(indent));
    }
    text.push_str(close);
}

/// Writes a string; one with several lines is a heredoc.
fn write_string(string: &str, indent: usize, text: &mut String) {
    if !string.contains('\n') {
        return write_quoted(string, text);
    }
    let mut word = "EOT".to_owned();
    while string.lines().any(|line| line.trim() == word) {
        word.push('_');
    }
    let spaces = " ".repeat(indent);
    text.push_str(if indent > 0 { "<<-" } else { "<<" });
    text.push_str(&word);
    for line in string.split('\n') {
        text.push('\n');
        text.push_str(&spaces);
        text.push_str(line);
    }
    text.push('\n');
    text.push_str(&spaces);
    text.push_str(&word);
}

fn write_quoted(string: &str, text: &mut String) {
    text.push_str(&quoted_with(string, |c, text| match c {
        '\u{7}' => text.push_str("\\a"),
        '\u{8}' => text.push_str("\\b"),
        '\u{b}' => text.push_str("\\v"),
        '\u{c}' => text.push_str("\\f"),
        // Control characters are escaped.
        c if c.is_ascii_control() => text.push_str(&format!("\\x{:02x}", u32::from(c))),
        c if !is_shown(c) => text.push_str(&format!("\\u{:04x}", u32::from(c))),
        c => text.push(c),
    }));
}

/// A type, as the `type` function of `terraform console` shows it.
pub(crate) fn ty(ty: &Type) -> String {
    let mut text = String::new();
    write_type(ty, 0, &mut text);
    text
}

fn write_type(ty: &Type, indent: usize, text: &mut String) {
    let spaces = " ".repeat(indent + 4);
    let end = " ".repeat(indent);
    let mut collection = |name: &str, element: &Type| {
        text.push_str(name);
        if matches!(element, Type::Object(_) | Type::Tuple(_)) {
            text.push_str(&format!("(\n{spaces}"));
            write_type(element, indent + 4, text);
            text.push_str(&format!(",\n{end})"));
        } else {
            text.push('(');
            write_type(element, indent, text);
            text.push(')');
        }
    };
    match ty {
        Type::List(element) => collection("list", element),
        Type::Set(element) => collection("set", element),
        Type::Map(element) => collection("map", element),
        Type::Tuple(types) if types.is_empty() => text.push_str("tuple([])"),
        Type::Object(attributes) if attributes.is_empty() => text.push_str("object({})"),
        Type::Tuple(types) => {
            text.push_str("tuple([\n");
            for ty in types.iter() {
                text.push_str(&spaces);
                write_type(ty, indent + 4, text);
                text.push_str(",\n");
            }
            text.push_str(&format!("{end}])"));
        }
        Type::Object(attributes) => {
            text.push_str("object({\n");
            for attribute in attributes.iter() {
                text.push_str(&format!("{spaces}{}: ", attribute.name));
                write_type(&attribute.ty, indent + 4, text);
                text.push_str(",\n");
            }
            text.push_str(&format!("{end}}})"));
        }
        Type::Dynamic => text.push_str("dynamic"),
        ty => text.push_str(&ty.to_string()),
    }
}
