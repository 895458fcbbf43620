//! A value as an expression, in the form of `terraform console`, and its type.

use schema_rules::{is_shown, quoted_with};
use schema_runtime::ty::Type;
use schema_runtime::value::Value;

use crate::language::eval::TypedValue;

/// A value, with sensitive parts hidden.
pub(crate) fn value(typed: &TypedValue) -> String {
    value_at(typed, 0)
}

fn value_at(typed: &TypedValue, indent: usize) -> String {
    let kinds = typed.whole_kinds();
    match &typed.value {
        value if kinds.sensitive && !value.is_unknown() => "(sensitive value)".to_owned(),
        _ if kinds.ephemeral => "(ephemeral value)".to_owned(),
        Value::Unknown(_) => "(known after apply)".to_owned(),
        Value::Null => null(&typed.ty),
        Value::Bool(value) => value.to_string(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => text_at(text, indent),
        Value::Dynamic(inner) => {
            let inner = TypedValue::new(inner.ty.clone(), inner.value.clone());
            value_at(&inner, indent)
        }
        _ => elements_at(typed, indent),
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

fn elements_at(typed: &TypedValue, indent: usize) -> String {
    let named = matches!(typed.ty, Type::Map(_) | Type::Object(_));
    let (open, close) = match (&typed.ty, named) {
        (Type::List(_), _) => ("tolist([", "])"),
        (Type::Set(_), _) => ("toset([", "])"),
        (Type::Map(_), _) => ("tomap({", "})"),
        (_, true) => ("{", "}"),
        (_, false) => ("[", "]"),
    };
    let elements = typed.elements().unwrap_or_default().into_iter();
    let lines = elements.map(|(key, element)| {
        let value = value_at(&element, indent + 2);
        match named {
            true => format!("{} = {value}", quoted(key.value.as_str().unwrap_or(""))),
            false => format!("{value},"),
        }
    });
    on_lines(open, lines, close, (indent, indent + 2))
}

/// Text between brackets, one line each, if there is any.
fn on_lines(
    open: &str,
    lines: impl Iterator<Item = String>,
    close: &str,
    (outer, inner): (usize, usize),
) -> String {
    let (outer, inner) = (" ".repeat(outer), " ".repeat(inner));
    let lines: String = lines.map(|line| format!("\n{inner}{line}")).collect();
    match lines.is_empty() {
        true => format!("{open}{close}"),
        false => format!("{open}{lines}\n{outer}{close}"),
    }
}

/// A string; one with several lines is a heredoc.
fn text_at(text: &str, indent: usize) -> String {
    if !text.contains('\n') {
        return quoted(text);
    }
    let mut word = "EOT".to_owned();
    while text.lines().any(|line| line.trim() == word) {
        word.push('_');
    }
    let start = if indent > 0 { "<<-" } else { "<<" };
    let lines = text.split('\n').map(str::to_owned);
    on_lines(&format!("{start}{word}"), lines, &word, (indent, indent))
}

fn quoted(string: &str) -> String {
    quoted_with(string, |c, text| match c {
        '\u{7}' => text.push_str("\\a"),
        '\u{8}' => text.push_str("\\b"),
        '\u{b}' => text.push_str("\\v"),
        '\u{c}' => text.push_str("\\f"),
        // Control characters are escaped.
        c if c.is_ascii_control() => text.push_str(&format!("\\x{:02x}", u32::from(c))),
        c if !is_shown(c) => text.push_str(&format!("\\u{:04x}", u32::from(c))),
        c => text.push(c),
    })
}

/// A type, as the `type` function of `terraform console` shows it.
pub(crate) fn ty(ty: &Type) -> String {
    type_at(ty, 0)
}

fn type_at(ty: &Type, indent: usize) -> String {
    let inner = indent + 4;
    let collection = |name: &str, element: &Type| match element {
        Type::Object(_) | Type::Tuple(_) => {
            let lines = std::iter::once(format!("{},", type_at(element, inner)));
            on_lines(&format!("{name}("), lines, ")", (indent, inner))
        }
        element => format!("{name}({})", type_at(element, indent)),
    };
    match ty {
        Type::List(element) => collection("list", element),
        Type::Set(element) => collection("set", element),
        Type::Map(element) => collection("map", element),
        Type::Tuple(types) => {
            let lines = types.iter().map(|ty| format!("{},", type_at(ty, inner)));
            on_lines("tuple([", lines, "])", (indent, inner))
        }
        Type::Object(attributes) => {
            let lines = attributes.iter();
            let lines = lines.map(|one| format!("{}: {},", one.name, type_at(&one.ty, inner)));
            on_lines("object({", lines, "})", (indent, inner))
        }
        Type::Dynamic => "dynamic".to_owned(),
        ty => ty.to_string(),
    }
}
